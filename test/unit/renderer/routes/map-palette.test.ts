/** The ink of numbers on the marks of a map. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inkColours, inkOn } from '../../../../src/renderer/routes/map/palette.ts';
import { contrast } from './contrast.ts';

const css = readFileSync(join(import.meta.dirname, '../../../../src/renderer/ui/tokens.css'), 'utf8');
const colours = [...css.matchAll(/--(?:route-\d+|surface|line-strong|danger): (#[0-9a-f]{6});/g)].map(
  ([, colour = '']) => colour,
);

it('writes numbers so that they are read on every colour of a mark', () => {
  expect(colours).toHaveLength(2 * 15);
  const contrasts = colours.map((colour) => contrast(inkColours[inkOn(colour)] ?? '', colour));
  // WCAG 1.4.3.
  expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(4.5);
});
