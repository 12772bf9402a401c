/** What the app is put together from: everything that differs between the real app and a test under plain Node. */
import type { Notice } from '../../shared/connections.ts';
import type { Network } from '../api/transports.ts';
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
  push: Push;
}
