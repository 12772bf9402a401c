/** The gesture of a chunk of an import, which another version of the app must derive identically. */
import { expect, it } from 'vitest';
import { partOf } from '../../../../src/renderer/import/part-of.ts';

it('is the same in every version: import, kind, and cyrb53 of the content', () => {
  // Computed with the published digest, because a chunk sent once must not be sent under another gesture.
  expect(partOf('g', 'rows', 'a')).toBe('g:rows-203h93a1w93');
  expect(partOf('g', 'rows', [])).toBe('g:rows-1mjsfpb3rfi');
  expect(partOf('g', 'changes0', { keys: ['line-2'], orders: [{ packageInfo: { externalId: 'W-1' } }] })).toBe(
    'g:changes0-1apw46fgcs1',
  );
});
