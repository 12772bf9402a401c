import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import { mostSaved, pageLimits } from '../../../../src/renderer/labels/page-limits.ts';
import { TooSlow } from '../../../../src/renderer/labels/pdf-problem.ts';

const later = () => performance.now() + 60_000;

/** Asks before each operation, as pdf.js does. @returns how many were allowed */
function ask(operations: readonly number[], end: number): number {
  const allows = pageLimits(OPS, end);
  const list = {
    fnArray: [...operations],
    argsArray: operations.map(() => null),
    lastChunk: true,
    separateAnnots: null,
  };
  return operations.filter((_operation, index) => allows(index, list)).length;
}

const many = (count: number, ...operations: number[]) => Array.from({ length: count }, () => operations).flat();

describe('the limits of a page', () => {
  it('allow every operation of a page that restores what it saves', () => {
    const operations = many(5 * mostSaved, OPS.save, OPS.fill, OPS.restore);
    expect(ask(operations, later())).toBe(operations.length);
  });

  it('allow as many saved graphics states as the limit, and no more', () => {
    expect(ask(many(mostSaved, OPS.save), later())).toBe(mostSaved);
    expect(() => ask(many(mostSaved + 1, OPS.save), later())).toThrow('the page saves more than 1000 graphics states');
  });

  it('end a page that takes too long before its next operation', () => {
    expect(() => ask([OPS.fill], performance.now() - 1)).toThrow(TooSlow);
  });
});
