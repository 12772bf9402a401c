/** docs/faults.md lists every preset and fault, and its example is valid. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { faultKinds, faultPlan } from '../../../../src/training/faults/check.ts';
import { certificateProblems } from '../../../../src/training/faults/faults.ts';
import { presetNames } from '../../../../src/training/faults/presets.ts';

const text = readFileSync(join(import.meta.dirname, '../../../../docs/faults.md'), 'utf8');
/** The first cells of a table's rows. */
const firstCells = (heading: string, until?: string) => {
  const from = text.indexOf(heading);
  const part = text.slice(from, until === undefined ? undefined : text.indexOf(until, from));
  return [...part.matchAll(/^\| `([a-z-]+)` +\|/gm)].map(([, name]) => name);
};

it('names exactly the existing presets and kinds of faults', () => {
  expect(firstCells('## Presets', '## Rules')).toEqual(presetNames);
  expect(firstCells('| Kind ')).toEqual(faultKinds);
  for (const problem of certificateProblems) expect(text).toContain(`\`${problem}\``);
});

it('has an example that the control API accepts', () => {
  const [, json = ''] = /```json\n([\s\S]*?)```/.exec(text) ?? [];
  const plan = faultPlan(JSON.parse(json), '');
  expect(plan.rules).toHaveLength(4);
  expect(plan.seed).toBe(7);
});
