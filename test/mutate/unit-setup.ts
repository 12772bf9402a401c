/** Before each test file: which mutant is tried, or that those are recorded which its tests come by. */
import { appendFileSync } from 'node:fs';
import { afterAll, expect, inject } from 'vitest';
import { recordMutants, tryMutant } from './switch.ts';

/** One that is tried, or the file to which those are written that are come by. */
export type Asked = { mutant: number } | { record: string };

declare module 'vitest' {
  interface ProvidedContext {
    asked: Asked;
  }
}

const asked = inject('asked');
if ('mutant' in asked) tryMutant(asked.mutant);
else {
  const met = recordMutants();
  afterAll(() => {
    const { testPath } = expect.getState();
    appendFileSync(asked.record, `${JSON.stringify({ test: testPath, met: [...met] })}\n`);
  });
}
