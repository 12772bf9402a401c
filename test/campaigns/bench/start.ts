/**
 * Measures the time from start to a usable plan list, compared with a blank Electron window: same Electron, same flags,
 * same machine, fifteen interleaved pairs. The app starts with a used profile (its plans are in the cache) and a
 * running service, as on a morning in the office. "Usable" is the frame in which the window sets its mark.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { electronArguments } from '../../../build/desktop-session.ts';
import { root } from '../../../build/project.ts';
import { connect, planList } from '../../support/screens.ts';
import { startApp, temporaryFolder } from '../../support/app.ts';
import { startTrainingService } from '../../support/training-service.ts';

const pairs = 15;
const goalMilliseconds = 200;
const electron = process.env['DEPOT_DESK_ELECTRON'];
if (electron === undefined) throw new Error('Run with npm run bench -- start: it finds Electron.');
const program = electron;

/** Milliseconds from the start of the process to the mark. */
async function measure(entry: string, mark: string, profile: string): Promise<number> {
  const args = ['-r', join(root, 'test', 'campaigns', 'bench', 'report-mark.cjs'), entry, ...electronArguments()];
  const started = Date.now();
  const child = spawn(program, [...args, `--user-data-dir=${profile}`], {
    env: { ...process.env, DEPOT_DESK_BENCH_MARK: mark },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const limit = setTimeout(() => child.kill('SIGKILL'), 30_000);
  await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(limit);
  const moment = /^mark ([\d.]+)$/m.exec(output)?.[1];
  if (moment === undefined) throw new Error(`${entry} did not set the mark "${mark}":\n${output}`);
  return Number(moment) - started;
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const line = (name: string, values: number[]) =>
  `${name.padEnd(22)} median ${median(values).toFixed(0)} ms, least ${Math.min(...values).toFixed(0)} ms, ` +
  `greatest ${Math.max(...values).toFixed(0)} ms`;

const serviceFolder = temporaryFolder('bench-service');
const profile = temporaryFolder('bench-profile');
const blankProfile = temporaryFolder('bench-blank');
const service = await startTrainingService(serviceFolder.path);
try {
  const first = await startApp({ profile: profile.path });
  await connect(first.window, first.electron, service);
  await planList(first.window).waitFor();
  await first.close();

  const app: number[] = [];
  const blank: number[] = [];
  for (let pair = 0; pair <= pairs; pair += 1) {
    const one = await measure(
      join(root, 'test', 'campaigns', 'bench', 'blank', 'main.cjs'),
      'usable',
      blankProfile.path,
    );
    const other = await measure(root, 'plans-usable', profile.path);
    // The first pair warms the disk cache for both and is not counted.
    if (pair === 0) continue;
    blank.push(one);
    app.push(other);
    process.stdout.write(`pair ${String(pair).padStart(2)}: blank ${one.toFixed(0)} ms, app ${other.toFixed(0)} ms\n`);
  }
  const difference = median(app) - median(blank);
  process.stdout.write(
    [
      '',
      `Start to usable plan list, ${pairs} interleaved pairs after one that is not counted; from the start of the process`,
      'to the mark set by the window; warm profile, service running, virtual display; no debugger attached.',
      line('blank Electron window', blank),
      line('Depot Desk', app),
      `difference of the medians: ${difference.toFixed(0)} ms (goal: at most ${goalMilliseconds} ms)`,
      '',
    ].join('\n'),
  );
  process.exitCode = difference <= goalMilliseconds ? 0 : 1;
} finally {
  await service.kill();
  for (const folder of [serviceFolder, profile, blankProfile]) folder.remove();
}
