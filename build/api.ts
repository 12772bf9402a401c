/** `npm run api`: the command line over the client, straight from its sources; what follows `--` is passed on to it. */
import { join } from 'node:path';
import { root } from './project.ts';
import { runProgram } from './run-program.ts';

const entry = join(root, 'src', 'main', 'api-command', 'main.ts');
process.exit((await runProgram([process.execPath, entry, ...process.argv.slice(2)])).code);
