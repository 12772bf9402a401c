/** `npm run api`: runs the client's command line from source. Arguments after `--` are passed on. */
import { join } from 'node:path';
import { root } from './project.ts';
import { runProgram } from './run-program.ts';

const entry = join(root, 'src', 'main', 'api-command', 'main.ts');
process.exit((await runProgram([process.execPath, entry, ...process.argv.slice(2)])).code);
