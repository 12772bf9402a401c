import { afterEach, beforeEach, vi } from 'vitest';
import type { SheetImport } from '../../../../src/renderer/import/sheet-import.svelte.ts';
import { standIn } from '../../../fixtures/backend-stand-in.ts';

/** The window's side of order imports with a stand-in for main, new for each test of the file. */
export interface ImportDesk {
  main: ReturnType<typeof standIn>;
  /** Imports started by a test. They are closed after it, so that nothing leaks into the next one. */
  works: SheetImport[];
}

/** Called once at the start of a test file. */
export function importDesk(): ImportDesk {
  const desk: ImportDesk = { main: standIn(), works: [] };
  beforeEach(() => {
    desk.main = standIn();
    vi.stubGlobal('window', { backend: desk.main });
  });
  afterEach(async () => {
    for (const work of desk.works.splice(0)) {
      await work.leave();
      // As the dialog does: a look-up that is due would reach the next test's desk.
      work.end();
    }
    vi.unstubAllGlobals();
  });
  return desk;
}
