/** What keeps an attack out, each as a text that is replaced: without it the test of its row must fail. */
import { mutation, type Mutation } from '../sim/mutations/mutation.ts';
import type { Project, RowTest } from './rows.ts';

export interface Guard extends Mutation {
  row: number;
  test: RowTest;
}

const ofVitest = (project: Project) => project === 'unit' || project === 'flow';

/** Guards of a row whose removal a test sees. */
function guardsOf(row: number, project: Project, file: string, name: string | undefined) {
  const path = ofVitest(project) ? `test/${project}/${file}.test.ts` : `test/e2e/${file}.spec.ts`;
  const test = { project, file: path, ...(name === undefined ? {} : { name }) };
  return (...given: [name: string, file: string, text: string, becomes: string][]): Guard[] =>
    given.map(([guard, source, text, becomes]) => ({
      ...mutation(`${row}-${guard}`, guard, source, text, becomes),
      ...{ row, test },
    }));
}

/** Two guards of the window that keep out the same attack: only without both it gets in. */
const together = (
  row: number,
  name: string,
  test: string,
  texts: [file: string, text: string, becomes: string][],
): Guard => ({
  ...{ row, name: `${row}-${name}`, mistake: name },
  test: { project: 'e2e', file: 'test/e2e/security.spec.ts', name: test },
  replacements: texts.map(([file, text, becomes]) => ({ file, text, becomes })),
});

const download = 'main/api/download.ts';
const addresses = 'main/api/private-addresses.ts';
const bounds = 'main/call-bounds.ts';
const caller = 'main/platform/caller.ts';
const transport = 'main/api/transport.ts';
const natives = 'main/native-files.ts';
const places = 'main/keys/key-place.ts';
const workspaces = 'main/app/workspaces.ts';
const connections = 'main/handlers/connections.ts';
const preflight = 'main/labels/preflight.ts';
const files = 'main/private-files.ts';
const theWindow = 'main/platform/window.ts';
const papers = 'main/platform/paper-drawing.ts';
const facts = 'renderer/ui/Facts.svelte';
const table = 'renderer/lib/sheet/table-file.ts';
const escaping = 'escaped(cell, phones.includes(at))';
const counted = "rate.excess(call?.channel ?? (isOurs ? 'unknown' : 'refused'));";

/** The networks that no link may lead to. */
const networks = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/3', '::/96', '64:ff9b:1::/48', '100::/64'],
  ...['2001::/23', '2001:db8::/32', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
];
const withoutNetwork = (network: string): [string, string, string, string] => {
  const [address = '', bits = ''] = network.split('/');
  return [network, addresses, `['${address}', ${bits}],`, ''];
};

const notCutOff: [string, string, string] = [theWindow, "mode: 'fixed_servers',", "mode: 'direct',"];
const following = `import { interceptors, Pool as Plain } from 'undici';
const Pool = function (...given) {
  return new Plain(...given).compose(interceptors.redirect({ maxRedirections: 3 }));
};`;

