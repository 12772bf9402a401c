/**
 * `npm run hostile [-- --form real] [--seed 1]`: enters 200 stops, 40 edits and 20 deletions into the real app with a
 * hostile service, kills the app ten times, and reads the service back. `--form real` uses the app's real waits and
 * takes most of an hour. `--form sample` is the short form that `npm test` runs.
 */
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../../../build/build.ts';
import { inVirtualDesktop } from '../../../build/desktop-session.ts';
import { runProgram } from '../../../build/run-program.ts';

const { values } = parseArgs({ options: { form: { type: 'string', default: 'long' }, seed: { type: 'string' } } });
await ensureBuilt();
const plain = ['playwright', 'test', 'test/e2e/hostile.spec.ts', '--reporter=list'];
const { command, env } =
  process.platform === 'linux' ? inVirtualDesktop(plain, 'hostile') : { command: plain, env: {} };
const form = {
  DEPOT_DESK_HOSTILE: values.form,
  ...(values.seed === undefined ? {} : { DEPOT_DESK_HOSTILE_SEED: values.seed }),
};
process.exit((await runProgram(command, { env: { ...env, ...form } })).code);
