/** Runs before each test file: activates the mutant, or records the mutants that its tests reach. */
import { appendFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, expect, inject } from 'vitest';
import { recordMutants, tryMutant } from './switch.ts';

/** The mutant to try, or the file for recording reached mutants. */
export type Asked = { mutant: number } | { record: string };

declare module 'vitest' {
  interface ProvidedContext {
    asked: Asked;
  }
}

// A fixed seed: otherwise a mutant that only some values reveal would be detected in one run and not in the next.
fc.configureGlobal({ seed: 1 });

const asked = inject('asked');
if ('mutant' in asked) tryMutant(asked.mutant);
else {
  const met = recordMutants();
  afterAll(() => {
    const { testPath } = expect.getState();
    appendFileSync(asked.record, `${JSON.stringify({ test: testPath, met: [...met] })}\n`);
  });
}
