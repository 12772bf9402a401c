import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readArguments } from '../../../src/main/api-command/arguments.ts';
import { operations } from '../../../src/main/api-command/operations.ts';
import { runCommand } from '../../../src/main/api-command/run.ts';
import { plainNetwork } from '../../../src/main/api/transports.ts';
import { writeJsonFile } from '../../../src/main/json-file.ts';
import { keyWithPlace } from '../../../src/main/keys/key-place.ts';
import type { KeyStore } from '../../../src/main/keys/key-store.ts';
import { realSystem } from '../../../src/main/system.ts';
import { endpoints } from '../../../src/shared/endpoints.ts';
import { startService, type RunningService } from '../../../src/training/server.ts';
import { memoryKeyStore, noKeyStore } from '../../fixtures/app.ts';
import { canaryKey } from '../../fixtures/network-paths.ts';
import { json, startScriptedServer, type Script } from '../../fixtures/scripted-server.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

interface Given {
  folder?: string;
  input?: string;
  keyStore?: KeyStore;
  files?: Record<string, string>;
}

/** Runs a command with the test's input, files and keychain. */
async function run(args: readonly string[], given: Given = {}) {
  let printed = '';
  let said = '';
  const code = await runCommand(args, {
    folder: given.folder ?? temporaryFolder(),
    system: realSystem,
    network: plainNetwork,
    keyStore: given.keyStore ?? noKeyStore,
    print: (output) => void (printed += output),
    say: (output) => void (said += output),
    standardInput: () => Promise.resolve(given.input ?? ''),
    readFile: (path) =>
      given.files?.[path] === undefined ? readFile(path, 'utf8') : Promise.resolve(given.files[path]),
  });
  const lines = printed.split('\n').filter((line) => line !== '');
  return {
    code,
    printed,
    said,
    lines,
    records: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}

async function startTraining(): Promise<RunningService> {
  const service = await startService({ folder: temporaryFolder() });
  onTestFinished(() => service.close());
  return service;
}

const at = (service: RunningService) => [
  '--address',
  service.address,
  '--authority',
  service.authorityFile,
  '--key-stdin',
];

/** Runs a command against a scripted service, with the key on standard input. */
async function against(script: Script, args: readonly string[], files: Record<string, string> = {}) {
  const server = await startScriptedServer(script);
  const own = ['--address', server.origin, '--authority', 'authority.pem', '--key-stdin'];
  const result = await run([...args, ...own], {
    input: `${canaryKey}\n`,
    files: { 'authority.pem': server.authority, ...files },
  });
  return { ...result, server };
}

describe('the arguments', () => {
  it('have a separate noun and verb for each operation of the endpoint table', () => {
    expect(operations).toHaveLength(Object.keys(endpoints).length);
    expect(new Set(operations.map(({ noun, verb }) => `${noun} ${verb}`)).size).toBe(operations.length);
  });

  it.each(operations.map((operation) => [`${operation.noun} ${operation.verb}`, operation] as const))(
    '%s: takes its ids and filters',
    (_name, operation) => {
      const { ids, parameters } = operation;
      const read = readArguments([
        operation.noun,
        operation.verb,
        ...ids.flatMap(({ option }, index) => [`--${option}`, `id${index}`]),
        ...parameters.flatMap(({ option }) => [`--${option}`, 'x']),
      ]);
      expect(read).toMatchObject({
        command: {
          path: Object.fromEntries(ids.map(({ name }, index) => [name, `id${index}`])),
          query: Object.fromEntries(parameters.map(({ name }) => [name, 'x'])),
        },
      });
    },
  );

  it('take an id as the service writes it', () => {
    expect(readArguments(['stops', 'get', 'plans/p1/stops/s1'])).toMatchObject({
      command: { path: { planId: 'p1', stopId: 's1' } },
    });
    expect(readArguments(['stops', 'list', '--plan', 'plans/p1'])).toMatchObject({
      command: { path: { planId: 'p1' } },
    });
  });

  it.each([
    ['plan list', /nothing called "plan"/],
    ['plans print', /"plans" can: list, create, get/],
    ['plans get', /Which plan\? Give --plan ID/],
    ['plans list --nonsense', /Unknown option '--nonsense'/],
    ['plans get p1 --all', /--all is for lists/],
    ['plans get p1 --body x', /takes no --body/],
  ])('%s: is rejected with a reason', async (line, words) => {
    const { code, said } = await run(line.split(' '));
    expect(code).toBe(2);
    expect(said).toMatch(words);
  });

  it('help lists every operation', async () => {
    const { code, printed } = await run(['help']);
    expect(code).toBe(0);
    for (const { noun, verb } of operations) expect(printed).toContain(`  ${noun} ${verb}`);
  });
});

describe('reading', () => {
  it('plans list --json prints the records as the service returned them', async () => {
    const service = await startTraining();
    const { code, records, said } = await run(['plans', 'list', '--json', '--all', ...at(service)], {
      input: `${service.planningKey}\n`,
    });
    expect(said).toBe('');
    expect(code).toBe(0);
    expect(records()).toHaveLength(21);
    expect(records()[0]).toMatchObject({
      id: expect.stringMatching(/^plans\//) as string,
      depot: expect.anything() as string,
    });
  });

  it('--all follows the pages, and a single page says that there is more', async () => {
    const service = await startTraining();
    const input = service.planningKey;
    const plans = await run(['plans', 'list', '--json', ...at(service)], { input });
    // The first plan is from before the service kept stops.
    const id = String(plans.records()[1]?.['id']);
    const one = await run(['stops', 'list', '--plan', id, '--json', ...at(service)], { input });
    expect(one.records()).toHaveLength(10);
    expect(one.said).toMatch(/There is more: --all/);
    const all = await run(['stops', 'list', '--plan', id, '--json', '--all', ...at(service)], { input });
    expect(all.records().length).toBeGreaterThan(10);
    expect(new Set(all.records().map((record) => record['id'])).size).toBe(all.records().length);
    const detail = await run(['stops', 'get', String(all.records()[10]?.['id']), '--json', ...at(service)], { input });
    expect(detail.records()).toEqual([all.records()[10]]);
  });

  it('filters reach the service, with the orders key and the Basic scheme', async () => {
    const service = await startTraining();
    const input = service.ordersKey;
    const some = await run(['orders', 'list', '--json', ...at(service)], { input });
    const wanted = some.records().find((order) => (order['packageInfo'] as { externalId?: string }).externalId);
    const { externalId } = wanted?.['packageInfo'] as { externalId: string };
    const found = await run(['orders', 'list', '--external-id', externalId, '--json', '--basic', ...at(service)], {
      input,
    });
    expect(found.records()).toEqual([wanted]);
  });

  it('prints a small table without terminal control characters', async () => {
    const plan = { id: 'plans/a', title: 'red \u001b[31m\u202e', distributed: true, drivers: ['drivers/d'] };
    const { code, lines } = await against(json(200, { plans: [plan], nextPageToken: null }), ['plans', 'list']);
    expect(code).toBe(0);
    expect(lines).toEqual(['id       title       distributed', 'plans/a  red  [31m   true']);
    const asJson = await against(json(200, { plans: [plan], nextPageToken: null }), ['plans', 'list', '--json']);
    expect(asJson.printed).not.toContain('\u001b');
    expect(asJson.printed).not.toContain('\u202e');
    expect(asJson.records()).toEqual([plan]);
  });

  it('waits out a 429', async () => {
    let asked = 0;
    const { code, server } = await against(
      (incoming, response, socket) => {
        asked += 1;
        if (asked === 1) response.writeHead(429).end();
        else void json(200, { plans: [], nextPageToken: null })(incoming, response, socket);
      },
      ['plans', 'list'],
    );
    expect(code).toBe(0);
    expect(server.received).toHaveLength(2);
  });
});

describe('the key', () => {
  it('comes from the keychain entry of the app for the service in use', async () => {
    const service = await startTraining();
    const folder = temporaryFolder();
    const definition = { id: 'desk-1', mode: 'connected', origin: service.address, authority: service.authority };
    writeJsonFile(join(folder, 'workspace.json'), { workspace: { ...definition, kinds: ['planning', 'orders'] } });
    const keyStore = memoryKeyStore();
    await keyStore.write('desk-1 planning', keyWithPlace(service.planningKey, definition));
    const plans = await run(['plans', 'list', '--json'], { folder, keyStore });
    expect(plans.code).toBe(0);
    const without = await run(['orders', 'list', '--json'], { folder, keyStore });
    expect(without).toMatchObject({ code: 5, printed: '' });
    await keyStore.write('desk-1 orders', keyWithPlace(service.ordersKey, definition));
    expect((await run(['orders', 'list', '--json'], { folder, keyStore })).code).toBe(0);
    const locked = await run(['orders', 'list'], { folder, keyStore: noKeyStore });
    expect(locked.code).toBe(5);
    expect(locked.said).toContain('keychain.unavailable');
  });

  it.each([
    ['--key', canaryKey],
    [`--key=${canaryKey}`],
    ['--api-key', canaryKey],
    ['--planning-key', canaryKey],
    ['--token', canaryKey],
    ['--authorization', `Bearer ${canaryKey}`],
    [`Bearer ${canaryKey}`],
  ])('as an argument (%s) is rejected first and not printed', async (...args) => {
    const { code, said, printed } = await run(['plans', 'list', ...args, '--address', 'https://127.0.0.1:9']);
    expect(code).toBe(2);
    expect(said).toMatch(/A key is never given as an argument/);
    expect(said + printed).not.toContain(canaryKey);
  });

  it('that is empty, malformed or wrong gives exit code 5', async () => {
    const service = await startTraining();
    for (const input of ['', 'two\nlines', 'wrong-key']) {
      const { code, printed } = await run(['plans', 'list', ...at(service)], { input });
      expect([code, printed]).toEqual([5, '']);
    }
  });
});

describe('writing', () => {
  const stop = JSON.stringify({ address: { addressLineOne: 'Güterstraße 52' }, recipient: { externalId: 'cli-1' } });
  const create = ['stops', 'create', '--plan', 'p1', '--body', 'stop.json'];

  it('requires --yes and sends nothing without it', async () => {
    const { code, said, server } = await against(json(200, {}), create, { 'stop.json': stop });
    expect(code).toBe(2);
    expect(said).toMatch(/Nothing was sent. Add --yes/);
    expect(server.received).toHaveLength(0);
  });

  it('creates the record once', async () => {
    const service = await startTraining();
    const input = service.planningKey;
    const plans = await run(['plans', 'list', '--json', ...at(service)], { input });
    const id = String(plans.records().find((plan) => plan['writable'] === true)?.['id']);
    const args = ['stops', 'create', '--plan', id, '--body', 'stop.json', '--yes', '--json', ...at(service)];
    const created = await run(args, { input, files: { 'stop.json': stop } });
    expect(created).toMatchObject({ code: 0, said: '' });
    const found = await run(['stops', 'list', '--plan', id, '--external-id', 'cli-1', '--json', ...at(service)], {
      input,
    });
    expect(found.records().map((record) => record['id'])).toEqual([created.records()[0]?.['id']]);
  });

  it.each<[string, Script, number, RegExp]>([
    [
      'refused',
      json(400, { message: 'no \u001b[2J', code: 'plan_not_writable' }),
      1,
      /Response from the service: no {2}\[2J/,
    ],
    ['not found', json(404, { message: 'gone' }), 1, /service.not-found/],
    ['busy', (_i, r) => void r.writeHead(429).end(), 3, /service.busy/],
    ['the key refused', json(401, { message: 'key' }), 5, /service.key-refused/],
    ['a broken answer', (_i, _r, socket) => void socket.destroy(), 4, /may have been done/],
    ['a sign-in page', (_i, r) => void r.writeHead(200).end('<html>'), 4, /may have been done/],
  ])('%s has its own exit code and words', async (_name, script, expected, words) => {
    const { code, said, printed, server } = await against(script, [...create, '--yes'], { 'stop.json': stop });
    expect(code).toBe(expected);
    expect(said).toMatch(words);
    expect(said).not.toContain('\u001b');
    expect(said + printed).not.toContain(canaryKey);
    expect(server.received).toHaveLength(1);
  });

  it('sends nothing if the body breaks a bound or is no JSON, or the service is unreachable', async () => {
    const bad = await against(json(200, {}), [...create, '--yes'], { 'stop.json': '{"address":{},"notes":""}' });
    expect([bad.code, bad.server.received.length]).toEqual([2, 0]);
    expect(bad.said).toMatch(/field (address|notes)/);
    const none = await against(json(200, {}), [...create, '--yes'], { 'stop.json': 'x' });
    expect(none).toMatchObject({ code: 2, said: 'stop.json is no JSON.\n' });
    const nobody = await run(['plans', 'delete', 'p1', '--yes', '--key-stdin', '--address', 'https://no.invalid'], {
      input: canaryKey,
    });
    expect(nobody.code).toBe(3);
    expect(nobody.said).toMatch(/line.unreachable.*at name/);
  });
});

describe('the program', () => {
  it('reads the key from standard input and returns the exit code', async () => {
    const service = await startTraining();
    const program = join(import.meta.dirname, '..', '..', '..', 'src', 'main', 'api-command', 'main.ts');
    const start = (args: readonly string[]) =>
      spawn(process.execPath, [program, ...args, '--profile', temporaryFolder()], {
        env: { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: '0' },
      });
    const finish = async (child: ReturnType<typeof start>, input: string) => {
      const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
      child.stdin.end(input);
      const [printed, said, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
      return { printed, said, code };
    };
    const good = await finish(start(['plans', 'list', '--json', ...at(service)]), service.planningKey);
    expect(good.code).toBe(0);
    expect(good.printed.trim().split('\n')).toHaveLength(20);
    expect(good.said).toMatch(/NODE_TLS_REJECT_UNAUTHORIZED is set; it is ignored/);
    const bad = await finish(start(['plans', 'list', '--address', service.address, '--key-stdin']), 'any-key');
    expect(bad).toMatchObject({ code: 3, printed: '' });
    expect(bad.said).toMatch(/line.certificate/);
  });
});
