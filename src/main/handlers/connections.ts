/** First start: each key is checked with one small read, stored in the keychain, and never shown again. */
import { createHash, X509Certificate } from 'node:crypto';
import { Client } from '../api/client.ts';
import { authoritiesOf } from '../api/transport.ts';
import { readPatiently } from '../api/pages.ts';
import { mostRefusalsAtProbe, probeVersion } from '../api/versions/probe.ts';
import { keyPlaceQuestion, keyWithPlace } from '../keys/key-place.ts';
import { keyProblem } from '../keys/key-store.ts';
import { redact } from '../log.ts';
import type { Workspace } from '../workspace.ts';
import type { WorkspaceDefinition } from '../workspace/options.ts';
import { connectionKinds, readAddress, type ConnectionKind, type KeyCheck } from '../../shared/connections.ts';
import type { Version } from '../../shared/endpoints.ts';
import { AppError, encodeError } from '../../shared/errors.ts';
import { keyAccount, type Context } from './context.ts';
import { onceInRun, type MainHandlers } from './gestures.ts';
import { refuseWhileSearching, refuseWithUnsent } from './leaving.ts';

export function connectionHandlers(context: Context): MainHandlers['connections'] {
  const { keyEntries, desktop } = context;
  return {
    async beginKeyEntry({ kind }) {
      desktop.captureKeys(kind);
      return keyEntries.describe(kind);
    },

    async endKeyEntry() {
      desktop.captureKeys(null);
    },

    async pasteKey({ kind }) {
      return keyEntries.replace(kind, await context.clipboardKey.take());
    },

    async clearKey({ kind }) {
      return keyEntries.replace(kind, '');
    },

    access: () => context.workspace().readAccess(),

    async chooseAuthority() {
      const chosen = await desktop.chooseAuthority();
      return chosen === null ? null : { name: chosen.name, pem: readAuthority(chosen.content) };
    },

    connect: onceInRun(
      context,
      'connections.connect',
      async ({ address, authority }) => {
        const read = readAddress(address);
        if ('problem' in read)
          throw new AppError('connection.address', { retry: 'after-change', detail: { cause: read.problem } });
        const pem = authority === null || authority.trim() === '' ? null : readAuthority(authority);
        // A snapshot, because keys typed during the check are not checked.
        const entered = { planning: keyEntries.value('planning'), orders: keyEntries.value('orders') };
        const given = connectionKinds.filter((kind) => entered[kind] !== '');
        if (given.length === 0) throw new AppError('connection.no-key', { retry: 'after-change' });
        const clearings = () => given.map((kind) => keyEntries.timesCleared(kind)).join();
        const before = clearings();

        const open = context.openWorkspace();
        const same = open?.definition.mode === 'connected' && open.definition.origin === read.origin ? open : null;
        const mustBeEmpty = open !== null && (same === null || changesWorkingKey(same, entered));
        if (mustBeEmpty) refuseToLeave(open, context.system.now());
        const definition = definitionAt(read.origin, pem, given, same?.definition);
        await confirmPlace(context, definition, open?.definition ?? null);
        const probed = await checkAll(context, definition, entered);
        const checks = probed.map(({ result }) => result);
        if (checks.some((result) => result.result === 'failed')) return { connected: false, checks };
        // The form was left during the check, which clears its keys: the user works in another workspace, which stays
        // open. A new key for the open one goes on.
        const isOpen = context.openWorkspace()?.definition.id === definition.id;
        if (!isOpen && clearings() !== before) return { connected: false, checks };
        // The user may have entered something during the check.
        if (mustBeEmpty) refuseToLeave(open, context.system.now());

        const keys = (same?.keys() ?? []).filter((key) => !given.includes(key.kind));
        for (const kind of given) {
          const key = entered[kind];
          keys.push({ kind, key, kept: await keep(context, definition, kind, key) });
        }
        const version = probed.find((probe) => probe.version !== null)?.version ?? definition.version;
        await context.switchTo({ ...definition, version }, keys);
        return {
          connected: true,
          checks: connectionKinds.map((kind): KeyCheck => {
            const kept = given.includes(kind) ? keys.find((key) => key.kind === kind)?.kept : undefined;
            return kept === undefined ? { kind, result: 'not-given' } : { kind, result: 'accepted', kept };
          }),
        };
      },
      // A failed check may be repeated, because the service may be reachable at the next press.
      ({ connected }) => connected,
    ),
  };
}

/**
 * What is to be opened. A new key for the open address keeps the address's other key and its authority.
 *
 * @param same the open one, if it has this address
 */
