/**
 * `npm run hostile [-- --form real] [--seed 1]`: 200 stops, 40 changes and 20 deletions typed into the real app before a
 * hostile service, the app killed ten times, and the service read back. `--form real` is with the waits that the app has,
 * which takes most of an hour; `--form sample` is the short one of `npm test`.
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
