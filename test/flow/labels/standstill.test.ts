/** Printers are found, and a stalled one is reported as stopped although its queue reports that it is printing. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { cupsBackEnd } from '../../../src/main/labels/print-cups.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { waitFor } from '../../fixtures/wait-for.ts';
import { startLabelPrinter, whyNoPrinter } from '../../support/label-printer.ts';

const reason = whyNoPrinter();
if (reason !== undefined) process.stdout.write(`\nNOT TESTED: printers that stand still: ${reason}\n\n`);

async function started() {
  const folder = temporaryFolder();
  const printer = await startLabelPrinter(temporaryFolder());
  onTestFinished(() => printer.stop());
  vi.stubEnv('CUPS_SERVER', printer.server);
  onTestFinished(() => void vi.unstubAllEnvs());
  const stopped = async () => (await cupsBackEnd.printers()).find(({ name }) => name === printer.queue)?.stopped;
  const file = join(folder, 'label.txt');
  writeFileSync(file, 'A label');
  const print = () => void execFileSync('lp', ['-d', printer.queue, file], { stdio: 'pipe' });
  return { printer, stopped, print };
}

describe.skipIf(reason !== undefined)('a label printer', () => {
  it('is not reported while it works, and is reported while its queue is stopped', async () => {
    const { printer, stopped, print } = await started();
    expect(await stopped()).toBeNull();
    print();
    await printer.job(0);
    await waitFor('the queue at rest', async () => (await stopped()) === null || undefined);
    printer.disable();
    expect(await stopped()).toContain('paused');
    printer.enable();
    expect(await stopped()).toBeNull();
  });

  it('is reported as stopped during a jam while its queue prints, until the jam is cleared', async () => {
    const { printer, stopped, print } = await started();
    printer.jam();
    print();
    expect(await waitFor('the jam', stopped, 20_000)).toContain('media-jam-warning');
    printer.clearJam();
    await printer.job(0);
    await waitFor('the end of the jam', async () => (await stopped()) === null || undefined, 20_000);
  });

  it('is found at the print server that the person’s client.conf names', async () => {
    const { printer } = await started();
    const home = temporaryFolder();
    mkdirSync(join(home, '.cups'));
    writeFileSync(join(home, '.cups', 'client.conf'), `ServerName ${printer.server}\n`);
    vi.stubEnv('CUPS_SERVER', undefined);
    vi.stubEnv('HOME', home);
    expect((await cupsBackEnd.printers()).map(({ name }) => name)).toEqual([printer.queue]);
  });
});
