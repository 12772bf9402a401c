/** `npm run crash -- damage`: runs a long campaign against the app's files (a file in test/campaigns/crash). */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../build/project.ts';
import { runProgram } from '../../../build/run-program.ts';

const [name = '', ...args] = process.argv.slice(2);
const folder = join(root, 'test', 'campaigns', 'crash');
const isCampaign = (file: string) => file.endsWith('.ts') && !file.endsWith('-run.ts');
if (!existsSync(join(folder, `${name}.ts`)) || !isCampaign(`${name}.ts`)) {
  const names = readdirSync(folder)
    .filter(isCampaign)
    .map((file) => file.replace(/\.ts$/, ''));
  process.stderr.write(`crash: name one of: ${names.join(', ')}\n`);
  process.exit(2);
}
process.exit((await runProgram([process.execPath, join(folder, `${name}.ts`), ...args])).code);
