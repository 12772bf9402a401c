/**
 * Measures what the app takes while it is open and nobody uses it: 200 plans of 150 stops, all read. The CPU time of all
 * its processes and its requests, beside the CPU time of a blank Electron window over the same minutes.
 *
 *     npm run bench -- idle [--minutes 5]
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { electronArguments } from '../../../build/desktop-session.ts';
import { root } from '../../../build/project.ts';
import type { Session } from '../../../src/shared/session.ts';
import { startApp, temporaryFolder } from '../../support/app.ts';
import { start, waitFor } from '../../support/processes.ts';
import { callBackend, connect, planList } from '../../support/screens.ts';
import { lastRequest } from '../../support/service-times.ts';
import { startTrainingService } from '../../support/training-service.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '5' } } });
const minutes = Number(values.minutes);
const mostShare = 0.01;
const mostRequestsAMinute = 12;
/** Nobody is taken to be there after two minutes; another one to let reads end. */
const settlesMilliseconds = 180_000;
const say = (line: string) => void process.stdout.write(`${line}\n`);
const electron = process.env['DEPOT_DESK_ELECTRON'];
if (electron === undefined) throw new Error('Run with npm run bench -- idle: it finds Electron.');
if (process.platform !== 'linux') throw new Error('CPU times are read from /proc, which only Linux has.');

/** Linux reports CPU times in hundredths of a second. */
const ticksPerSecond = 100;

/** Seconds of CPU time that a process and all its descendants have used. */
function cpuSeconds(pid: number): number {
  const processes = readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      // After the name in brackets: state, parent, …; the 12th and 13th are times in user and kernel mode.
      const [, rest = ''] = /\) (.*)$/s.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
      const fields = rest.split(' ');
      return [{ pid: Number(name), parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }];
    } catch {
      // It has ended since.
      return [];
    }
  });
  const own = new Set([pid]);
  for (let before = 0; before < own.size;) {
    before = own.size;
    for (const each of processes) if (own.has(each.parent)) own.add(each.pid);
  }
  const ticks = processes.reduce((sum, each) => sum + (own.has(each.pid) ? each.ticks : 0), 0);
  return ticks / ticksPerSecond;
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const percent = (share: number) => `${(share * 100).toFixed(2)} %`;

const serviceFolder = temporaryFolder('bench-service');
const profile = temporaryFolder('bench-profile');
const blankProfile = temporaryFolder('bench-blank');
const service = await startTrainingService(serviceFolder.path, ['--size', 'large'], 60_000);
try {
  const app = await startApp({ profile: profile.path });
  const pid = app.electron.process().pid ?? 0;
  await connect(app.window, app.electron, service);
  await planList(app.window).waitFor();
  say('Reading 200 plans of 150 stops for the first time, at the limit of the service …');
  await waitFor(
    'the first reading',
    async () => {
      const { reading } = await callBackend<Session>(app.window, 'session', 'get');
      const { rows } = await callBackend<{ rows: { stopCount: number | null }[] }>(app.window, 'plans', 'list');
      const isRead = reading.first === null && rows.length >= 200 && rows.some(({ stopCount }) => stopCount !== null);
      return isRead || undefined;
    },
    15 * 60_000,
  );
  // Another window in front is a sign of somebody there, so it opens before nobody is.
  const blank = await start(electron, [
    join(root, 'test', 'campaigns', 'bench', 'blank', 'main.cjs'),
    ...electronArguments(),
    `--user-data-dir=${blankProfile.path}`,
  ]);
  await pause(settlesMilliseconds);

  const before = { app: cpuSeconds(pid), blank: cpuSeconds(blank.pid), requests: await lastRequest(service) };
  const began = performance.now();
  await pause(minutes * 60_000);
  const seconds = (performance.now() - began) / 1_000;
  const share = (cpuSeconds(pid) - before.app) / seconds;
  const blankShare = (cpuSeconds(blank.pid) - before.blank) / seconds;
  const requests = (((await lastRequest(service)) - before.requests) / seconds) * 60;
  await blank.stop();
  await app.close();
  const passed = share <= mostShare && requests <= mostRequestsAMinute;
  say(
    [
      '',
      `Idle: 200 plans read, the window open, nobody there for two minutes; then ${(seconds / 60).toFixed(1)} minutes by the`,
      'CPU times of all processes of the app, beside a blank Electron window; virtual display, debugger attached to the app.',
      `Depot Desk             ${percent(share)} of a core (≤ ${percent(mostShare)})`,
      `blank Electron window  ${percent(blankShare)} of a core`,
      `requests               ${requests.toFixed(1)} a minute (≤ ${mostRequestsAMinute})`,
      passed ? 'pass' : 'FAIL',
      '',
    ].join('\n'),
  );
  process.exitCode = passed ? 0 : 1;
} finally {
  await service.kill();
  for (const folder of [serviceFolder, profile, blankProfile]) folder.remove();
}
