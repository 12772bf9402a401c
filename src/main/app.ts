/**
 * The composition root: assembles the parts and owns the one open workspace. It also runs under plain Node with another
 * desktop, launcher and push.
 */
import { join } from 'node:path';
import type { Notice } from '../shared/connections.ts';
import { capabilitiesOf } from '../shared/capabilities.ts';
import type { Handlers } from '../shared/contract.ts';
import { AppError } from '../shared/errors.ts';
import type { OutboxSummary } from '../shared/outbox.ts';
import type { Session } from '../shared/session.ts';
import type { UpdateState } from '../shared/updates.ts';
import { authoritiesOf } from './api/transport.ts';
import { transportsOver, type OpenTransport } from './api/transports.ts';
import { Announcer } from './app/announcer.ts';
import type { AppOptions } from './app/options.ts';
import { Paces } from './app/paces.ts';
import { SavedSettings } from './app/saved.ts';
import { Workspaces } from './app/workspaces.ts';
import type { Context, Desktop } from './handlers/context.ts';
import { GesturesOfRun } from './handlers/gestures-of-run.ts';
import { createHandlers } from './handlers/index.ts';
import { ClipboardKey } from './keys/clipboard-key.ts';
import { KeyEntries } from './keys/key-entry.ts';
import { MapBackgrounds } from './map/backgrounds.ts';
import { readPolicy, type Policy } from './policy.ts';
import { tighten } from './private-files.ts';
import { StoredUpdates } from './updates/stored.ts';
import { Updates } from './updates/updates.ts';

/** Work in progress that would stop with the app. */
export interface Unfinished {
  outbox: OutboxSummary;
  /** Labels being printed in batches; null: none. */
  labels: { printed: number; of: number } | null;
  /** Pages of labels being printed on their own; null: none. */
  pages: { printed: number; of: number } | null;
}

export interface App {
  handlers: Handlers;
  session(): Session;
  /** Null when nothing is in progress. */
  unfinished(): Unfinished | null;
  /** Shows the user a notice until it is dismissed. */
  notice(notice: Notice): void;
  /** Receives key presses while a key field has the focus. */
  keyEntries: KeyEntries;
  /** Tells the window what has changed: before the answer to the call that changed it. */
  tellNow(): void;
  close(): Promise<void>;
}

const noOutbox: OutboxSummary = { waiting: 0, inDoubt: 0, pending: 0, waitingOf: {}, asking: 0, oldestAt: null };

function unfinishedIn(open: Workspaces['current']): Unfinished | null {
  const outbox = open?.summary() ?? noOutbox;
  const labels = open?.batches.underWay() ?? null;
  const pages = open?.labelPrinter.underWay() ?? null;
  return outbox.waiting === 0 && labels === null && pages === null ? null : { outbox, labels, pages };
}

interface SettingsUsers {
  settings: SavedSettings;
  desktop: Pick<Desktop, 'setZoom'>;
  paces: Pick<Paces, 'desksChanged'>;
  transports: { renew(): void };
}

/** Saves settings, and makes what they changed take effect. */
const settingsSaver =
  ({ settings, desktop, paces, transports }: SettingsUsers): Context['saveSettings'] =>
  (change) => {
    const before = settings.now;
    const now = settings.save(change);
    paces.desksChanged();
    if (now.zoom !== before.zoom) desktop.setZoom(now.zoom);
    if (JSON.stringify(now.proxy) !== JSON.stringify(before.proxy)) transports.renew();
    return now;
  };

/** States in which there is nothing to install. In the others, what was ready before can still be installed. */
const nothingReady: readonly UpdateState['kind'][] = ['off', 'current', 'refused', 'failed'];

/**
 * @returns says once of each version that it is ready, in place of the version before, and takes that back when none is
 * ready any more
 */
function readyTeller(announcer: Pick<Announcer, 'notice' | 'dismiss'>): (state: UpdateState) => void {
  let said: string | null = null;
  return (state) => {
    if (state.kind === 'ready' && state.version !== said) {
      announcer.dismiss('update-ready');
      announcer.notice({ kind: 'update-ready', file: state.version });
      said = state.version;
    } else if (said !== null && nothingReady.includes(state.kind)) {
      announcer.dismiss('update-ready');
      said = null;
    }
  };
}

interface UpdatesUsers {
  options: AppOptions;
  policy: Policy;
  workspaces: Pick<Workspaces, 'current'>;
  announcer: Pick<Announcer, 'notice' | 'dismiss'>;
  openTransport: OpenTransport;
}

