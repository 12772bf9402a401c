/** The gesture of a part of an import, which another version of the app has to find again. */
import { expect, it } from 'vitest';
import { partOf } from '../../../../src/renderer/orders/import/part-of.ts';

it('is the same in every version: import, kind, and cyrb53 of what the part says', () => {
  // Written down from the digest as it was published: a part that was sent once must not be sent as another.
  expect(partOf('g', 'rows', 'a')).toBe('g:rows-203h93a1w93');
  expect(partOf('g', 'rows', [])).toBe('g:rows-1mjsfpb3rfi');
  expect(partOf('g', 'changes0', { keys: ['line-2'], orders: [{ packageInfo: { externalId: 'W-1' } }] })).toBe(
    'g:changes0-1apw46fgcs1',
  );
});
