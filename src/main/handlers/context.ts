/** What the handlers work on; made once by app.ts. */
import type { Log } from '../log.ts';
import type { System } from '../system.ts';
import type { Workspace } from '../workspace.ts';
import type { WorkspaceDefinition } from '../workspace/options.ts';
import type { Pace } from '../api/pace.ts';
import type { TrainingControl } from '../api/training-control.ts';
import type { OpenTransport } from '../api/transports.ts';
import type { KeyEntries } from '../keys/key-entry.ts';
import type { KeyStore } from '../keys/key-store.ts';
import type { PrintBackEnd, ShowPrintDialog } from '../labels/print-back-end.ts';
import type { ConnectionKind, KeyEntry, Notice } from '../../shared/connections.ts';
import type { Session } from '../../shared/session.ts';
import type { Changed } from '../../shared/contract.ts';
import type { Settings } from '../../shared/settings.ts';
import type { GesturesOfRun } from './gestures-of-run.ts';

/** What only the operating system's window can do; given, so that the handlers run under plain Node. */
export interface Desktop {
  /** Everything that was typed in the window is kept: the app, which is closing, need not wait for it. */
  windowKept(): void;
  clipboardText(): Promise<string>;
  /** Key presses go to `typed` until the next call; null: to the window again. */
  captureKeys(kind: ConnectionKind | null): void;
  /** Lets the person choose a certificate file; its name and content, or null. */
  chooseAuthority(): Promise<{ name: string; content: string } | null>;
  showPrintDialog: ShowPrintDialog;
  /**
   * Draws an HTML document on paper, without running or fetching anything of it.
   *
   * @param html a whole document, its size of paper in its style
   * @param foot HTML at the foot of each page
   * @returns a PDF
   */
  drawPaper(html: string, foot: string): Promise<Uint8Array>;
  /** Lets the person choose where to save; the path, or null. `name` is a clean file name. */
  chooseSaveFile(name: string, kind: 'pdf' | 'csv' | 'json'): Promise<string | null>;
  /** Lets the person choose a file of entries; its text, empty when it is longer than `most` bytes, or null. */
  chooseEntries(most: number): Promise<string | null>;
}

export interface Context {
  system: System;
  log: Log;
  desktop: Desktop;
  keyStore: KeyStore;
  keyEntries: KeyEntries;
  gestures: GesturesOfRun;
  backEnd: PrintBackEnd;
  /** @throws AppError `connection.none` while no workspace is open */
  workspace(): Workspace;
  /** The workspace that is open, or null. */
  openWorkspace(): Workspace | null;
  session(): Session;
  /** Through the proxies of this network and this person's setting. */
  openTransport: OpenTransport;
  /** The pace of a service's address, shared by everything that speaks to it. */
  paceOf(definition: Pick<WorkspaceDefinition, 'mode' | 'origin'>): Pace;
  changed(what: Changed[], planId: string | null): void;
  keyEntryChanged(entry: KeyEntry): void;
  notice(notice: Notice): void;
  dismissNotice(kind: string): void;
  /** Opens a workspace in place of the one that is open, and remembers it for the next start. */
  switchTo(
    definition: WorkspaceDefinition,
    keys: { kind: ConnectionKind; key: string; kept: 'keychain' | 'session' }[],
  ): Promise<void>;
  /** Closes the workspace and forgets it for the next start; its files stay. */
  leave(): Promise<void>;
  startTraining(): Promise<void>;
  stopTrainingService(): Promise<void>;
  /** What the training service is steered by; null while it does not run, or another workspace is open. */
  trainingControl(): TrainingControl | null;
  /** The next reads take new connections; those under way are finished. */
  renewConnections(): void;
  settings(): Settings;
  /** Fields that are undefined stay as they are. */
  saveSettings(change: { [Field in keyof Settings]?: Settings[Field] | undefined }): Settings;
}

/** The account under which a key lies in the keychain. */
export function keyAccount(workspaceId: string, kind: ConnectionKind): string {
  return `${workspaceId} ${kind}`;
}
