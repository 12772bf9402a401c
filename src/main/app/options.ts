/** The app's dependencies: everything that differs between the real app and a test under plain Node. */
import type { SpareThread } from '../db/spare-thread.ts';
import type { Notice } from '../../shared/connections.ts';
import type { Installer } from '../../shared/updates.ts';
import type { Network } from '../api/transports.ts';
import type { Attendance } from '../attendance.ts';
import type { CrashReports } from '../crashes.ts';
import type { Desktop } from '../handlers/context.ts';
import type { KeyStore } from '../keys/key-store.ts';
import type { StartPreflight } from '../labels/preflight-process.ts';
import type { PrintBackEnd } from '../labels/print-back-end.ts';
import type { Log } from '../log.ts';
import type { WaitTimes } from '../outbox/core.ts';
import type { System } from '../system.ts';
import type { TrainingLauncher } from '../training-service.ts';
import type { Push } from './announcer.ts';

export interface AppOptions {
  /** The folder for all data of this user. Never a network or roaming folder. */
  folder: string;
  version: string;
  system: System;
  /** Whether somebody uses the app: if not, little is read. */
  attendance: Attendance;
  log: Log;
  crashes: CrashReports;
  cacheWorker: URL;
  /** One of its threads that is there already; undefined: none. */
  spareThread?: SpareThread | undefined;
  /** When the window has its first list; undefined: nothing waits for that. Keys are read then. */
  firstShown?: Promise<void> | undefined;
  startPreflight: StartPreflight;
  keyStore: KeyStore;
  backEnd: PrintBackEnd;
  desktop: Desktop;
  training: TrainingLauncher;
  network: Network;
  /** Shorter waits for tests. They apply only to a service on this computer. */
  times: Partial<WaitTimes>;
  /** Path of the administrator's file. */
  policy: string;
  updates: {
    /** Null: the app does not update this kind of installation. */
    installer: Installer | null;
    /** Public keys in PEM format that sign updates. */
    keys: readonly string[];
    install: (file: string, how: { isDowngrade: boolean }) => Promise<void>;
    /** Ends the app and starts the installed version. */
    startAgain: () => void;
  };
  /** Problems that were found and repaired before the app was created. */
  notices: Notice[];
  push: Push;
}
