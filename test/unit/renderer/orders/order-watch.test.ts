import { beforeEach, describe, expect, it } from 'vitest';
import { newsOf, OrderWatch } from '../../../../src/renderer/orders/order-watch.svelte.ts';
import type { OrderChange, OrderRow } from '../../../../src/shared/orders.ts';
import { standInState } from '../../../fixtures/backend-stand-in.ts';

const [draft] = standInState().orders;
if (!draft) throw new Error('the stand-in has no order');
const row = (change: Partial<OrderRow>): OrderRow => ({
  ...draft,
  state: 'draft',
  changes: change.change == null ? [] : [change.change],
  ...change,
});
const change = (kind: OrderChange['kind'], state: OrderChange['state'] = 'queued'): OrderChange => ({
  ...{ kind, state, entryId: 'e-1', reason: null },
});
let watch: OrderWatch;

beforeEach(() => {
  watch = new OrderWatch();
});

it('names what happened between two states', () => {
  expect(newsOf('draft', 'draft')).toBeNull();
  expect(newsOf('draft', 'submitted')).toBe('submitted');
  expect(newsOf('submitted', 'draft')).toBe('withdrawn');
  expect(newsOf('submitted', 'read-only')).toBe('read-only');
  expect(newsOf('read-only', 'submitted')).toBe('submitted');
});

describe('the order in the pane', () => {
  it('has news once its state changes elsewhere, until the user has read them or opens another order', () => {
    watch.see(row({}));
    expect(watch.news).toBeNull();
    watch.see(row({ state: 'submitted' }));
    expect(watch.news).toBe('submitted');
    watch.see(row({ state: 'submitted', printedCount: 1 }));
    expect(watch.news).toBe('submitted');
    watch.dismiss();
    expect(watch.news).toBeNull();
    watch.see(row({ state: 'draft' }));
    expect(watch.news).toBe('withdrawn');
    watch.see(row({ id: 'orders/other', state: 'submitted' }));
    expect(watch.news).toBeNull();
  });

  it('has no news after an action from here', () => {
    watch.see(row({}));
    watch.expect('submit', [row({})]);
    watch.see(row({ state: 'submitted' }));
    expect(watch.news).toBeNull();
    // What comes afterwards is news again.
    watch.see(row({ state: 'draft' }));
    expect(watch.news).toBe('withdrawn');
  });

  it('has no news after a change that was waiting when it was opened', () => {
    watch.see(row({ change: change('submit') }));
    watch.see(row({ change: change('submit', 'sending') }));
    watch.see(row({ state: 'submitted' }));
    expect(watch.news).toBeNull();
  });

  it('has no news after a submission from here beside a rejected edit', () => {
    const [submit, edit] = [change('submit', 'sending'), change('edit', 'refused')];
    watch.see(row({ change: edit, changes: [edit, submit] }));
    watch.see(row({ state: 'submitted', change: edit, changes: [edit] }));
    expect(watch.news).toBeNull();
  });

  it('has news if somebody else submits it after the submission from here was rejected', () => {
    watch.see(row({ change: change('submit') }));
    watch.see(row({ change: change('submit', 'refused') }));
    watch.see(row({ state: 'submitted' }));
    expect(watch.news).toBe('submitted');
  });
});

describe('an order that is no longer listed', () => {
  const key = draft.id;

  it('stays in the pane as last listed', () => {
    const seen = row({});
    watch.see(seen);
    expect(watch.left(key, [row({ id: 'orders/other' })])).toBe(seen);
    expect(watch.left(null, [])).toBeUndefined();
    expect(watch.left('orders/other', [])).toBeUndefined();
  });

  it('closes its pane if a filter hides it', () => {
    watch.see(row({}));
    expect(watch.left(key, [row({})])).toBeUndefined();
  });

  it('closes its pane if it was deleted or discarded here', () => {
    watch.see(row({}));
    watch.expect('delete', [row({})]);
    expect(watch.left(key, [])).toBeUndefined();

    const other = new OrderWatch();
    other.see(row({ change: change('delete') }));
    expect(other.left(key, [])).toBeUndefined();
    other.see(row({ change: null, origin: 'outbox' }));
    expect(other.left(key, [])).toBeUndefined();
  });

  it('is no news on the way to a deletion from here, which withdraws it first', () => {
    watch.see(row({ state: 'submitted' }));
    watch.expect('delete', [row({})]);
    watch.see(row({ state: 'draft' }));
    expect(watch.news).toBeNull();
    expect(watch.left(key, [])).toBeUndefined();
  });
});
