/**
 * The composition root: puts the parts together and holds the one workspace that is open. Runs under plain Node too,
 * with another desktop, launcher and push given.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { keyAccount, type Context, type Desktop } from './handlers/context.ts';
import { GesturesOfRun } from './handlers/gestures-of-run.ts';
import { createHandlers } from './handlers/index.ts';
import { readJsonFile, writeJsonFile } from './json-file.ts';
import { KeyEntries } from './keys/key-entry.ts';
import type { KeyStore } from './keys/key-store.ts';
import type { StartPreflight } from './labels/preflight-process.ts';
import type { PrintBackEnd } from './labels/print-back-end.ts';
import { describeError, redact, type Log } from './log.ts';
import type { System } from './system.ts';
import type { TrainingLauncher, TrainingService } from './training-service.ts';
import { Pace } from './api/pace.ts';
import { controlOrigin, TrainingControl } from './api/training-control.ts';
import { transportsOver, type Network } from './api/transports.ts';
import { safeTimes, type WaitTimes } from './outbox/core.ts';
import { timesFor } from './sending/wait-times.ts';
import { Turns } from './chunks.ts';
import { openWorkspace, type Workspace } from './workspace.ts';
import type { WorkspaceDefinition } from './workspace/options.ts';
import { connectionKinds, type Notice, type ReadableList } from '../shared/connections.ts';
import type { Session } from '../shared/session.ts';
import type { Changed, Handlers, PushName, Pushes } from '../shared/contract.ts';
import { versions } from '../shared/endpoints.ts';
import { capabilitiesOf } from '../shared/capabilities.ts';
import { AppError } from '../shared/errors.ts';
import type { OutboxSummary } from '../shared/outbox.ts';
import { defaultSettings, settings as settingsSchema, type Settings } from '../shared/settings.ts';

export interface AppOptions {
  /** Where everything of this person lies; never a network or roaming folder. */
  folder: string;
  version: string;
  system: System;
  log: Log;
  cacheWorker: URL;
  startPreflight: StartPreflight;
  keyStore: KeyStore;
  backEnd: PrintBackEnd;
  desktop: Desktop;
  training: TrainingLauncher;
  network: Network;
  /** Shorter waits that a test asks for; they count before a service on this computer alone. */
  times: Partial<WaitTimes>;
  /** What was found and mended before the app was put together. */
  notices: Notice[];
  push<Name extends PushName>(name: Name, payload: Pushes[Name]): void;
}

/** What is under way and would stop with the app. */
export interface Unfinished {
  outbox: OutboxSummary;
  /** Of the labels that are being printed; null: none are. */
  labels: { printed: number; of: number } | null;
}

export interface App {
  handlers: Handlers;
  session(): Session;
  /** Null when nothing is under way. */
  unfinished(): Unfinished | null;
  /** Shows the person what was found, until it is dismissed. */
  notice(notice: Notice): void;
  /** The person pressed keys while a key field had the focus. */
  keyEntries: KeyEntries;
  close(): Promise<void>;
}

const savedWorkspace = z.strictObject({
  id: z.string().regex(/^[a-z0-9._-]{1,80}$/i),
  mode: z.enum(['connected', 'training']),
  origin: z.string(),
  authority: z.string().nullable(),
  kinds: z.array(z.enum(connectionKinds)),
  /** Files of an earlier app have none: it spoke v1 only. */
  version: z.enum(versions).default('v1'),
});
const savedState = z.strictObject({ workspace: savedWorkspace.nullable() });

type SettingsChange = { [Field in keyof Settings]?: Settings[Field] | undefined };
/** Fields that are undefined stay as they are. */
function mergeSettings(before: Settings, change: SettingsChange): Settings {
  const defined = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  return settingsSchema.parse({ ...before, ...defined });
}

const noOutbox: OutboxSummary = { waiting: 0, waitingOf: {}, asking: 0, oldestAt: null };
/** A burst of changes becomes one push. */
const gatherMilliseconds = 15;

