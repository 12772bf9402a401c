import { afterEach, expect, it, vi } from 'vitest';
import { readUnfinished, totalUnfinished } from '../../../../src/renderer/lib/unfinished.ts';
import { draftForms } from '../../../../src/shared/outbox.ts';
import { standIn, standInState } from '../../../fixtures/backend-stand-in.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('counts the unfinished forms by kind, and the imports', async () => {
  const state = standInState();
  const main = standIn(state);
  vi.stubGlobal('window', { backend: main });
  expect(await readUnfinished()).toEqual([]);
  state.drafts = [...draftForms, 'stop' as const].map((form, at) => ({
    ...{ id: String(at), form, planId: '', planTitle: null, savedAt: state.now, fields: {} },
  }));
  vi.spyOn(main.handlers.imports, 'list').mockResolvedValue([
    { id: 'one', savedAt: state.now, noun: 'orders', place: '', name: 'shop.csv', bad: 1, good: 2 },
  ]);
  const unfinished = await readUnfinished();
  expect(unfinished).toEqual([
    { kind: 'stop', count: 2 },
    { kind: 'order', count: 1 },
    { kind: 'plan', count: 1 },
    { kind: 'driver', count: 1 },
    { kind: 'import', count: 1 },
  ]);
  expect(totalUnfinished(unfinished)).toBe(6);
});
