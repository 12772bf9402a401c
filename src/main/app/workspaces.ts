/** Manages the single open workspace: opens it at start, replaces it, and leaves it. */
import { join } from 'node:path';
import type { ConnectionKind } from '../../shared/connections.ts';
import { AppError } from '../../shared/errors.ts';
import { Turns } from '../chunks.ts';
import type { Transports } from '../api/transports.ts';
import { keyAccount } from '../handlers/context.ts';
import type { KeyEntries } from '../keys/key-entry.ts';
import { isTimeout } from '../keys/keychain.ts';
import { belongsTo, keyPlaceQuestion, keyWithPlace, readStoredKey } from '../keys/key-place.ts';
import { describeError, redact } from '../log.ts';
import { safeTimes } from '../outbox/core.ts';
import { erase, eraseContents, keepJournals } from '../private-files.ts';
import { timesFor } from '../sending/wait-times.ts';
import { openWorkspace, type Workspace } from '../workspace.ts';
import type { WorkspaceDefinition } from '../workspace/options.ts';
import type { AppOptions } from './options.ts';
import type { Announcer } from './announcer.ts';
import type { Paces } from './paces.ts';
import { SavedWorkspace, type SavedSettings } from './saved.ts';
import { TrainingSteering } from './training-steering.ts';

type UsedKey = { kind: ConnectionKind; key: string; kept: 'keychain' | 'session' };

interface Parts {
  options: Omit<AppOptions, 'push'>;
  announcer: Announcer;
  paces: Paces;
  settings: SavedSettings;
  transports: Transports;
  keyEntries: KeyEntries;
  /** Days after which the documents of labels are deleted. */
  labelDays: number;
  /** Deletes the pieces of the map, which say where somebody's customers live. */
  forgetMap(): Promise<void>;
}

/** Below the app's own folder: what holds data of people, beside the folders of the workspaces. */
const sharedPlaces = ['printing', 'crashes.json'];

export class Workspaces {
  private readonly parts: Parts;
  private readonly saved: SavedWorkspace;
  private readonly steering: TrainingSteering;
  /** Closes one workspace before opening the next, because the same one opened twice would send everything twice. */
  private readonly turns = new Turns();
  /** The keychain may answer late, while the user has it asked again. */
  private readonly keyReads = new Turns();
  private open: Workspace | null = null;
  private closed = false;

  constructor(parts: Parts) {
    this.parts = parts;
    this.saved = new SavedWorkspace(parts.options.folder);
    this.steering = new TrainingSteering(parts.transports);
  }

  get current(): Workspace | null {
    return this.open;
  }