const definitionAt = (
  origin: string,
  authority: string | null,
  given: readonly ConnectionKind[],
  same: WorkspaceDefinition | undefined,
): WorkspaceDefinition => ({
  id: workspaceId(origin),
  mode: 'connected',
  origin,
  authority: authority ?? same?.authority ?? null,
  kinds: connectionKinds.filter((kind) => given.includes(kind) || same?.kinds.includes(kind)),
  version: same?.version ?? 'v1',
});

/**
 * Asks in main's own dialog before keys go to an address or an authority other than the open ones: a window that was
 * taken over could name any (attack 24).
 *
 * @throws AppError `connection.not-confirmed`
 */
async function confirmPlace(
  { desktop }: Context,
  to: WorkspaceDefinition,
  open: WorkspaceDefinition | null,
): Promise<void> {
  const before = open?.mode === 'connected' ? open : null;
  if (before?.origin === to.origin && before.authority === to.authority) return;
  if (await desktop.confirmKeyPlace(keyPlaceQuestion(to.origin, before?.origin ?? null))) return;
  throw new AppError('connection.not-confirmed', { retry: 'after-change' });
}

/** A missing or refused key may be entered even if entries wait. A working key must not be replaced then (Rule 11). */
function changesWorkingKey(open: Workspace, entered: Record<ConnectionKind, string>): boolean {
  const used = new Map(open.keys().map(({ kind, key }) => [kind, key]));
  const works = open.connections().filter(({ refused, otherAccount }) => !refused && !otherAccount);
  return works.some(({ kind }) => used.has(kind) && entered[kind] !== '' && entered[kind] !== used.get(kind));
}

/**
 * Switching to another address would leave waiting entries behind (outbox, Rule 11), and late copies that nobody finds.
 * With a key of another account they would be looked for in the wrong place.
 */
function refuseToLeave(open: Workspace, now: number): void {
  refuseWithUnsent(open);
  refuseWhileSearching(open, now);
}

interface Probe {
  result: KeyCheck;
  /** The version that answered; null if none did, and for the order service, which has only one. */
  version: Version | null;
}

const checkAll = (context: Context, definition: WorkspaceDefinition, entered: Record<ConnectionKind, string>) =>
  Promise.all(connectionKinds.map((kind) => check(context, definition, kind, entered[kind])));

/** Checks a key with one read of page size 1, or two if the planning service does not speak v1. */
async function check(
  context: Context,
  definition: WorkspaceDefinition,
  kind: ConnectionKind,
  key: string,
): Promise<Probe> {
  if (key === '') return { result: { kind, result: 'not-given' }, version: null };
  redact(key);
  const problem = keyProblem(key);
  if (problem !== null) {
    const error = new AppError('key.malformed', { retry: 'after-change', detail: { cause: problem } });
    return { result: { kind, result: 'failed', error: encodeError(error) }, version: null };
  }
  const transport = context.openTransport({ origin: definition.origin, authorities: authoritiesOf(definition) });
  const clientOf = (version: Version) =>
    new Client({
      transport,
      pace: context.paceOf(definition),
      signal: new AbortController().signal,
      host: new URL(definition.origin).host,
      version,
      key: () => key,
      observe: () => undefined,
    });
  try {
    let version: Version | null = null;
    if (kind === 'planning') version = await probeVersion(clientOf);
    else {
      const call = { query: { maxPageSize: '1' }, priority: 'click' } as const;
      await readPatiently(clientOf('v1'), 'orders.list', call, mostRefusalsAtProbe);
    }
    return { result: { kind, result: 'accepted', kept: 'session' }, version };
  } catch (error) {
    return { result: { kind, result: 'failed', error: encodeError(error) }, version: null };
  } finally {
    await transport.close();
  }
}

/** Stores the key in the keychain, or in memory for this run with a notice if the keychain is unavailable. */
async function keep(
  context: Context,
  definition: WorkspaceDefinition,
  kind: ConnectionKind,
  key: string,
): Promise<'keychain' | 'session'> {
  try {
    await context.keyStore.write(keyAccount(definition.id, kind), keyWithPlace(key, definition));
    return 'keychain';
  } catch {
    context.log.warn('the keychain is not available; the key is kept for this run only');
    context.notice({ kind: 'keychain-unavailable', file: null });
    return 'session';
  }
}

/** @throws AppError `connection.authority` when the text is not a certificate in PEM format */
function readAuthority(content: string): string {
  try {
    // The constructor parses the first certificate of the text and throws if there is none.
    new X509Certificate(content);
    return content;
  } catch {
    throw new AppError('connection.authority', { retry: 'after-change' });
  }
}

/** A folder name for an address: the host for readability and a hash for uniqueness. */
function workspaceId(origin: string): string {
  const host = new URL(origin).hostname.replaceAll(/[^a-z0-9.-]/gi, '_').slice(0, 40);
  return `${host}-${createHash('sha256').update(origin).digest('hex').slice(0, 10)}`;
}
