/** What a workspace is opened with. */
import type { Pace } from '../api/pace.ts';
import type { OpenTransport } from '../api/transports.ts';
import type { StartPreflight } from '../labels/preflight-process.ts';
import type { PrintBackEnd } from '../labels/print-back-end.ts';
import type { Log } from '../log.ts';
import type { WaitTimes } from '../outbox/core.ts';
import type { System } from '../system.ts';
import type { ConnectionKind, ReadableList } from '../../shared/connections.ts';
import type { Changed } from '../../shared/contract.ts';
import type { Version } from '../../shared/endpoints.ts';
import type { LabelProfile } from '../../shared/settings.ts';

export interface WorkspaceDefinition {
  /** Name of its folder. */
  id: string;
  mode: 'connected' | 'training';
  /** `https://host[:port]` */
  origin: string;
  /** A certificate authority in PEM form trusted for this workspace alone, or null. */
  authority: string | null;
  kinds: ConnectionKind[];
  /** The version of the planning service, found when it was connected. */
  version: Version;
}

export interface WorkspaceOptions {
  definition: WorkspaceDefinition;
  folder: string;
  system: System;
  log: Log;
  cacheWorker: URL;
  startPreflight: StartPreflight;
  backEnd: PrintBackEnd;
  openTransport: OpenTransport;
  /** Of the service's address; outlives the workspace, because the service remembers too. */
  pace: Pace;
  /** The clock was set, or the computer slept. */
  clockMoved: () => void;
  /** How the label printer of this computer is set up. */
  labelProfile: () => LabelProfile;
  times: WaitTimes;
  changed: (what: Changed[], planId: string | null) => void;
  /** Line, key or counts changed. */
  stateChanged: () => void;
  /** Lists that the key may not read, whenever these are others. */
  forbidden: (lists: ReadableList[]) => void;
}
