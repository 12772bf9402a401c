/** The test printer: exclusive to its test, and ready for its first job. */
import { execFileSync, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { startLabelPrinter, whyNoPrinter } from '../../support/label-printer.ts';
import { printerAnswers } from '../../support/label-queue.ts';
import { ownPort } from '../../support/own-port.ts';

describe('a reserved port', () => {
  it('goes to one process at a time, and is free again after that process is killed', async () => {
    const support = new URL('../../support/own-port.ts', import.meta.url).href;
    const text = `import { ownPort } from '${support}'; const taken = [];
      for (let turn = 0; turn < 20; turn += 1) taken.push((await ownPort()).port);
      console.log(JSON.stringify(taken)); setInterval(() => undefined, 1000);`;
    const processes = [1, 2, 3].map(() => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', text], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      return child;
    });
    const given = await Promise.all(
      processes.map(
        async ({ stdout }) =>
          JSON.parse(
            await new Promise<string>((resolve) => void createInterface(stdout).once('line', resolve)),
          ) as number[],
      ),
    );
    expect(new Set(given.flat()).size).toBe(60);
    const [first] = processes;
    const ended = new Promise((resolve) => first?.once('exit', resolve));
    first?.kill('SIGKILL');
    await ended;
    const [port = 0] = given[0] ?? [];
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port - 1, '127.0.0.1', resolve));
    server.close();
  });

  it('is never a port that another program listens on', async () => {
    const one = await ownPort();
    onTestFinished(one.release);
    const foreign = createServer();
    await new Promise<void>((resolve) => foreign.listen(one.port, '127.0.0.1', resolve));
    onTestFinished(() => void foreign.close());
    await one.release();
    const other = await ownPort();
    onTestFinished(other.release);
    expect(other.port).not.toBe(one.port);
  });
});

describe.skipIf(whyNoPrinter() !== undefined)('the software printer', () => {
  it('prints a job sent right after its start', async () => {
    const folder = temporaryFolder();
    const printer = await startLabelPrinter(temporaryFolder());
    onTestFinished(() => printer.stop());
    const file = join(folder, 'label.txt');
    writeFileSync(file, 'A label');
    const env = { ...process.env, CUPS_SERVER: printer.server };
    execFileSync('lp', ['-d', printer.queue, file], { stdio: 'pipe', env });
    const { attributes } = await printer.job(0);
    expect(attributes['CONTENT_TYPE']).toBe('application/pdf');
  });

  it('is distinguished from another one at its address', async () => {
    const { port, release } = await ownPort();
    onTestFinished(release);
    expect(await printerAnswers(port, 'Nobody')).toBeUndefined();
    const printer = await startLabelPrinter(temporaryFolder());
    onTestFinished(() => printer.stop());
    await expect(printerAnswers(printer.port, 'Another printer')).rejects.toThrow('has another printer');
  });
});
