/** `npm run bench -- start`: runs one benchmark (a file in test/campaigns/bench) against its baseline. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from '../../../build/build.ts';
import { inVirtualDesktop } from '../../../build/desktop-session.ts';
import { root } from '../../../build/project.ts';
import { runProgram } from '../../../build/run-program.ts';

const [name = '', ...args] = process.argv.slice(2);
const folder = join(root, 'test', 'campaigns', 'bench');
if (!existsSync(join(folder, `${name}.ts`))) {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.replace(/\.ts$/, ''));
  process.stderr.write(`bench: name one of: ${names.join(', ')}\n`);
  process.exit(2);
}
const plain = [process.execPath, join(folder, `${name}.ts`), ...args];
/** These need neither the built app nor a display; most run parts of main in virtual time. */
if (['cache', 'encryption', 'main', 'outbox', 'pace', 'service', 'sync'].includes(name))
  process.exit((await runProgram(plain)).code);
await ensureBuilt();
// Use a virtual display if possible: a real one waits for vertical sync.
const { command, env } =
  process.platform === 'linux' ? inVirtualDesktop(plain, 'bench') : { command: plain, env: undefined };
process.exit((await runProgram(command, env === undefined ? {} : { env })).code);
