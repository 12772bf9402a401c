/** The dependencies of the handlers, created once by app.ts. */
import type { CrashReports } from '../crashes.ts';
import type { Log } from '../log.ts';
import type { System } from '../system.ts';
import type { Workspace } from '../workspace.ts';
import type { WorkspaceDefinition } from '../workspace/options.ts';
import type { Pace } from '../api/pace.ts';
import type { TrainingControl } from '../api/training-control.ts';
import type { OpenTransport } from '../api/transports.ts';
import type { ClipboardKey } from '../keys/clipboard-key.ts';
import type { KeyEntries } from '../keys/key-entry.ts';
import type { KeyPlaceQuestion } from '../keys/key-place.ts';
import type { KeyStore } from '../keys/key-store.ts';
import type { PrintBackEnd, ShowPrintDialog } from '../labels/print-back-end.ts';
import type { ConnectionKind, KeyEntry, Notice } from '../../shared/connections.ts';
import type { Session } from '../../shared/session.ts';
import type { Changed } from '../../shared/contract.ts';
import type { Settings } from '../../shared/settings.ts';
import type { MapBackgrounds } from '../map/backgrounds.ts';
import type { Updates } from '../updates/updates.ts';
import type { GesturesOfRun } from './gestures-of-run.ts';

/** What only the desktop window can do, injected so that the handlers run under plain Node. */
export interface Desktop {
  /** The window has saved everything that was typed, so the closing app need not wait for it any longer. */
  windowKept(): void;
  /** Shows everything in the window in another size, also after it is loaded again. @param percent of the usual size */
  setZoom(percent: number): void;
  clipboardText(): Promise<string>;
  /** Empties the clipboard if it still holds this text. */
  clearClipboard(text: string): Promise<void>;
  /** Deletes what Chromium keeps of the window on the disk. */
  forgetBrowsing(): Promise<void>;
  /** Redirects key presses to the key field of this kind until the next call; null: to the window again. */
  captureKeys(kind: ConnectionKind | null): void;
  /** Lets the user choose a certificate file. @returns its name and content, or null */
  chooseAuthority(): Promise<{ name: string; content: string } | null>;
  showPrintDialog: ShowPrintDialog;
  /**
   * Renders an HTML document to PDF without running scripts or fetching anything.
   *
   * @param html a whole document, with the paper size in its style
   * @param foot HTML for the footer of each page
   * @returns a PDF
   * @throws AppError `paper.too-large` if it takes a minute or a gigabyte
   */
  drawPaper(html: string, foot: string): Promise<Uint8Array>;
  /** Lets the user choose where to save. @param name a clean file name @returns the path, or null */
  chooseSaveFile(name: string, kind: 'pdf' | 'csv' | 'json' | 'txt' | 'xlsx'): Promise<string | null>;
  /** Lets the user choose a file of entries. @returns its bytes, none if it exceeds `most` bytes, or null */
  chooseEntries(most: number): Promise<Buffer | null>;
  /** Lets the user choose a PMTiles file. @returns its path, which main keeps, or null */
  chooseTileFile(): Promise<string | null>;
  /** Asks whether tiles may be asked of a host. */
  confirmTileHost(host: string): Promise<boolean>;
  /** Asks whether updates of the app may come from a host. */
  confirmUpdateHost(host: string): Promise<boolean>;
  /** Asks whether connections may go through a proxy. */
  confirmProxyHost(host: string): Promise<boolean>;
  /** Asks whether keys may be sent to an address. */
  confirmKeyPlace(question: KeyPlaceQuestion): Promise<boolean>;
}

export interface Context {
  system: System;
  log: Log;
  desktop: Desktop;
  keyStore: KeyStore;
  keyEntries: KeyEntries;
  clipboardKey: ClipboardKey;
  gestures: GesturesOfRun;
  backEnd: PrintBackEnd;
  crashes: CrashReports;
  map: MapBackgrounds;
  updates: Updates;
  /** @throws AppError `connection.none` while no workspace is open */
  workspace(): Workspace;
  /** The open workspace, or null. */
  openWorkspace(): Workspace | null;
  session(): Session;
  /** Opens a transport through the proxies of this network and the user's setting. */
  openTransport: OpenTransport;
  /** The rate limiter of a service's address, shared by all its clients. */
  paceOf(definition: Pick<WorkspaceDefinition, 'mode' | 'origin'>): Pace;
  changed(what: Changed[], planId: string | null): void;
  keyEntryChanged(entry: KeyEntry): void;
  notice(notice: Notice): void;
  dismissNotice(kind: string): void;
  /** The window is told of the state at the end of the work, and of none between. */
  asOne<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Replaces the open workspace and remembers the new one for the next start. */
  switchTo(
    definition: WorkspaceDefinition,
    keys: { kind: ConnectionKind; key: string; kept: 'keychain' | 'session' }[],
  ): Promise<void>;
  /** Removes the keys, closes the workspace and forgets it for the next start. @param deleteData else its files stay */
  leave(deleteData: boolean): Promise<void>;
  /** Asks the keychain again for the keys that it has not given. */
  readKeys(): Promise<void>;
  startTraining(): Promise<void>;
  stopTrainingService(): Promise<void>;
  /** Client of the training service's control API; null while it does not run or another workspace is open. */
  trainingControl(): TrainingControl | null;
  /** Uses new connections for the next reads. Reads in flight are completed. */
  renewConnections(): void;
  settings(): Settings;
  /** Undefined fields stay unchanged. */
  saveSettings(change: { [Field in keyof Settings]?: Settings[Field] | undefined }): Settings;
}

/** The account name of a key in the keychain. */
export function keyAccount(workspaceId: string, kind: ConnectionKind): string {
  return `${workspaceId} ${kind}`;
}
