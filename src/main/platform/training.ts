/** Runs the training service in a utility process of the app. */
import { utilityProcess, type UtilityProcess } from 'electron';
import { AppError } from '../../shared/errors.ts';
import type { Log } from '../log.ts';
import type { System } from '../system.ts';
import type { TrainingLauncher, TrainingService } from '../training-service.ts';

export interface TrainingOptions {
  /** Path of the built entry. */
  entry: string;
  /** Folder for the service's state. */
  folder: string;
  system: System;
  log: Log;
  /** Called when the service exits unexpectedly. */
  ended(): void;
}

interface Ready {
  type: 'ready';
  address: string;
  authority: string;
  planningKey: string;
  ordersKey: string;
  controlKey: string;
}

const startBound = 20_000;
const stopBound = 3_000;

export function createTrainingLauncher(options: TrainingOptions): TrainingLauncher {
  let running: { process: UtilityProcess; ready: Promise<TrainingService> } | null = null;
  /** The exit of the previous process, because two on one folder would overwrite each other's files. */
  let ended: Promise<void> = Promise.resolve();

  const launch = (): { process: UtilityProcess; ready: Promise<TrainingService> } => {
    const process = utilityProcess.fork(options.entry, ['--data', options.folder], {
      serviceName: 'Depot Desk training service',
      stdio: 'ignore',
    });
    const ready = new Promise<TrainingService>((resolve, reject) => {
      const cancel = options.system.after(startBound, () => {
        process.kill();
        reject(new AppError('training.not-started', { retry: 'later' }));
      });
      process.on('message', (message: Ready | { type: 'log' }) => {
        if (message.type !== 'ready') return;
        cancel();
        resolve({
          origin: new URL(message.address).origin,
          authority: message.authority,
          planningKey: message.planningKey,
          ordersKey: message.ordersKey,
          controlKey: message.controlKey,
        });
      });
      // Emitted before the exit when V8 cannot go on, for want of memory for example. Without a listener it would be an
      // error of main's that nobody handles, and end the app. Its report names the person's folders and is not logged.
      process.on('error', (_type, location) => options.log.warn(`training service: V8 cannot go on (${location})`));
      process.on('exit', (code) => {
        cancel();
        options.log.info(`training service ended (${code})`);
        reject(new AppError('training.not-started', { retry: 'later' }));
        if (running?.process === process) {
          running = null;
          options.ended();
        }
      });
    });
    return { process, ready };
  };

  return {
    async start() {
      await ended;
      running ??= launch();
      return running.ready;
    },
    async stop() {
      const current = running;
      if (current === null) return ended;
      running = null;
      ended = new Promise<void>((resolve) => current.process.once('exit', () => resolve()));
      current.process.postMessage({ type: 'stop' });
      const cancel = options.system.after(stopBound, () => current.process.kill());
      await ended;
      cancel();
    },
    isRunning: () => running !== null,
  };
}
