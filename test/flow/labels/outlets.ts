/** Everything through which labels leave, and what left. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PrintBackEnd } from '../../../src/main/labels/print-back-end.ts';
import type { PlacedDocument } from '../../../src/preflight/stock.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

export const printer = { name: 'Labels', description: 'Labels', isDefault: true, stopped: null, tried: true };

/** Everything that prints or saves, and keeps what it gets. */
export function outlets() {
  const folder = temporaryFolder();
  const printed: Buffer[] = [];
  const saved = join(folder, 'saved.pdf');
  const backEnd = (placesPages: boolean): PrintBackEnd => ({
    namesJobsFirst: true,
    placesPages,
    printers: () => Promise.resolve([printer]),
    async print({ file }, named) {
      printed.push(readFileSync(file));
      named(String(printed.length));
    },
    jobState: () => Promise.resolve('done'),
    takeOut: () => Promise.resolve(true),
  });
  const showPrintDialog = async ({ file }: PlacedDocument, begins: () => void) => {
    begins();
    printed.push(readFileSync(file));
    return true;
  };
  return { printed, saved, backEnd, showPrintDialog };
}

export type Outlets = ReturnType<typeof outlets>;
