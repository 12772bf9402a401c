/** Runs a drain in its own process, to measure its memory separately. Task and outcome are passed as JSON. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { drain, type Drained, type Wanted } from './drain.ts';

const program = fileURLToPath(import.meta.url);

/** @throws the other process's error */
export async function drainAlone(wanted: Wanted): Promise<Drained> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', program, JSON.stringify(wanted)]);
  return JSON.parse(stdout) as Drained;
}

const [, started, wanted] = process.argv;
if (started === program && wanted !== undefined)
  process.stdout.write(JSON.stringify(await drain(JSON.parse(wanted) as Wanted)));
