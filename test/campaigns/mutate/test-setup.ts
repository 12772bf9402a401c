/** Before each test file: which mutant is tried, or that those are recorded which its tests come by. */
import { appendFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, expect, inject } from 'vitest';
import { recordMutants, tryMutant } from './switch.ts';

/** One that is tried, or the file to which those are written that are come by. */
export type Asked = { mutant: number } | { record: string };

declare module 'vitest' {
  interface ProvidedContext {
    asked: Asked;
  }
}

// The same values each time: a mutant that only some values show would be seen in one run and not in the next.
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
