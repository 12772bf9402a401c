/** `npm run service`: runs only the training service, under plain Node. Arguments after `--` are passed on. */
import { join } from 'node:path';
import { ensureBuilt } from './build.ts';
import { out } from './project.ts';
import { runProgram } from './run-program.ts';

await ensureBuilt();
process.exit((await runProgram([process.execPath, join(out, 'main', 'training.js'), ...process.argv.slice(2)])).code);