export const guards: readonly Guard[] = [
  ...guardsOf(1, 'unit', 'main/papers/paper', '1:')(
    ['markup', 'main/papers/markup.ts', "\n  '<': '&lt;',", ''],
    ['quotation-marks', 'main/papers/markup.ts', "\n  '\"': '&quot;',", ''],
  ),
  ...guardsOf(1, 'e2e', 'hostile-texts', '1: shows')(
    ['text-of-details', facts, '{fact.value}</dd>', '{@html fact.value}</dd>'],
  ),
  ...guardsOf(1, 'e2e', 'hostile-texts', '1: a paper')(
    ['scripts-of-papers', papers, 'javascript: false, ', ''],
    ['requests-of-papers', papers, 'cancel: !url.startsWith(pathToFileURL(folder).href)', 'cancel: false'],
  ),
  ...guardsOf(2, 'flow', 'api/transport-private', undefined)(
    ['only-https', download, "url.protocol !== 'https:' || ", ''],
    ['no-name-in-links', download, " || url.username !== ''", ''],
  ),
  ...guardsOf(2, 'e2e', 'hostile-texts', '2:')(
    // Nothing makes a link of them: it is made.
    ['links-as-text', facts, '{fact.value}</dd>', '<a href={fact.value}>{fact.value}</a></dd>'],
  ),
  ...guardsOf(3, 'flow', 'api/transport-private', undefined)(
    ['public-hosts', download, 'publicOnly: true', 'publicOnly: false'],
    ['literal-addresses', 'main/api/transport-dial.ts', 'if (await leadsToPrivate(host)) throw refused;', ''],
    ['address-of-the-socket', 'main/api/transport-dial.ts', '? { lookup: publicLookup } : {};', '? {} : {};'],
    ['behind-gateways', addresses, " || (behind !== null && ranges.check(behind, 'ipv4'))", ''],
    ['zones', addresses, "address.split('%')", '[address]'],
    ['signed-in-proxy', 'main/api/proxy-sign-in.ts', 'if (publicOnly && ', 'if (false && publicOnly && '],
  ),
  ...guardsOf(3, 'flow', 'api/transport-private', '3: .* is private')(...networks.map(withoutNetwork)),
  ...guardsOf(3, 'flow', 'api/pictures', '3:')(
    ['pictures-by-their-bytes', 'main/api/pictures.ts', 'type === null ? null : { bytes, type }', "{ bytes, type: type ?? 'image/png' }"],
    ['refused-links-of-pictures', 'main/api/pictures.ts', "'label.link-refused', ", ''],
  ),
  ...guardsOf(3, 'unit', 'main/api/raster-image', undefined)(
    ['longer-side', 'main/api/raster-image.ts', 'Math.max(width, height) <= most.side && ', ''],
    ['area', 'main/api/raster-image.ts', ' && width * height <= most.area', ''],
  ),
  ...guardsOf(4, 'e2e', 'security', '4: never navigates')([
    'navigation', theWindow, 'if (event.url !== `${windowOrigin}/`) event.preventDefault();', '',
  ]),
  together(4, 'windows', '4: opens no second', [
    [theWindow, "setWindowOpenHandler(() => ({ action: 'deny' }));", "setWindowOpenHandler(() => ({ action: 'allow' }));"],
    ['main/index.ts', "setWindowOpenHandler(() => ({ action: 'deny' }));", "setWindowOpenHandler(() => ({ action: 'allow' }));"],
  ]),
  ...guardsOf(5, 'unit', 'main/platform/caller', undefined)(
    ['same-window', caller, 'call.sender === webContents && ', ''],
    ['main-frame', caller, 'frame === webContents.mainFrame && ', ''],
    ['own-page', caller, ' && frame.url.startsWith(`${origin}/`)', ''],
    ['destroyed', caller, 'window.isDestroyed() || ', ''],
  ),
  ...guardsOf(5, 'flow', 'app/fuzzed-calls', '5:')(
    ['caller-is-looked-at', 'main/calls.ts', "if (!isOurs) throw new AppError('call.refused');", ''],
    ['argument-not-logged', 'main/calls.ts', '${describeError(error)}`', '${describeError(error)} ${JSON.stringify(argument)}`'],
  ),
  ...guardsOf(6, 'flow', 'app/fuzzed-calls', '6:')(
    ['rate', 'main/calls.ts', "if (excessCalls > 0) throw new AppError('call.too-many', { retry: 'later' });", ''],
    ['unknown-names-counted', 'main/calls.ts', counted,
      "call === undefined && isOurs ? 0 : rate.excess(call?.channel ?? 'refused');"],
    ['refused-calls-counted', 'main/calls.ts', counted, "isOurs ? rate.excess(call?.channel ?? 'unknown') : 0;"],
    ['one-line-of-many', 'main/calls.ts', 'if (excessCalls <= 1) log.warn', 'log.warn'],
    ['size-first', 'main/calls.ts', 'if (excess !== null) throw', 'if (excess === undefined) throw'],
    ['depth', bounds, "if (depth >= mostDepth) return 'depth';", ''],
    ['values', bounds, "if (this.values > mostValues) return 'values';", ''],
    ['text', bounds, "return this.text > this.mostText ? 'text' : null;", 'return null;'],
    ['classes', bounds, "if (prototype !== Object.prototype && prototype !== null) return 'kind';", ''],
    ['large-numbers', bounds, "      case 'bigint':\n", ''],
    ['prototypes', bounds, "if (name === '__proto__') return 'kind';", ''],
    ['bytes-at-their-place', bounds, ' && depth === depthOfBytes', ''],
    ['bytes-only-in-files', bounds, 'value instanceof Uint8Array && this.isFile &&', 'value instanceof Uint8Array &&'],
  ),
  ...guardsOf(7, 'flow', 'app/labels', '7:')(
    ['names-of-labels', 'main/handlers/labels.ts', '${cleanFileName(title)}.pdf', '${title}.pdf'],
    ['separators', 'main/labels/file-name.ts', '<>:"/\\\\|?*', '<>:"|?*'],
    ['reserved-names', 'main/labels/file-name.ts', "clean === '' || reserved.test(clean)", "clean === ''"],
    ['length-of-names', 'main/labels/file-name.ts', 'letters.length > mostLetters', 'letters.length > 1_000'],
  ),
  ...guardsOf(7, 'unit', 'main/handlers/tables', '7:')(
    ['names-of-saved-files', 'main/handlers/save-file.ts', '${cleanFileName(title)}.${kind}', '${title}.${kind}'],
  ),
  ...guardsOf(8, 'unit', 'main/labels/preflight', undefined)(
    ['memory', preflight, "if (memory !== null && before !== null && memory - before > mostMemory) give('too-large');\n        else if", 'if'],
    ['time', preflight, "else if (system.elapsed() - began > bound) give('too-slow');", ''],
    ['replies-are-read', preflight, 'const reply = readReply(given);', 'const reply = given;'],
    ['time-said-again', preflight, 'bound = mostMilliseconds + ', 'bound += '],
    ['lines-of-the-log', preflight, 'if (running.notes < mostNotes) ', ''],
    ['process-ends', preflight, '        void this.end();\n      };\n      const look', '      };\n      const look'],
  ),
  ...guardsOf(8, 'unit', 'main/within-bounds', '8:')(
    ['time-of-papers', 'main/within-bounds.ts', 'system.elapsed() - began <= bounds.milliseconds && ', ''],
    ['memory-of-papers', 'main/within-bounds.ts', ' && (watched.memory() ?? 0) <= bounds.bytes', ''],
  ),
  ...guardsOf(8, 'unit', 'preflight/libraries', undefined)([
    'memory-of-libraries', 'main/labels/preflight-libraries.ts', 'withMemoryBound(await readFile(resolve(name)), mostMemory)', 'await readFile(resolve(name))',
  ]),
  ...guardsOf(8, 'e2e', 'documents-apart', '8:')(
    ['sandbox-of-documents', 'main/platform/preflight.ts', 'sandbox: true,', 'sandbox: false,'],
    ['session-of-documents', 'main/platform/preflight.ts', "        session,\n", ''],
  ),
  ...guardsOf(8, 'e2e', 'documents-apart', '8: a picture')([
    'memory-of-the-real-process', 'main/labels/preflight-libraries.ts', 'withMemoryBound(await readFile(resolve(name)), mostMemory)', 'await readFile(resolve(name))',
  ]),
  ...guardsOf(9, 'flow', 'app/labels', '9:')(
    ['expired', download, 'exchange.status === 403 || ', ''],
  ),
  ...guardsOf(9, 'flow', 'api/transport-private', '9: .*redirects')(
    ['redirects-of-links', download, 'exchange.status !== 200', 'exchange.status >= 400'],
  ),
  ...guardsOf(10, 'unit', 'main/api/answer', undefined)(
    ['web-pages', 'main/api/answer.ts', 'status >= 200 && status <= 299 && /', 'status >= 900 && /'],
    ['depth-of-answers', 'main/api/answer.ts', 'if (isTooDeep(body)) return undefined;', ''],
  ),
  ...guardsOf(11, 'flow', 'api/transport-misbehaving', '11:')([
    'repeated-token', 'main/api/pages.ts', 'token !== null && seen.has(token)', 'token !== null && seen.size > 20',
  ]),
  ...guardsOf(12, 'flow', 'api/transport-misbehaving', '12:')([
    // Nothing follows redirects by itself: it is made to.
    'redirects', transport, "import Pool from 'undici/lib/dispatcher/pool.js';", following,
  ]),
  ...guardsOf(13, 'flow', 'api/transport-misbehaving', 'direct .*13:')(
    ['size', transport, 'if (size > request.mostBytes) current', 'if (size > Number.MAX_SAFE_INTEGER) current'],
    ['unpacked-size', 'main/api/transport-body.ts', '{ maxOutputLength: mostBytes }', '{}'],
    ['known-encodings', 'main/api/transport-body.ts', "code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge : ", ''],
  ),
  ...guardsOf(14, 'flow', 'api/certificates', 'direct')(
    ['certificates', 'main/api/transport-dial.ts', 'rejectUnauthorized: true', 'rejectUnauthorized: false'],
    ['own-authorities', 'main/api/transport-dial.ts', 'ca: this.options.authorities, ', ''],
    ['oldest-version', 'main/api/transport-dial.ts', "minVersion: 'TLSv1.2'", "minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0'"],
  ),
  ...guardsOf(15, 'unit', 'main/platform/refused-switches', undefined)(
    ['switches-removed', 'main/platform/refused-switches.ts', 'for (const name of given) line.removeSwitch(name);', ''],
    ['debugging-port', 'main/platform/refused-switches.ts', "['remote-debugging-port', ", '['],
    ['only-with-inspector', 'main/platform/refused-switches.ts', ' || inspector !== undefined', ''],
  ),
  ...guardsOf(15, 'dist', 'release', '15: does not start')([
    'early-switches', 'main/index.ts', 'if (early.length > 0) void', 'if (early.length > 99) void',
  ]),
  ...guardsOf(15, 'dist', 'release', '15: answers no')([
    'debugging-pipe', 'main/platform/refused-switches.ts', "'remote-debugging-pipe', ", '',
  ]),
  ...guardsOf(15, 'dist', 'release', '15: puts no')([
    'other-programs', 'main/platform/refused-switches.ts', ", 'renderer-cmd-prefix', 'utility-cmd-prefix'],", '],',
  ]),
  ...guardsOf(16, 'dist', 'dist', '16 and 27:')([
    'libraries-at-start', 'main/index.ts', 'if (app.isPackaged && alteredFiles(', 'if (!app.isPackaged && alteredFiles(',
  ]),
  ...guardsOf(17, 'flow', 'app/keys-redacted', '17:')(
    ['key-of-the-keychain', workspaces, '        redact(key);\n', ''],
    ['entered-key', connections, '  redact(key);\n', ''],
    ['training-key', workspaces, '    redact(service.planningKey);\n', ''],
  ),
  ...guardsOf(17, 'flow', 'api/transport-secrets', '17:')(
    ['base64', 'main/log.ts', "bytes.toString('base64'), ", ''],
    ['beginnings', 'main/log.ts', 'if (secret.length >= 2 * beginning) forms', 'if (secret.length < 0) forms'],
    ['url-encoded', 'main/log.ts', 'encodeURIComponent(secret), ', ''],
    ['queries', 'main/log.ts', "'$1?[query]'", "'$&'"],
  ),
  ...guardsOf(18, 'flow', 'app/connect', '18:')(
    ['line-breaks', 'main/keys/key-store.ts', "return /^[\\x21-\\x7e]+$/.test(key) ? null : 'odd-characters';", 'return null;'],
    ['trimmed', 'main/keys/key-store.ts', 'typed.trim()', 'typed'],
    ['longest', 'main/keys/key-store.ts', "if (key.length > longestKey) return 'too-long';", ''],
  ),
  ...guardsOf(18, 'flow', 'app/known-account', '18:')([
    'other-account', 'main/connectivity/account.ts', "return isUnread ? 'unseen' : 'other';", "return 'same';",
  ]),
  ...guardsOf(19, 'unit', 'renderer/import/import', 'contains no formulas')([
    'formulas', 'renderer/lib/formula-cells.ts', "? `'${text}` : text;", '? text : text;',
  ]),
  ...guardsOf(19, 'unit', 'renderer/lib/table-file', '19: a cell')([
    'plus-of-phone-numbers', 'renderer/lib/formula-cells.ts',
    '(isPhone || !plainNumber.test(text))', '!plainNumber.test(text)',
  ]),
  ...guardsOf(19, 'unit', 'renderer/lib/table-file', '19: .* from csv')([
    'formulas-in-csv', table, escaping, `(kind === 'csv' ? cell : ${escaping})`,
  ]),
  ...guardsOf(19, 'unit', 'renderer/lib/table-file', '19: .* from xlsx')([
    'formulas-in-xlsx', table, escaping, `(kind === 'xlsx' ? cell : ${escaping})`,
  ]),
  ...guardsOf(20, 'flow', 'db/outbox-file', 'damage|newer|changed byte')([
    'newer-file', 'main/db/migrate.ts', "if ((current?.floor ?? 0) > newest) throw new AppError('storage.newer');", '',
  ]),
  ...guardsOf(20, 'flow', 'db/outbox-file', 'a link lies')(
    ['links', files, 'if (found?.isSymbolicLink() === true) return false;', ''],
    ['links-are-not-read', 'main/db/salvage.ts', 'if (lstatSync(file).isSymbolicLink()) return result;', ''],
  ),
  ...guardsOf(21, 'unit', 'main/keys/keychain', '21:')([
    'one-call', 'main/keys/keychain.ts', 'while (this.outstanding !== null)', 'while (this.outstanding === undefined)',
  ]),
  ...guardsOf(22, 'unit', 'main/sending/clock-changes', '22:')(
    ['waits-carried', 'main/sending/clock-changes.ts', '(at > over ? at + by : at)', 'at'],
    ['doubts-counted-again', 'main/sending/sender.ts', 'if (recounted.length > 0) storage.commit(recounted);', ''],
  ),
  ...guardsOf(22, 'unit', 'main/sending/sender', '22:')([
    'clock-after-answers', 'main/sending/sender.ts', 'this.watchClock();\n      return value;', 'return value;',
  ]),
  ...guardsOf(23, 'flow', 'app/key-place', '23:')(
    ['place-of-a-key', workspaces, 'if (!belongsTo(stored, definition)) {', 'if (stored.key === definition.id) {'],
    ['origin', places, 'stored.origin === origin && ', ''],
    ['authority', places, ' && stored.authority === fingerprint(authority)', ''],
    ['answer', workspaces, 'if (!confirmed) {', 'if (confirmed === null) {'],
  ),
  ...guardsOf(24, 'flow', 'app/key-place', '24:')(
    ['confirmed-first', connections, 'await confirmPlace(context, definition, open?.definition ?? null);', ''],
    ['new-authority', connections, ' && before.authority === to.authority', ''],
  ),
  ...guardsOf(24, 'flow', 'api/proxy-app', '24:')([
    'confirmed-proxy', 'main/handlers/settings.ts', 'await confirmProxy(context, change.proxy);', '',
  ]),
  ...guardsOf(24, 'e2e', 'key-places', '24:')(
    ['dialog-of-main', 'main/platform/dialogs.ts',
      'confirmKeyPlace: (question) => confirmKeyPlace(window, question),', 'confirmKeyPlace: () => Promise.resolve(true),'],
    ['dialog-of-proxies', 'main/platform/dialogs.ts',
      'confirmProxyHost: (host) =>', 'confirmProxyHost: () => Promise.resolve(true),\n  unused: (host: string) =>'],
  ),
  ...guardsOf(24, 'flow', 'app/key-place', 'clears')([
    'clipboard', 'main/keys/clipboard-key.ts', 'await this.options.desktop.clearClipboard(text);', '',
  ]),
  together(25, 'packets', '25: no packet', [notCutOff, [theWindow, "webContents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');", '']]),
  together(25, 'connections', '25: no packet', [notCutOff, ['main/platform/protocol.ts', '"connect-src \'self\'"', '"connect-src *"']]),
  ...guardsOf(25, 'e2e', 'security', '25: is granted')(
    ['permissions', theWindow, 'answer(false)', 'answer(true)'],
    ['known-permissions', theWindow,
      'setPermissionCheckHandler(() => false)', 'setPermissionCheckHandler(() => true)'],
  ),
  ...guardsOf(25, 'e2e', 'security', '25: the window has no name')([
    'names-to-prefetch', 'main/index.ts',
    "app.commandLine.appendSwitch('blink-settings', 'dnsPrefetchingEnabled=false');", '',
  ]),
  ...guardsOf(26, 'flow', 'app/left-behind', '26:')(
    ['deletion', workspaces, 'if (deleteData && before !== null) await this.deleteData(before.definition);', ''],
    ['papers', workspaces, "['printing', ", '['],
    ['log', workspaces, "await eraseContents(join(folder, 'logs'));", ''],
    ['map', workspaces, 'await this.parts.forgetMap();', ''],
    ['browser', workspaces, 'await desktop.forgetBrowsing();', ''],
    ['overwritten', files, 'await overwrite(path, found.size).catch(() => undefined);', ';'],
    ['journals', workspaces, 'await keepJournals(this.folderOf(before.definition));', ';'],
  ),
  ...guardsOf(26, 'flow', 'app/key-place', 'signs out')([
    'clipboard-at-sign-out', 'main/handlers/session.ts', 'await context.clipboardKey.clearNow();', '',
  ]),
  ...guardsOf(26, 'flow', 'app/left-behind', 'all files')(
    ['files-of-databases', files, "openSync(file, 'wx', ownFile)", "openSync(file, 'wx')"],
    ['earlier-files', 'main/app.ts', 'const tightened = tighten(folder);', 'const tightened = Promise.resolve();'],
  ),
  ...guardsOf(26, 'flow', 'app/left-behind', 'papers that')([
    'papers-at-the-start', 'main/labels/paper-printer.ts', 'this.emptied = eraseLeft(options.folder, options.log);', 'this.emptied = Promise.resolve();',
  ]),
  ...guardsOf(26, 'flow', 'db/outbox-file', 'keeps nothing')([
    'free-pages', 'main/db/database.ts', "sqlite.pragma('secure_delete = ON');", '',
  ]),
  ...guardsOf(26, 'flow', 'app/labels', 'older than')([
    'old-labels', 'main/labels/documents.ts', 'prints.forgetBefore(system.now() - days * 86_400_000);', '',
  ]),
  ...guardsOf(27, 'flow', 'app/native-files', '27:')(
    ['hash', natives, 'if (expected.get(name) === hash)', 'if (expected.has(name))'],
    ['unknown-files', natives, 'else altered.add(name);', ''],
    ['missing-files', natives, 'new Set(expected.keys())', 'new Set<string>()'],
  ),
]; // prettier-ignore
