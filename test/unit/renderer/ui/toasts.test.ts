/** Messages: one for each cause, read before they end, and errors until their cause has ended. */
import { beforeEach, describe, expect, it } from 'vitest';
import { toasts } from '../../../../src/renderer/ui/toasts.svelte.ts';
import { AppError } from '../../../../src/shared/errors.ts';

beforeEach(() => {
  for (const { id } of toasts.list) toasts.dismiss(id);
});

const shown = () => toasts.list.map(({ kind, text, count }) => `${kind}: ${text}${count > 1 ? ` ×${count}` : ''}`);

describe('one message for each cause', () => {
  it('replaces the message before it and counts what is said again', () => {
    toasts.show('error', 'plans.refresh', 'No connection.');
    toasts.show('positive', 'stops.saved', 'Saved: Anna');
    toasts.show('error', 'plans.refresh', 'No connection.');
    toasts.show('error', 'plans.refresh', 'No connection.');
    expect(shown()).toEqual(['positive: Saved: Anna', 'error: No connection. ×3']);
    toasts.show('error', 'plans.refresh', 'The service is busy.');
    expect(shown().at(-1), 'another text is not a repetition').toBe('error: The service is busy.');
  });

  it('keeps the place on the screen, so that the focus in it is kept', () => {
    toasts.show('error', 'plans.refresh', 'No connection.');
    const [first] = toasts.list;
    toasts.show('error', 'plans.refresh', 'No connection.');
    expect(toasts.list[0]?.id).toBe(first?.id);
  });

  it('makes room among messages of information, but never drops an error', () => {
    for (const cause of ['a', 'b', 'c', 'd', 'e']) toasts.show('error', cause, `Error ${cause}.`);
    for (const cause of ['f', 'g', 'h', 'i']) toasts.show('info', cause, `Done ${cause}.`);
    expect(toasts.list.map(({ cause }) => cause).join('')).toBe('abcdeghi');
  });
});

describe('the end of a message', () => {
  it('comes by itself once it could be read, later for a longer text', () => {
    toasts.show('info', 'short', 'Saved.');
    toasts.show('info', 'long', 'A sentence of many words. '.repeat(6));
    expect(toasts.timed).toBe(true);
    toasts.pass(5_900);
    expect(toasts.list).toHaveLength(2);
    toasts.pass(100);
    expect(toasts.list.map(({ cause }) => cause)).toEqual(['long']);
    toasts.pass(60_000);
    expect([toasts.list.length, toasts.timed]).toEqual([0, false]);
  });

  it('starts again when the same is said again', () => {
    toasts.show('info', 'saved', 'Saved.');
    toasts.pass(5_000);
    toasts.show('info', 'saved', 'Saved.');
    toasts.pass(5_000);
    expect(shown()).toEqual(['info: Saved. ×2']);
  });

  it('comes for an error only when it is dismissed or its cause has ended', () => {
    toasts.show('error', 'plans.refresh', 'No connection.');
    toasts.show('error', 'orders.refresh', 'No connection.');
    toasts.pass(3_600_000);
    expect(toasts.list).toHaveLength(2);
    toasts.end('plans.refresh');
    expect(toasts.list.map(({ cause }) => cause)).toEqual(['orders.refresh']);
    toasts.dismiss(toasts.list[0]?.id ?? 0);
    expect(toasts.list).toEqual([]);
  });

  it('does not come early for what was done', () => {
    toasts.show('positive', 'stops.saved', 'Saved: Anna');
    toasts.end('stops.saved');
    expect(shown()).toEqual(['positive: Saved: Anna']);
  });

  it('of an error that became good news comes by itself', () => {
    toasts.show('error', 'labels.find', 'No label with this barcode.');
    toasts.show('positive', 'labels.find', 'Found.');
    toasts.pass(6_000);
    expect(toasts.list).toEqual([]);
  });
});

describe('an attempt', () => {
  it('says why it failed, and ends that when it succeeds', async () => {
    const isDone = await toasts.attempt('plans.refresh', () => Promise.reject(new AppError('line.timeout')));
    expect(isDone).toBe(false);
    expect(toasts.list.map(({ kind, cause }) => [kind, cause])).toEqual([['error', 'plans.refresh']]);
    expect(await toasts.attempt('plans.refresh', () => Promise.resolve())).toBe(true);
    expect(toasts.list).toEqual([]);
  });

  it('of something else leaves an error where it is', async () => {
    await toasts.attempt('plans.refresh', () => Promise.reject(new AppError('line.timeout')));
    await toasts.attempt('orders.refresh', () => Promise.resolve());
    expect(toasts.list.map(({ cause }) => cause)).toEqual(['plans.refresh']);
  });
});
