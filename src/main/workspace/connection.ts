/**
 * How a workspace talks to its services: the keys in use, the client, connectivity, and which account the keys open.
 */
import { Client } from '../api/client.ts';
import { isOfTheWay } from '../api/answer.ts';
import { authoritiesOf, type Exchange, type Transport } from '../api/transport.ts';
import { Account } from '../connectivity/account.ts';
import { knownThings, listsKnown } from '../sending/cached-facts.ts';
import { Connectivity } from '../connectivity/connectivity.ts';
import type { ConnectionKind, ConnectionState, ConnectivityState } from '../../shared/connections.ts';
import { AppError } from '../../shared/errors.ts';
import { KeyRing } from './key-ring.ts';
import type { WorkspaceOptions } from './options.ts';
import type { WorkspaceStorage } from './storage.ts';

export interface Connection {
  readonly transport: Transport;
  readonly client: Client;
  readonly connectivity: Connectivity;
  readonly account: Account;
  /** Aborted when the connection ends. */
  readonly signal: AbortSignal;
  usable(kind: ConnectionKind): boolean;
  states(): ConnectionState[];
  /** The keys in use, for main only: they carry over when the workspace is reopened with one of them changed. */
  keys(): { kind: ConnectionKind; key: string; kept: 'keychain' | 'session' }[];
  /** @param key null: there is none, or it could not be read yet */
  setKey(kind: ConnectionKind, key: string | null, kept: ConnectionState['kept']): void;
  /** Aborts requests in flight and refuses new ones. */
  end(): Promise<void>;
}

/** The cheapest read that a key allows: whether it is answered says whether the service can be reached. */
async function probe(client: Client, given: (kind: ConnectionKind) => string | null): Promise<void> {
  const call = { query: { maxPageSize: '1' }, priority: 'background' } as const;
  if (given('planning') !== null) await client.read('plans.list', call);
  else if (given('orders') !== null) await client.read('orders.list', call);
}

const stateText = ({ state, error }: ConnectivityState) =>
  `${state}${error === null ? '' : ` (${error.code}, ${error.detail.cause ?? ''})`}`;

/** @param stack ends the transport, unless `end` has done it before */
function openTransport({ definition, ...options }: WorkspaceOptions, stack: AsyncDisposableStack) {
  const closing = new AbortController();
  const transport = options.openTransport({
    ...{ origin: definition.origin, authorities: authoritiesOf(definition) },
    direct: definition.mode === 'training',
  });
  let ended: Promise<void> | null = null;
  const end = () => {
    closing.abort();
    ended ??= transport.close();
    return ended;
  };
  stack.defer(end);
  return { transport, signal: closing.signal, end };
}

/** What an exchange says against the connection; null: nothing. @param isOdd something on the way answered it */
function lineFailure(exchange: Exchange, isOdd: boolean): AppError | null {
  if (isOdd) return new AppError('line.odd-answer', { retry: 'later' });
  if (exchange.kind === 'answered' || !exchange.code.startsWith('line.')) return null;
  return new AppError(exchange.code, { retry: 'later', detail: { cause: exchange.cause } });
}

/**
 * @param resumeSending called when waiting entries may be sendable again: back online, or a key opens the account
 * @param stack ends the connection
 */
export function openConnection(
  options: WorkspaceOptions,
  { cache, outboxFile }: WorkspaceStorage,
  resumeSending: () => void,
  stack: AsyncDisposableStack,
): Connection {
  const { definition, system, log, stateChanged } = options;
  const keys = new KeyRing();
  const { transport, signal, end: endTransport } = openTransport(options, stack);

  const observe = (exchange: Exchange, kind: ConnectionKind) => {
    const isOdd = exchange.kind === 'answered' && isOfTheWay(exchange);
    if (exchange.kind === 'answered' && exchange.status === 401 && !isOdd && keys.refuse(kind)) {
      log.warn(`the ${kind} key was refused`);
      stateChanged();
    }
    const failure = lineFailure(exchange, isOdd);
    if (failure !== null) connectivity.failed(failure);
    else if (exchange.kind === 'answered') connectivity.answered();
  };
  const withKey = (key: (kind: ConnectionKind) => string | null) =>
    new Client({
      ...{ transport, pace: options.pace, signal, host: new URL(definition.origin).host },
      ...{ version: definition.version, key, observe },
    });
  const given = (kind: ConnectionKind) => keys.given(kind);
  const client = withKey((kind) => (account.isOther(kind) ? null : given(kind)));
  /** For connectivity and account checks, which use any key. */
  const probing = withKey(given);
  const account = new Account({
    system,
    read: (name, call) => probing.read(name, call),
    known: (kind) => knownThings(cache, outboxFile.entries, kind),
    listsKnown: (kind) => listsKnown(probing, cache, kind),
    changed(kind) {
      if (account.isOther(kind)) log.warn(`the ${kind} key opens another account`);
      if (account.isSame(kind)) resumeSending();
      stateChanged();
    },
  });
  stack.defer(() => account.close());
  const connectivity = new Connectivity({
    system,
    probe: () => probe(probing, given),
    changed(state) {
      log.info(`connectivity: ${stateText(state)}`);
      if (state.state === 'up') {
        account.lineIsUp();
        resumeSending();
      }
      stateChanged();
    },
  });
  stack.defer(() => connectivity.close());

  return {
    transport,
    client,
    connectivity,
    account,
    signal,
    usable: (kind) => given(kind) !== null && account.isSame(kind),
    states: () => definition.kinds.map((kind) => ({ ...keys.state(kind), otherAccount: account.isOther(kind) })),
    keys: () => keys.known(definition.kinds),
    setKey(kind, key, kept) {
      keys.set(kind, key, kept);
      if (key === null) return;
      // The training service issued the key itself. A recreated training depot still counts as the same account.
      if (definition.mode === 'training') account.confirm(kind);
      else account.keyChanged(kind);
    },
    end() {
      // Requests that end now say nothing about connectivity.
      connectivity.close();
      account.close();
      return endTransport();
    },
  };
}
