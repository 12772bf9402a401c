/**
 * `npm run screens`: takes screenshots of every screen and state into out/screens, from the real app with the real
 * training service. `npm run screens -- --only NAME` takes those whose name starts with NAME; with `--docs` it takes
 * those that README.md and docs/screens.md show, and copies them to docs/pictures. It always runs on its own virtual
 * desktop, so the result does not depend on the machine's desktop.
 */
import { ensureBuilt } from './build.ts';
import { inVirtualDesktop } from './desktop-session.ts';
import { runProgram } from './run-program.ts';

await ensureBuilt();
const { command, env } = inVirtualDesktop(
  [process.execPath, 'build/screens/take.ts', ...process.argv.slice(2)],
  'screens',
);
// Times are shown in the time zone of the training data's office.
process.exit((await runProgram(command, { env: { ...env, TZ: 'Europe/Berlin' } })).code);
