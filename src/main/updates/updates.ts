/**
 * Updates of the app itself: looks for them, fetches them, and installs them when a person says so and nothing is being
 * sent or printed. A description is taken only with a signature of the app's own keys (description.ts).
 */
import { AppError, encodeError } from '../../shared/errors.ts';
import type { Installer, NoUpdates, UpdateSource, UpdateState, UpdatesView } from '../../shared/updates.ts';
import type { Transport } from '../api/transport.ts';
import type { OpenTransport } from '../api/transports.ts';
import type { System } from '../system.ts';
import { compareVersions, judge, mostDescription, openDescription, type UpdateFile } from './description.ts';
import { download, downloaded } from './download.ts';
import type { StoredUpdates } from './stored.ts';

export interface UpdatesOptions {
  system: System;
  /** Of this app. */
  version: string;
  installer: Installer | null;
  /** Public keys in PEM format. */
  keys: readonly string[];
  /** Of the downloaded files. */
  folder: string;
  stored: StoredUpdates;
  openTransport: OpenTransport;
  /** Certificate authorities in PEM format that are trusted; null: those of the system and the runtime. */
  authorities: () => string[] | null;
  /** Whether something is being sent or printed. */
  isBusy: () => boolean;
  /**
   * Lets the system install the file. Resolves when that has begun or is done, and the app has to end.
   * @param how.isDowngrade it is to replace a newer version
   */
  install: (file: string, how: { isDowngrade: boolean }) => Promise<void>;
  /** Ends the app, which the installed version then replaces. */
  end: () => void;
  changed: () => void;
  report: (text: string) => void;
}

const firstLookAfter = 60_000;
const lookEvery = 4 * 3_600_000;
const lookAgainAfter = 1_800_000;
const busyEvery = 1_000;
const deadlineMilliseconds = 30_000;

interface Found {
  version: string;
  file: UpdateFile;
  isDowngrade: boolean;
  /** Until when it may be installed, in milliseconds since the epoch. */
  until: number;
}

export class Updates {
  private readonly options: UpdatesOptions;
  private state: UpdateState = { kind: 'current', checkedAt: null };
  private found: Found | null = null;
  private looking: Promise<void> | null = null;
  /** Of the look that is under way. */
  private asking: Transport | null = null;
  /** Counts the sources, so that an answer of a former one is not taken. */
  private turn = 0;
  private cancelLook: () => void = () => undefined;
  private cancelWait: () => void = () => undefined;
  private closed = false;

  constructor(options: UpdatesOptions) {
    this.options = options;
    this.lookAfter(firstLookAfter);
  }

  get view(): UpdatesView {
    const why = this.whyNone();
    return { source: this.source, state: why === null ? this.state : { kind: 'off', why } };
  }

  /** Looks now. Never throws: what went wrong is in the state. */
  look(): Promise<void> {
    this.looking ??= this.lookNow().finally(() => {
      this.looking = null;
    });
    return this.looking;
  }

  /** @param chosen null: updates are switched off @throws AppError `storage.not-saved` */
  use(chosen: { address: string; channel: string } | null): void {
    this.save(() => this.options.stored.use(chosen));
    this.turn += 1;
    this.breakOff();
    this.found = null;
    this.cancelWait();
    this.say({ kind: 'current', checkedAt: null });
    this.lookAfter(0);
  }

  /** Installs the update that is ready, once nothing is being sent or printed. Ignored while none is. */
  install(): void {
    const { found } = this;
    if (found === null || this.state.kind !== 'ready') return;
    // A look that is under way would offer something else, or remove the file.
    this.turn += 1;
    this.say({ kind: 'waiting', version: found.version });
    this.installWhenIdle(found);
  }

  /** Does not install after all. */
  dontInstall(): void {
    if (this.state.kind !== 'waiting') return;
    this.cancelWait();
    this.say({ kind: 'ready', version: this.state.version });
  }

  async close(): Promise<void> {
    this.closed = true;
    this.turn += 1;
    this.breakOff();
    this.cancelLook();
    this.cancelWait();
    await this.looking;
  }

  /** Nobody waits for a part of a file that nobody wants any more: on a slow line it takes minutes. */
  private breakOff(): void {
    const { asking } = this;
    this.asking = null;
    void asking?.close();
  }

  private get source(): UpdateSource | null {
    return this.options.stored.source;
  }

  private whyNone(): NoUpdates | null {
    const { keys, installer, stored } = this.options;
    if (stored.isPolicyBad) return 'bad-policy';
    if (stored.isOff) return 'policy';
    if (keys.length === 0) return 'no-key';
    if (installer === null) return 'not-here';
    return this.source === null ? 'no-address' : null;
  }

  private say(state: UpdateState): void {
    this.state = state;
    if (!this.closed) this.options.changed();
  }

  private lookAfter(milliseconds: number): void {
    this.cancelLook();
    if (this.closed) return;
    this.cancelLook = this.options.system.after(milliseconds, () => void this.look());
  }

