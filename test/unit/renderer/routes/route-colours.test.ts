/** The colours of routes differ for everybody: with usual vision, and without red or without green cones. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { routeColours, routeLook } from '../../../../src/renderer/routes/route-looks.ts';
import { contrast, linear, type Triple } from './contrast.ts';

const css = readFileSync(join(import.meta.dirname, '../../../../src/renderer/ui/tokens.css'), 'utf8');
const [light = '', dark = ''] = css.split('prefers-color-scheme: dark');
const inTheme = { light, dark };

const named = (theme: string, name: string): string => {
  const found = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(theme)?.[1];
  if (found === undefined) throw new Error(`--${name} is missing`);
  return found;
};

const times = (matrix: readonly Triple[], [a, b, c]: Triple): Triple => {
  const row = ([x, y, z]: Triple) => x * a + y * b + z * c;
  return [row(matrix[0]!), row(matrix[1]!), row(matrix[2]!)];
};

/** Machado, Oliveira and Fernandes 2009, severity 1: what people without one kind of cones see. */
const visions = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  'without red': [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  'without green': [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
} satisfies Record<string, Triple[]>;

/** Björn Ottosson's OKLab, in which equal distances look equally different. */
function oklab(colour: Triple): Triple {
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    colour,
  );
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    [Math.cbrt(cones[0]), Math.cbrt(cones[1]), Math.cbrt(cones[2])],
  );
}

describe.each(Object.entries(inTheme))('in the %s theme', (_, theme) => {
  const colours = Array.from({ length: routeColours }, (__, at) => named(theme, `route-${at + 1}`));

  it.each(Object.entries(visions))('any two differ: vision %s', (__, vision) => {
    const seen = colours.map((hex) => {
      const [red, green, blue] = times(vision, linear(hex));
      return oklab([Math.min(1, Math.max(0, red)), Math.min(1, Math.max(0, green)), Math.min(1, Math.max(0, blue))]);
    });
    const distances = seen.flatMap((one, at) =>
      seen.slice(at + 1).map((other) => Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2])),
    );
    // 0.02 is about the least difference that can be seen side by side; on a map the colours are apart.
    expect(Math.min(...distances)).toBeGreaterThan(0.09);
  });

  it.each(['surface', 'surface-sunken', 'surface-raised'])('each stands out from --%s', (surface) => {
    // WCAG 1.4.11: graphics need 3 to 1.
    expect(Math.min(...colours.map((hex) => contrast(hex, named(theme, surface))))).toBeGreaterThanOrEqual(3);
  });
});

it('gives a driver beyond the twelfth a pattern of the same colour', () => {
  expect([0, 11, 12, 24, 36].map(routeLook)).toEqual([
    { colour: 1, pattern: 'plain' },
    { colour: 12, pattern: 'plain' },
    { colour: 1, pattern: 'striped' },
    { colour: 1, pattern: 'dotted' },
    { colour: 1, pattern: 'plain' },
  ]);
});
