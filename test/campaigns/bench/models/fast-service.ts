/** The training service with its large data set in its own thread, counting its limits in accelerated time. */
import { parentPort, workerData } from 'node:worker_threads';
import { startService } from '../../../../src/training/server.ts';
import { fastClock } from './fast-clock.ts';

export interface FastService {
  folder: string;
  speed: number;
}

const { folder, speed } = workerData as FastService;
const { address, authority, planningKey, ordersKey } = await startService({
  ...{ folder, port: 0, size: 'large' },
  clock: fastClock(speed),
});
parentPort?.postMessage({ address, authority, planningKey, ordersKey });
