/** What a workspace is opened with. */
import type { SpareThread } from '../db/spare-thread.ts';
import type { Pace } from '../api/pace.ts';
import type { OpenTransport } from '../api/transports.ts';
import type { StartPreflight } from '../labels/preflight-process.ts';
import type { PrintBackEnd } from '../labels/print-back-end.ts';
import type { Attendance } from '../attendance.ts';
import type { CrashReports } from '../crashes.ts';
import type { Log } from '../log.ts';
import type { WaitTimes } from '../outbox/core.ts';
import type { System } from '../system.ts';
import type { ConnectionKind, ReadableList } from '../../shared/connections.ts';
import type { Changed } from '../../shared/contract.ts';
import type { Version } from '../../shared/endpoints.ts';
import type { LabelProfile } from '../../shared/settings.ts';

export interface WorkspaceDefinition {
  /** Name of the workspace's folder. */
  id: string;
  mode: 'connected' | 'training';
  /** `https://host[:port]` */
  origin: string;
  /** A certificate authority in PEM form trusted for this workspace alone, or null. */
  authority: string | null;
  kinds: ConnectionKind[];
  /** The planning service's version, detected when the connection was set up. */
  version: Version;
}

export interface WorkspaceOptions {
  definition: WorkspaceDefinition;
  folder: string;
  system: System;
  /** Whether somebody uses the app: if not, little is read. */
  attendance: Attendance;
  log: Log;
  /** Called when a thread of the workspace crashed. */
  crashed: CrashReports['add'];
  cacheWorker: URL;
  /** One of its threads that is there already; undefined: none. */
  spareThread?: SpareThread | undefined;
  startPreflight: StartPreflight;
  backEnd: PrintBackEnd;
  openTransport: OpenTransport;
  /** The rate limiter of the service's address. It outlives the workspace, because the service keeps counting too. */
  pace: Pace;
  /** Called when the clock was set or the computer slept. */
  clockMoved: () => void;
  /** The label printer settings of this computer. */
  labelProfile: () => LabelProfile;
  /** Days after which the documents of labels are deleted. */
  labelDays: number;
  /** The time zones that were chosen for this workspace's depots (shared/depot-zones.ts), by depot. */
  zoneChoices: () => Readonly<Record<string, string>>;
  times: WaitTimes;
  changed: (what: Changed[], planId: string | null) => void;
  /** Called when connectivity, keys or counts changed. */
  stateChanged: () => void;
  /** Called with the lists that the key may not read, each time they change. */
  forbidden: (lists: ReadableList[]) => void;
}
