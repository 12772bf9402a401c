/**
 * `npm run screens`: takes pictures of every screen and state into out/screens, from the real app before the real training service.
 * `npm run screens -- --only NAME` takes those whose name begins so. Always on a virtual desktop of its own: pictures do
 * not depend on who takes them.
 */
import { ensureBuilt } from './build.ts';
import { inVirtualDesktop } from './desktop-session.ts';
import { runProgram } from './run-program.ts';

await ensureBuilt();
const { command, env } = inVirtualDesktop(
  [process.execPath, 'build/screens/take.ts', ...process.argv.slice(2)],
  'screens',
);
// Times are written as in the office of the training data.
process.exit((await runProgram(command, { env: { ...env, TZ: 'Europe/Berlin' } })).code);
