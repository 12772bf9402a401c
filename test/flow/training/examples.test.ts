/** The examples of docs/service.md as they stand there, run by bash and curl against a service of their own. */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { clockFrom } from '../../../src/training/clock.ts';
import { startService } from '../../../src/training/server.ts';
import { temporaryFolder } from './support.ts';

const page = join(import.meta.dirname, '..', '..', '..', 'docs', 'service.md');

/** A line of an example and what the page says that it answers: a status, and a part of the body. */
interface Line {
  command: string;
  says: { status: string; part: string } | undefined;
}

/** The lines of all blocks marked `sh`, in the page's order. */
function examples(text: string): Line[] {
  const lines: Line[] = [];
  for (const [, block = ''] of text.matchAll(/```sh\n([^]*?)```/g)) {
    for (const line of block.trim().split('\n')) {
      const [, status, part] = /^# → (\d{3}) (.*)$/.exec(line) ?? [];
      const last = lines.at(-1);
      if (status === undefined || part === undefined) lines.push({ command: line, says: undefined });
      else if (last) last.says = { status, part };
    }
  }
  return lines;
}

/** One script of all lines: each that is to answer something writes it into a file of its own. */
const scriptOf = (lines: Line[]) =>
  lines.map(({ command, says }, index) => (says ? `{ ${command}\n} > answer-${index}` : command)).join('\n');

const missing = ['bash', 'curl'].filter((tool) => spawnSync(tool, ['--version']).status !== 0);
if (missing.length > 0) {
  process.stderr.write(
    `\nNOT TESTED: the examples of docs/service.md, because ${missing.join(' and ')} is missing here\n\n`,
  );
}

function run(script: string, folder: string, environment: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-c', script], { cwd: folder, env: { ...process.env, ...environment } });
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    child.on('error', reject);
    child.on('exit', () => resolve(errors));
  });
}

it.skipIf(missing.length > 0)('the examples of docs/service.md answer what it says', async () => {
  const lines = examples(readFileSync(page, 'utf8'));
  const told = lines.filter(({ says }) => says);
  expect(told.length).toBeGreaterThan(30);
  const folder = temporaryFolder();
  // The same moment at each run; the computer's clock beneath, so that the limits are those of the documents.
  const morning = new Date();
  morning.setHours(8, 0, 0, 0);
  const service = await startService({
    ...{ folder: join(folder, 'service'), clock: clockFrom(morning.getTime()), time: { speed: 5 } },
    switches: { sustainedUse: 'tolerated' },
  });
  try {
    const environment = {
      ...{ A: service.address, CA: service.authorityFile },
      ...{ PLANNING_KEY: service.planningKey, ORDERS_KEY: service.ordersKey },
    };
    // A person types slower than five lines a second.
    const slow = lines.map((line) => ({ ...line, command: `sleep 0.25; ${line.command}` }));
    const errors = await run(scriptOf(slow), folder, environment);
    expect(errors).toBe('');
    for (const [index, { command, says }] of lines.entries()) {
      if (!says) continue;
      const said = readFileSync(join(folder, `answer-${index}`), 'utf8');
      expect.soft(said, command).toMatch(new RegExp(` ${says.status}\\b`));
      expect.soft(said, command).toContain(says.part);
    }
  } finally {
    await service.close();
  }
});