/** Opens what was open when the app ended; answers as soon as its cache can be read. */
export async function createApp(options: AppOptions): Promise<App> {
  const { folder, system, log } = options;
  const push: AppOptions['push'] = (name, payload) => options.push(name, payload);
  const stateFile = join(folder, 'workspace.json');
  const settingsFile = join(folder, 'settings.json');
  // A file of an earlier version lacks what came later.
  let settings = mergeSettings(defaultSettings, readJsonFile(settingsFile, settingsSchema.partial(), {}));
  let workspace: Workspace | null = null;
  const startedAt = system.now();
  const notices: Notice[] = [...options.notices];
  const keyEntries = new KeyEntries();
  let cancelPush: (() => void) | undefined;
  let closed = false;

  const transports = transportsOver(options.network, () => settings.proxy, system);
  // One pace an address, kept while the app runs: a workspace that is opened anew has not forgotten what it just sent.
  const paces = { connected: new Map<string, Pace>(), training: new Map<string, Pace>() };
  const paceOf = ({ mode, origin }: Pick<WorkspaceDefinition, 'mode' | 'origin'>): Pace => {
    const desks = mode === 'training' ? 1 : settings.desksBehindThisAddress;
    const known = paces[mode].get(origin);
    if (known !== undefined) return known;
    const pace = new Pace({
      system,
      desks,
      blocked: (service, until) =>
        log.warn(`the ${service} service seems to block this address; silent until ${new Date(until).toISOString()}`),
    });
    paces[mode].set(origin, pace);
    return pace;
  };

  const session = (): Session => {
    const connected = {
      connections: workspace?.connections() ?? [],
      planningVersion: workspace?.definition.version ?? ('v1' as const),
    };
    return {
      mode: workspace?.definition.mode ?? 'none',
      address: workspace?.definition.origin ?? null,
      ...connected,
      capabilities: capabilitiesOf(connected),
      connectivity: workspace?.line() ?? { state: 'unknown', since: startedAt, error: null },
      outbox: workspace?.summary() ?? noOutbox,
      notices: [...notices],
      training: workspace?.definition.mode === 'training' ? { running: options.training.isRunning() } : null,
      version: options.version,
    };
  };
  const stateChanged = () => {
    if (closed) return;
    cancelPush ??= system.after(gatherMilliseconds, () => {
      cancelPush = undefined;
      if (!closed) push('session', session());
    });
  };
  /** Rows changed; with the outbox's rows the counts in the session change too. */
  const changed = (what: Changed[], planId: string | null) => {
    if (closed) return;
    push('changed', { what, planId });
    if (what.includes('outbox')) stateChanged();
  };
  const notice = (added: Notice) => {
    if (!notices.some((known) => JSON.stringify(known) === JSON.stringify(added))) notices.push(added);
    stateChanged();
  };
  const noticeOver = (kind: string) => {
    const kept = notices.filter((shown) => shown.kind !== kind);
    notices.splice(0, notices.length, ...kept);
    stateChanged();
  };
  /** Said once, as one: a list more or less is another thing to say. */
  const forbidden = (lists: ReadableList[]) => {
    noticeOver('lists-forbidden');
    if (lists.length > 0) notice({ kind: 'lists-forbidden', lists });
  };

  async function open(definition: WorkspaceDefinition): Promise<Workspace> {
    const times = timesFor(definition.origin, options.times);
    if (times.late < safeTimes.late) log.warn(`waits are shortened to ${times.settle} and ${times.late} ms`);
    const opened = await openWorkspace({
      definition,
      folder: join(folder, 'workspaces', definition.id),
      system,
      log,
      cacheWorker: options.cacheWorker,
      startPreflight: options.startPreflight,
      backEnd: options.backEnd,
      openTransport: transports.open,
      pace: paceOf(definition),
      clockMoved: () => transports.renew(),
      labelProfile: () => settings.labelProfile,
      times,
      changed,
      stateChanged,
      forbidden,
    });
    // What another workspace's key might not read.
    noticeOver('lists-forbidden');
    for (const found of opened.notices) notice(found);
    return opened;
  }

  /** One is closed before the next is opened: the same one opened twice would send everything twice. */
  const turns = new Turns();

  /** A key that was entered and not used was meant for the workspace that was open, and goes to no other. */
  const forgetEntered = () => {
    keyEntries.clearAll();
    options.desktop.captureKeys(null);
  };

  /** To be called in turn. */
  async function switchTo(definition: WorkspaceDefinition): Promise<Workspace> {
    if (closed) throw new AppError('connection.none');
    const before = workspace;
    workspace = null;
    forgetEntered();
    try {
      await before?.close();
      const opened = await open(definition);
      workspace = opened;
      writeJsonFile(stateFile, { workspace: definition });
      return opened;
    } finally {
      stateChanged();
    }
  }

  /** Of the service that was started last; steers nothing once that has ended. */
  let training: { service: TrainingService; control: TrainingControl } | null = null;
  const controlOf = (service: TrainingService): void => {
    if (training?.service.controlKey === service.controlKey && training.service.origin === service.origin) return;
    void training?.control.close();
    redact(service.controlKey);
    const transport = transports.open({
      origin: controlOrigin(service.origin),
      authorities: [service.authority],
    });
    training = { service, control: new TrainingControl(transport, service.controlKey) };
  };

  /** @param isWanted asked when the service runs: meanwhile the person may have left, or gone elsewhere */
  async function startTraining(isWanted: () => boolean = () => true): Promise<void> {
    const service = await options.training.start();
    redact(service.planningKey);
    redact(service.ordersKey);
    controlOf(service);
    const same = await turns.take(async () => {
      if (!isWanted()) return null;
      const current = workspace?.definition;
      const isOpen =
        current?.mode === 'training' && current.origin === service.origin && current.authority === service.authority;
      const target =
        isOpen && workspace !== null
          ? workspace
          : await switchTo({
              id: 'training',
              mode: 'training',
              origin: service.origin,
              authority: service.authority,
              kinds: ['planning', 'orders'],
              version: 'v1',
            });
      target.setKey('planning', service.planningKey, 'session');
      target.setKey('orders', service.ordersKey, 'session');
      return isOpen ? target : null;
    });
    await same?.tryLine();
    stateChanged();
  }

  /** Keys come after the first screen: a keychain may take seconds to answer. */
  async function loadKeys(opened: Workspace): Promise<void> {
    const { definition } = opened;
    if (definition.mode === 'training') {
      const isOpen = () => workspace === opened;
      await startTraining(isOpen).catch((error: unknown) => log.warn(`training service: ${describeError(error)}`));
      return;
    }
    const given = new Set(opened.keys().map(({ kind }) => kind));
    for (const kind of definition.kinds.filter((each) => !given.has(each))) {
      try {
        const key = await options.keyStore.read(keyAccount(definition.id, kind));
        if (workspace !== opened) return;
        if (key === null) continue;
        redact(key);
        opened.setKey(kind, key, 'keychain');
      } catch (error) {
        log.warn(`keychain: ${describeError(error)}`);
        notice({ kind: 'keychain-unavailable', file: null });
      }
    }
    stateChanged();
  }

  const context: Context = {
    system,
    log,
    desktop: options.desktop,
    keyStore: options.keyStore,
    keyEntries,
    gestures: new GesturesOfRun(),
    backEnd: options.backEnd,
    workspace() {
      if (workspace === null) throw new AppError('connection.none');
      return workspace;
    },
    session,
    openTransport: transports.open,
    paceOf,
    openWorkspace: () => workspace,
    changed,
    keyEntryChanged: (entry) => push('keyEntry', entry),
    notice,
    dismissNotice: noticeOver,
    switchTo: (definition, keys) =>
      turns.take(async () => {
        const opened = await switchTo(definition);
        for (const { kind, key, kept } of keys) opened.setKey(kind, key, kept);
        // A key that is not among them may not have been read from the keychain yet.
        void loadKeys(opened);
      }),
    leave: () =>
      turns.take(async () => {
        const before = workspace;
        workspace = null;
        forgetEntered();
        await before?.close();
        if (before?.definition.mode === 'training') await options.training.stop();
        writeJsonFile(stateFile, { workspace: null });
        stateChanged();
      }),
    startTraining: () => startTraining(),
    async stopTrainingService() {
      await options.training.stop();
      await workspace?.tryLine();
      stateChanged();
    },
    trainingControl() {
      if (workspace?.definition.mode !== 'training' || !options.training.isRunning()) return null;
      return training?.control ?? null;
    },
    renewConnections: () => transports.renew(),
    settings: () => settings,
    saveSettings(change) {
      const { proxy } = settings;
      const next = mergeSettings(settings, change);
      writeJsonFile(settingsFile, next);
      settings = next;
      for (const pace of paces.connected.values()) pace.shareWith(settings.desksBehindThisAddress);
      if (JSON.stringify(proxy) !== JSON.stringify(settings.proxy)) transports.renew();
      return settings;
    },
  };

  const remembered = readJsonFile(stateFile, savedState, { workspace: null }).workspace;
  if (remembered !== null) {
    try {
      workspace = await open(remembered);
      void loadKeys(workspace);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'storage.newer') throw error;
      log.warn('the outbox was written by a newer version; it is not opened and not changed');
      notice({ kind: 'outbox-newer', file: 'outbox.db' });
    }
  }

  return {
    handlers: createHandlers(context),
    session,
    unfinished() {
      const outbox = workspace?.summary() ?? noOutbox;
      const labels = workspace?.batches.underWay() ?? null;
      return outbox.waiting === 0 && labels === null ? null : { outbox, labels };
    },
    notice,
    keyEntries,
    async close() {
      if (closed) return;
      closed = true;
      cancelPush?.();
      await turns.take(async () => workspace?.close());
      await training?.control.close();
      for (const pace of [...paces.connected.values(), ...paces.training.values()]) pace.close();
      await options.training.stop();
    },
  };
}
