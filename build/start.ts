/**
 * `npm start`: builds if needed and opens the app. Arguments after `--` are passed on. `npm start -- --tour`
 * demonstrates the main job automatically. Without a display it prints a note and uses a virtual one.
 */
import { ensureBuilt } from './build.ts';
import { electronArguments, hasDisplay, inVirtualDesktop } from './desktop-session.ts';
import { root } from './project.ts';
import { runProgram } from './run-program.ts';

const say = (text: string) => process.stdout.write(`start: ${text}\n`);

const args = process.argv.slice(2);
const tour = args.includes('--tour');
const electron = process.env['DEPOT_DESK_ELECTRON'];
if (electron === undefined) throw new Error('Start with npm start: it finds Electron.');

await ensureBuilt();

const own = electronArguments();
if (own.includes('--no-sandbox')) say('running as root: Chromium cannot use its sandbox (--no-sandbox)');

const plain = tour
  ? [process.execPath, 'build/tour.ts', ...args.filter((argument) => argument !== '--tour')]
  : [electron, root, ...own, ...args];

if (hasDisplay()) {
  process.exit((await runProgram(plain)).code);
} else {
  say('there is no display: the app runs in a virtual one, with a session bus and a keyring of its own');
  if (!tour) say('nothing of it is visible; end it with Ctrl+C, or see it at work with: npm start -- --tour');
  const { command, env } = inVirtualDesktop(plain, tour ? 'tour' : 'start');
  process.exit((await runProgram(command, { env })).code);
}