function createUpdates({ options, policy, workspaces, announcer, openTransport }: UpdatesUsers): Updates {
  const { folder, system, version, log, push } = options;
  const { startAgain, ...installation } = options.updates;
  const tellReady = readyTeller(announcer);
  const updates = new Updates({
    ...{ system, version, ...installation, end: startAgain, openTransport },
    stored: new StoredUpdates(folder, policy, system),
    folder: join(folder, 'updates'),
    authorities: () => {
      // An office with an authority of its own may have it sign this server too.
      const definition = workspaces.current?.definition;
      return definition?.mode === 'connected' ? authoritiesOf(definition) : null;
    },
    isBusy: () => {
      const open = workspaces.current;
      if (open === null) return false;
      const isPrinting = open.batches.underWay() !== null || open.labelPrinter.underWay() !== null;
      return isPrinting || open.outboxFile.entries.isAny('sending');
    },
    changed: () => {
      push('updates', updates.view);
      tellReady(updates.view.state);
    },
    report: (text) => log.warn(text),
  });
  return updates;
}

/** @returns takes the steps one after another, once however often it is called */
function once(steps: readonly (() => void | Promise<void>)[]): () => Promise<void> {
  let taken: Promise<void> | null = null;
  const take = async () => {
    for (const step of steps) await step();
  };
  return () => (taken ??= take());
}

const teller = (open: () => Workspaces['current'], announcer: Pick<Announcer, 'tellNow'>) => () => {
  open()?.tellNow();
  announcer.tellNow();
};

/** Reopens the workspace that was open when the app ended; resolves as soon as its cache can be read. */
export async function createApp(options: AppOptions): Promise<App> {
  const { folder, system, log, crashes, desktop, keyStore, backEnd, push } = options;
  const startedAt = system.now();
  const policy = readPolicy(options.policy);
  const settings = new SavedSettings(folder);
  const keyEntries = new KeyEntries();
  const clipboardKey = new ClipboardKey({ system, log, desktop });
  const transports = transportsOver(options.network, () => settings.now.proxy, system);
  const paces = new Paces(system, log, () => settings.now.desksBehindThisAddress);

  const session = (): Session => {
    const workspace = workspaces.current;
    const connected = {
      connections: workspace?.connections() ?? [],
      planningVersion: workspace?.definition.version ?? ('v1' as const),
    };
    return {
      mode: workspace?.definition.mode ?? 'none',
      address: workspace?.definition.origin ?? null,
      ...connected,
      capabilities: capabilitiesOf(connected),
      connectivity: workspace?.connectivity() ?? { state: 'unknown', since: startedAt, error: null },
      reading: workspace?.refresher.reading ?? { first: null, failed: [] },
      outbox: workspace?.summary() ?? noOutbox,
      notices: [...announcer.notices],
      training: workspace?.definition.mode === 'training' ? { running: options.training.isRunning() } : null,
      version: options.version,
    };
  };
  const announcer = new Announcer(system, push, session, options.notices);
  const workspaces: Workspaces = new Workspaces({
    ...{ options, announcer, paces, settings, transports, keyEntries },
    labelDays: policy.labelDays,
    forgetMap: () => map.forgetTiles(),
  });
  const map = new MapBackgrounds({
    ...{ folder, system, openTransport: transports.open },
    workspace: () => workspaces.current?.definition ?? null,
    changed: () => announcer.changed(['settings'], null),
  });
  const updates = createUpdates({ options, policy, workspaces, announcer, openTransport: transports.open });
  const handlers = createHandlers({
    ...{ system, log, crashes, desktop, keyStore, keyEntries, clipboardKey, backEnd, session, map, updates },
    gestures: new GesturesOfRun(),
    workspace() {
      if (workspaces.current === null) throw new AppError('connection.none');
      return workspaces.current;
    },
    ...{ openTransport: transports.open, paceOf: paces.of },
    ...{ notice: announcer.notice, dismissNotice: announcer.dismiss, asOne: announcer.asOne },
    openWorkspace: () => workspaces.current,
    changed: announcer.changed,
    keyEntryChanged: (entry) => push('keyEntry', entry),
    switchTo: (definition, keys) => workspaces.switchTo(definition, keys),
    leave: (deleteData) => workspaces.leave(deleteData),
    readKeys: () => workspaces.readKeys(),
    startTraining: () => workspaces.startTraining(),
    stopTrainingService: () => workspaces.stopTrainingService(),
    trainingControl: () => workspaces.trainingControl(),
    renewConnections: () => transports.renew(),
    settings: () => settings.now,
    saveSettings: settingsSaver({ settings, desktop, paces, transports }),
  });
  await workspaces.openSaved();
  // After the first list: what an earlier version left open to others is closed to them.
  const tightened = tighten(folder);

  return {
    handlers,
    session,
    unfinished: () => unfinishedIn(workspaces.current),
    notice: announcer.notice,
    keyEntries,
    tellNow: teller(() => workspaces.current, announcer),
    close: once([
      ...[() => announcer.close(), () => clipboardKey.clearNow(), () => workspaces.close(), () => map.close()],
      ...[() => updates.close(), () => paces.close(), () => options.training.stop(), () => tightened],
    ]),
  };
}
