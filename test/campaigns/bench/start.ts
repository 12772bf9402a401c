/**
 * Measures the time from start to a usable plan list, compared with a blank Electron window: same Electron, same flags,
 * same machine, fifteen interleaved pairs. The app starts with a used profile (its plans are in the cache) and a
 * running service, as on a morning in the office. "Usable" is the frame in which the window sets its mark.
 *
 *     npm run bench -- start [--pairs 15] [--phases]
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { electronArguments } from '../../../build/desktop-session.ts';
import { root } from '../../../build/project.ts';
import { temporaryFolder } from '../../support/app.ts';
import { startTrainingService } from '../../support/training-service.ts';
import { useOnce } from './models/used-profile.ts';
import { median } from './models/median.ts';

const { values } = parseArgs({
  options: { pairs: { type: 'string', default: '15' }, phases: { type: 'boolean', default: false } },
});
const pairs = Number(values.pairs);
const goalMilliseconds = 200;
const electron = process.env['DEPOT_DESK_ELECTRON'];
if (electron === undefined) throw new Error('Run with npm run bench -- start: it finds Electron.');
const program = electron;

/**
 * When the phases of a start begin: the first line of main runs, Chromium is ready, the window is made, it asks for its
 * page, the page answers, is read, has loaded with its scripts, and shows the list.
 */
const phaseNames = ['code', 'ready', 'window', 'navigation', 'answered', 'interactive', 'loaded', 'usable'] as const;
type Phases = Partial<Record<(typeof phaseNames)[number], number>> & { usable: number };

/** In milliseconds from the start of the process. */
async function measure(entry: string, mark: string, profile: string): Promise<Phases> {
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
  const text = /^phases (\{.*\})$/m.exec(output)?.[1];
  if (text === undefined) throw new Error(`${entry} did not set the mark "${mark}":\n${output}`);
  const moments = JSON.parse(text) as Phases;
  return Object.fromEntries(Object.entries(moments).map(([name, at]) => [name, at - started])) as Phases;
}

const line = (name: string, values: number[]) =>
  `${name.padEnd(22)} median ${median(values).toFixed(0)} ms, least ${Math.min(...values).toFixed(0)} ms, ` +
  `greatest ${Math.max(...values).toFixed(0)} ms`;

const serviceFolder = temporaryFolder('bench-service');
const profile = temporaryFolder('bench-profile');
const blankProfile = temporaryFolder('bench-blank');
const service = await startTrainingService(serviceFolder.path);
try {
  await useOnce(profile.path, service);

  const app: Phases[] = [];
  const blank: Phases[] = [];
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
    const [blankMs, appMs] = [one.usable.toFixed(0), other.usable.toFixed(0)];
    process.stdout.write(`pair ${String(pair).padStart(2)}: blank ${blankMs} ms, app ${appMs} ms\n`);
  }
  const usable = (all: readonly Phases[]) => all.map((phases) => phases.usable);
  const difference = median(usable(app)) - median(usable(blank));
  process.stdout.write(
    [
      '',
      `Start to usable plan list, ${pairs} interleaved pairs after one that is not counted; from the start of the process`,
      'to the mark set by the window; warm profile, service running, virtual display; no debugger attached.',
      line('blank Electron window', usable(blank)),
      line('Depot Desk', usable(app)),
      `difference of the medians: ${difference.toFixed(0)} ms (goal: at most ${goalMilliseconds} ms)`,
      '',
    ].join('\n'),
  );
  if (values.phases) {
    process.stdout.write('\nWhen each phase began, medians:\n');
    for (const name of phaseNames) {
      const [ofBlank, ofApp] = [blank, app].map((all) => median(all.flatMap((phases) => phases[name] ?? [])));
      process.stdout.write(
        `  ${name.padEnd(12)} blank ${ofBlank?.toFixed(0)} ms, Depot Desk ${ofApp?.toFixed(0)} ms\n`,
      );
    }
  }
  process.exitCode = difference <= goalMilliseconds ? 0 : 1;
} finally {
  await service.kill();
  for (const folder of [serviceFolder, profile, blankProfile]) folder.remove();
}