  private async lookNow(): Promise<void> {
    const { source } = this;
    // What is about to be installed stays what was offered.
    const isSettled = this.state.kind === 'waiting' || this.state.kind === 'installing';
    if (source === null || this.whyNone() !== null || isSettled) {
      this.lookAfter(lookEvery);
      return;
    }
    const turn = this.turn;
    const isWanted = () => turn === this.turn;
    const { origin, pathname: path } = new URL(source.address);
    const transport = this.options.openTransport({ origin, authorities: this.options.authorities() });
    this.asking = transport;
    try {
      if (this.found === null) this.say({ kind: 'checking' });
      const state = await this.lookAt(source, transport, path, isWanted);
      if (isWanted() && state !== null) this.learn(state);
    } catch (error) {
      // A look that was broken off ends with an error as well, which is none.
      if (isWanted()) {
        this.options.report(`updates: ${error instanceof AppError ? error.code : 'internal'}`);
        this.learn({ kind: 'failed', error: encodeError(error), at: this.options.system.now() });
      }
    } finally {
      this.breakOff();
      // Another source was set meanwhile, and was not asked yet.
      if (!isWanted() && this.found === null) this.lookAfter(0);
      else this.lookAfter(this.state.kind === 'failed' ? lookAgainAfter : lookEvery);
    }
  }

  /** What is ready stays ready until a description that is taken says otherwise. */
  private learn(state: UpdateState): void {
    const { found } = this;
    const isNothing = state.kind === 'refused' || state.kind === 'failed';
    // A person may have asked for it meanwhile.
    if (found !== null && this.state.kind === 'waiting') return;
    if (isNothing && found !== null) this.say({ kind: 'ready', version: found.version });
    else this.say(state);
  }

  /** @returns what is known then; null: nobody wants it any more */
  private async lookAt(
    source: UpdateSource,
    transport: Transport,
    path: string,
    isWanted: () => boolean,
  ): Promise<UpdateState | null> {
    const { system, version, installer, keys, stored, folder } = this.options;
    const bytes = await descriptionOf(transport, `${path}depot-desk-${source.channel}.json`);
    if (!isWanted()) return null;
    const opened = openDescription(bytes, keys);
    const now = system.now();
    if (opened.kind === 'refused') return { kind: 'refused', why: opened.why, at: now };
    const here = { version, installer, now, channel: source.channel, seen: stored.seen(source), place: stored.place };
    const judged = judge(opened.description, here);
    if (judged.kind === 'refused') return { kind: 'refused', why: judged.why, at: now };
    this.save(() => stored.saw(source, opened.description.number));
    if (judged.kind === 'nothing') {
      this.found = null;
      return { kind: 'current', checkedAt: now, why: judged.why };
    }
    const { file } = judged;
    const progress = (done: number) => {
      if (isWanted()) this.say({ kind: 'fetching', version: judged.version, done, bytes: file.bytes });
    };
    progress(0);
    const there = await download(file, { transport, path, folder, progress, isWanted });
    if (there === null || !isWanted()) return null;
    const { until } = opened.description;
    // Below the described version dnf would downgrade nothing, and say that it went well.
    const isDowngrade = opened.description.isDowngrade && compareVersions(judged.version, version) < 0;
    this.found = { version: judged.version, file, isDowngrade, until: Date.parse(until) };
    return { kind: 'ready', version: judged.version };
  }

  private save(work: () => void): void {
    try {
      work();
    } catch (error) {
      throw new AppError('storage.not-saved', { retry: 'later', cause: error });
    }
  }

  private installWhenIdle(found: Found): void {
    this.cancelWait();
    const { system, isBusy } = this.options;
    if (found.until < system.now()) {
      this.found = null;
      this.say({ kind: 'refused', why: 'expired', at: system.now() });
      this.lookAfter(0);
      return;
    }
    if (isBusy()) {
      this.cancelWait = system.after(busyEvery, () => this.installWhenIdle(found));
      return;
    }
    this.say({ kind: 'installing', version: found.version });
    void this.installNow(found);
  }

  /** Work may have begun while the system asked for a password. */
  private async idle(): Promise<void> {
    const { system, isBusy } = this.options;
    while (isBusy()) await new Promise<void>((resolve) => system.after(busyEvery, resolve));
  }

  private async installNow({ version, file, isDowngrade }: Found): Promise<void> {
    const { folder, install, end, report, system } = this.options;
    try {
      // It may have been altered since it was fetched.
      const path = await downloaded(folder, file);
      if (path === null) {
        this.found = null;
        throw new AppError('update.wrong-file');
      }
      await install(path, { isDowngrade });
      await this.idle();
      end();
    } catch (error) {
      report(`update to ${version}: ${error instanceof AppError ? error.code : 'internal'}`);
      this.say({ kind: 'failed', error: encodeError(error), at: system.now() });
      this.lookAfter(lookAgainAfter);
    }
  }
}

/** @throws AppError the network's error, or `update.not-there` */
async function descriptionOf(transport: Transport, path: string): Promise<Buffer> {
  const exchange = await transport.exchange({
    method: 'GET',
    path,
    headers: { accept: 'application/json', 'cache-control': 'no-cache' },
    body: null,
    deadlineMilliseconds,
    mostBytes: mostDescription,
  });
  if (exchange.kind !== 'answered') {
    throw new AppError(exchange.code, { retry: 'later', detail: { cause: exchange.cause } });
  }
  if (exchange.status !== 200) {
    throw new AppError('update.not-there', { retry: 'later', detail: { status: exchange.status } });
  }
  return exchange.body;
}
