import { afterEach, expect, it, vi } from 'vitest';
import { t } from '../../../../src/messages/index.ts';
import { readUnfinished, totalUnfinished } from '../../../../src/renderer/lib/unfinished.ts';
import { draftForms } from '../../../../src/shared/outbox.ts';
import { standIn, standInState } from '../../../fixtures/backend-stand-in.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('counts the unfinished forms by kind, and the imports by what they are of', async () => {
  const state = standInState();
  const main = standIn(state);
  vi.stubGlobal('window', { backend: main });
  expect(await readUnfinished()).toEqual([]);
  state.drafts = [...draftForms, 'stop' as const].map((form, at) => ({
    ...{ id: String(at), form, planId: '', planTitle: null, savedAt: state.now, fields: {} },
  }));
  const nouns = ['drivers', 'orders', 'stops', 'unassignedStops', 'stops'] as const;
  vi.spyOn(main.handlers.imports, 'list').mockResolvedValue(
    nouns.map((noun, at) => ({
      ...{ id: `import-${at}`, savedAt: state.now, noun, place: '', name: 'shop.csv', bad: 1, good: 2 },
    })),
  );
  const unfinished = await readUnfinished();
  expect(unfinished).toEqual([
    { kind: 'stop', count: 2 },
    { kind: 'order', count: 1 },
    { kind: 'plan', count: 1 },
    { kind: 'driver', count: 1 },
    { kind: 'import.orders', count: 1 },
    { kind: 'import.stops', count: 2 },
    { kind: 'import.unassignedStops', count: 1 },
    { kind: 'import.drivers', count: 1 },
  ]);
  expect(totalUnfinished(unfinished)).toBe(10);
  const words = unfinished.map(({ kind, count }) => t(`dayClose.unfinished.${kind}`, { count }));
  expect(words.slice(4)).toEqual([
    '1 import of orders',
    '2 imports of stops',
    '1 import of unassigned stops',
    '1 import of drivers',
  ]);
});