  /** Opens the workspace that was open when the app ended. Says so if nobody knows which that was. */
  async openSaved(): Promise<void> {
    const definition = this.saved.read();
    if (definition === null) return;
    const { options, announcer } = this.parts;
    if (definition === 'unreadable') {
      options.log.warn('workspace.json cannot be read: no workspace is opened');
      announcer.notice({ kind: 'workspace-unreadable', file: 'workspace.json' });
      return;
    }
    try {
      const opened = await this.opened(definition);
      this.open = opened;
      void this.loadKeysOnceShown(opened);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'storage.newer') throw error;
      options.log.warn('the outbox was written by a newer version; it is not opened and not changed');
      announcer.notice({ kind: 'outbox-newer', file: 'outbox.db' });
    }
  }

  /** Asks the keychain again for the keys that it has not given. Resolves when it has answered, or timed out again. */
  async readKeys(): Promise<void> {
    const { open } = this;
    const isUnread = open?.connections().some(({ kept }) => kept === 'unread') ?? false;
    if (open !== null && isUnread && !this.closed) await this.loadKeys(open);
  }

  /** Replaces the open workspace and remembers the new one for the next start. */
  switchTo(definition: WorkspaceDefinition, keys: readonly UsedKey[]): Promise<void> {
    return this.turns.take(async () => {
      const opened = await this.replace(definition);
      for (const { kind, key, kept } of keys) opened.setKey(kind, key, kept);
      // The other keys may not have been read from the keychain yet.
      void this.loadKeys(opened);
    });
  }

  /**
   * Removes the keys, closes the workspace, and forgets it for the next start. The keys go first: whatever fails after
   * that, on a full disk for example, the next start is not signed in.
   *
   * @param deleteData otherwise the workspace's files stay
   */
  leave(deleteData: boolean): Promise<void> {
    return this.turns.take(async () => {
      const before = this.open;
      this.open = null;
      this.forgetEntered();
      this.parts.announcer.dismiss('keys-unread');
      if (before !== null) await this.removeKeys(before);
      if (deleteData && before !== null) await keepJournals(this.folderOf(before.definition));
      await before?.close().catch((error: unknown) => {
        this.parts.options.log.warn(`the workspace could not be closed: ${describeError(error)}`);
      });
      try {
        this.saved.write(null);
        if (before?.definition.mode === 'training') await this.parts.options.training.stop();
      } finally {
        if (deleteData && before !== null) await this.deleteData(before.definition);
      }
    });
  }

  /** Says so if a key may still be in the keychain. */
  private async removeKeys(of: Workspace): Promise<void> {
    const { id, mode, kinds } = of.definition;
    const { keyStore, log } = this.parts.options;
    const ofThisRun = of.connections().filter(({ kept }) => kept === 'session');
    for (const kind of mode === 'connected' ? kinds : []) {
      try {
        await keyStore.remove(keyAccount(id, kind));
      } catch (error) {
        log.warn(`a key could not be removed from the keychain: ${describeError(error)}`);
        // Without a keychain the key of this run is in none; one that was only late may have saved it since.
        const isNowhere = ofThisRun.some((key) => key.kind === kind) && !isTimeout(error);
        if (!isNowhere) this.parts.announcer.notice({ kind: 'keys-not-removed', file: null });
      }
    }
  }

  private folderOf({ id }: WorkspaceDefinition): string {
    return join(this.parts.options.folder, 'workspaces', id);
  }

  /**
   * Deletes everything that names people: the workspace's folder, papers that a crash left behind, the map, the log and
   * what the window's browser keeps (attack 26).
   */
  private async deleteData(definition: WorkspaceDefinition): Promise<void> {
    const { folder, log, desktop } = this.parts.options;
    try {
      await erase(this.folderOf(definition));
      for (const place of sharedPlaces) await erase(join(folder, place));
      await eraseContents(join(folder, 'logs'));
      await this.parts.forgetMap();
      await desktop.forgetBrowsing();
    } catch (error) {
      log.warn(`the data could not be deleted: ${describeError(error)}`);
      this.parts.announcer.notice({ kind: 'data-not-deleted', file: null });
    }
  }

  /** @param isWanted checked once the service runs, because the user may have switched workspaces meanwhile */
  async startTraining(isWanted: () => boolean = () => true): Promise<void> {
    const { options, announcer } = this.parts;
    const service = await options.training.start();
    redact(service.planningKey);
    redact(service.ordersKey);
    this.steering.of(service);
    const same = await this.turns.take(async () => {
      if (!isWanted()) return null;
      const { open } = this;
      const { mode, origin, authority } = open?.definition ?? {};
      const isOpen = mode === 'training' && origin === service.origin && authority === service.authority;
      const target = isOpen && open !== null ? open : await this.replace(trainingAt(service));
      target.setKey('planning', service.planningKey, 'session');
      target.setKey('orders', service.ordersKey, 'session');
      return isOpen ? target : null;
    });
    await same?.tryLine();
    announcer.stateChanged();
  }

  async stopTrainingService(): Promise<void> {
    const { options, announcer } = this.parts;
    await options.training.stop();
    await this.open?.tryLine();
    announcer.stateChanged();
  }

  /** Client of the training service's control API; null while it does not run or another workspace is open. */
  trainingControl(): TrainingSteering['control'] {
    if (this.open?.definition.mode !== 'training' || !this.parts.options.training.isRunning()) return null;
    return this.steering.control;
  }

  /** Closes the workspace, after waiting for one that is being opened. */
  async close(): Promise<void> {
    this.closed = true;
    await this.turns.take(async () => this.open?.close());
    await this.steering.close();
  }

  private async opened(definition: WorkspaceDefinition): Promise<Workspace> {
    const { options, announcer, paces, settings, transports } = this.parts;
    const { system, attendance, log, cacheWorker, spareThread, startPreflight, backEnd } = options;
    const times = timesFor(definition.origin, options.times);
    if (times.late < safeTimes.late) log.warn(`waits are shortened to ${times.settle} and ${times.late} ms`);
    const opened = await openWorkspace({
      ...{ definition, system, attendance, log, cacheWorker, spareThread, startPreflight, backEnd, times },
      folder: this.folderOf(definition),
      openTransport: transports.open,
      pace: paces.of(definition),
      clockMoved: () => transports.renew(),
      crashed: options.crashes.add,
      labelProfile: () => settings.now.labelProfile,
      labelDays: this.parts.labelDays,
      zoneChoices: () => settings.now.depotZones[definition.id] ?? {},
      changed: announcer.changed,
      stateChanged: announcer.stateChanged,
      forbidden: announcer.forbidden,
    });
    // These notices are about the previous workspace and its keys.
    for (const kind of ['lists-forbidden', 'keys-unread', 'workspace-unreadable']) announcer.dismiss(kind);
    for (const found of opened.notices) announcer.notice(found);
    return opened;
  }

  /** Must be called within `turns`. */
  private async replace(definition: WorkspaceDefinition): Promise<Workspace> {
    if (this.closed) throw new AppError('connection.none');
    const before = this.open;
    return this.parts.announcer.asOne(async () => {
      this.open = null;
      this.forgetEntered();
      await before?.close();
      const opened = await this.opened(definition);
      this.open = opened;
      this.saved.write(definition);
      return opened;
    });
  }

  /** Discards a key that was entered but not used, because it was meant for the previous workspace. */
  private forgetEntered(): void {
    this.parts.keyEntries.clearAll();
    this.parts.options.desktop.captureKeys(null);
  }

  /** The first list comes before the keychain, the network and the training service: nobody waits for those yet. */
  private async loadKeysOnceShown(opened: Workspace): Promise<void> {
    await this.parts.options.firstShown;
    if (this.open === opened && !this.closed) await this.loadKeys(opened);
  }

  /** Loads keys after the first screen, because a keychain may take seconds to answer. */
  private async loadKeys(opened: Workspace): Promise<void> {
    const { log } = this.parts.options;
    if (opened.definition.mode === 'training') {
      const isOpen = () => this.open === opened;
      await this.startTraining(isOpen).catch((error: unknown) => log.warn(`training service: ${describeError(error)}`));
      return;
    }
    await this.keyReads.take(() => this.readKeychain(opened));
  }

  private async readKeychain(opened: Workspace): Promise<void> {
    const { definition } = opened;
    const { options, announcer } = this.parts;
    const { log, keyStore, desktop } = options;
    const given = new Set(opened.keys().map(({ kind }) => kind));
    let isUnread = false;
    let confirmed: boolean | null = null;
    for (const kind of definition.kinds.filter((each) => !given.has(each))) {
      try {
        const account = keyAccount(definition.id, kind);
        const text = await keyStore.read(account, () => void this.readKeys());
        if (this.open !== opened) return;
        if (text === null) {
          opened.setKey(kind, null, 'none');
          continue;
        }
        const stored = readStoredKey(text);
        const { key } = stored;
        redact(key);
        if (!belongsTo(stored, definition)) {
          // The workspace file names another address or authority than the key was entered for (attack 23).
          confirmed ??= await desktop.confirmKeyPlace(keyPlaceQuestion(definition.origin, stored.origin));
          if (this.open !== opened) return;
          if (!confirmed) {
            log.warn(`the ${kind} key was entered for another address or authority; it is not used`);
            opened.setKey(kind, null, 'none');
            continue;
          }
          await keyStore.write(account, keyWithPlace(key, definition));
        }
        opened.setKey(kind, key, 'keychain');
      } catch (error) {
        log.warn(`keychain: ${describeError(error)}`);
        if (this.open !== opened) return;
        opened.setKey(kind, null, 'unread');
        isUnread = true;
      }
    }
    announcer.dismiss('keys-unread');
    if (isUnread) announcer.notice({ kind: 'keys-unread', file: null });
  }
}

const trainingAt = ({ origin, authority }: { origin: string; authority: string }): WorkspaceDefinition => ({
  ...{ id: 'training', mode: 'training', origin, authority },
  kinds: ['planning', 'orders'],
  version: 'v1',
});
