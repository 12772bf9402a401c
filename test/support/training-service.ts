/** The training service as a process of its own, which a test can kill and start again. */
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { out } from '../../build/project.ts';
import type { ServiceAccess } from './plain-client.ts';
import { start, waitFor } from './processes.ts';

export interface TrainingService extends ServiceAccess {
  /** Of the control API. */
  controlKey: string;
  /** Ends it without warning. */
  kill: () => Promise<void>;
  /** Starts it once more after its end: same address, keys and data. */
  startAgain: () => Promise<TrainingService>;
  output: () => string;
  /** Where it keeps its state. */
  folder: string;
}

/**
 * Starts it and waits until it answers. The same folder gives the same keys, data and port again.
 * @param folder where it keeps its state
 * @param more what else its command line says, as `--size`, `large`
 */
export async function startTrainingService(folder: string, more: readonly string[] = []): Promise<TrainingService> {
  const args = [join(out, 'main', 'training.js'), '--json', '--data', folder, ...more];
  const service = await start(process.execPath, args);
  const line = await waitFor('the training service', () => {
    if (service.child.exitCode !== null) throw new Error(`the training service ended:\n${service.output()}`);
    return service
      .output()
      .split('\n')
      .find((each) => each.startsWith('{') && each.endsWith('}'));
  });
  const access = JSON.parse(line) as ServiceAccess & { controlKey: string };
  return {
    ...access,
    folder,
    kill: () => service.stop('SIGKILL'),
    startAgain: () => startTrainingService(folder, more),
    output: service.output,
  };
}

/** One request to the service's control API: its faults, switches and clock. */
export function control(
  { address, authorityFile, controlKey }: Pick<TrainingService, 'address' | 'authorityFile' | 'controlKey'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<Record<string, unknown>> {
  const url = `${address.replace('127.0.0.1', 'localhost')}/training/v1${path}`;
  const headers = {
    authorization: `Bearer ${controlKey}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false, ca: readFileSync(authorityFile) }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve(JSON.parse(text) as Record<string, unknown>);
        else reject(new Error(`${method} ${path}: ${String(answer.statusCode)} ${text}`));
      });
    });
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/**
 * Gives a service that does not run other keys; it keeps everything else.
 * @param folder of a service that has run before
 */
export function changeKeys(folder: string, keys: { planningKey: string; ordersKey: string }): void {
  const file = join(folder, 'service.json');
  const identity = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  writeFileSync(file, JSON.stringify({ ...identity, ...keys }));
}
