/** `npm run service`: the training service alone, under plain Node; what follows `--` is passed on to it. */
import { join } from 'node:path';
import { ensureBuilt } from './build.ts';
import { out } from './project.ts';
import { runProgram } from './run-program.ts';

await ensureBuilt();
process.exit((await runProgram([process.execPath, join(out, 'main', 'training.js'), ...process.argv.slice(2)])).code);
