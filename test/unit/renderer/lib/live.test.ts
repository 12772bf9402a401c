import { describe, expect, it } from 'vitest';
import { Live, type Surroundings } from '../../../../src/renderer/lib/live.svelte.ts';
import type { Pushes } from '../../../../src/shared/contract.ts';
import { AppError } from '../../../../src/shared/errors.ts';

/** A window that can be hidden and a main process that sends changes, both controlled by the test. */
function byHand() {
  const changed = new Set<(change: Pushes['changed']) => void>();
  const visible = new Set<() => void>();
  let hidden = false;
  const surroundings: Surroundings = {
    hidden: () => hidden,
    onVisible: (listener) => {
      visible.add(listener);
      return () => visible.delete(listener);
    },
    onChanged: (listener) => {
      changed.add(listener);
      return () => changed.delete(listener);
    },
  };
  return {
    surroundings,
    change: (change: Pushes['changed']) => changed.forEach((listener) => listener(change)),
    hide: () => (hidden = true),
    show: () => {
      hidden = false;
      visible.forEach((listener) => listener());
    },
    listeners: () => changed.size + visible.size,
  };
}

/** A read that answers on demand. */
function slowRead() {
  const open: { resolve: (value: string) => void; reject: (error: Error) => void }[] = [];
  const read = () => new Promise<string>((resolve, reject) => open.push({ resolve, reject }));
  return { read, open };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));
const stops = (planId: string | null): Pushes['changed'] => ({ what: ['stops'], planId });

describe('a live value', () => {
  it.each([0, 1, 2, 3, 4, 5])('is read again when that is requested %i turns after an answer', async (turns) => {
    const { read, open } = slowRead();
    const live = new Live(read, { what: ['stops'], surroundings: byHand().surroundings });
    const end = live.start();
    open[0]?.resolve('before');
    // As an effect does that depends on the value.
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    void live.reload();
    await settled();
    open[1]?.resolve('after');
    await settled();
    expect(live.value).toBe('after');
    end();
  });

  it('is read at the start and after a change of its noun, not of others', async () => {
    const hand = byHand();
    let reads = 0;
    const live = new Live(async () => ++reads, { what: ['stops'], planId: 'plans/a', surroundings: hand.surroundings });
    const end = live.start();
    await settled();
    expect(live.value).toBe(1);
    hand.change({ what: ['plans'], planId: null });
    hand.change(stops('plans/b'));
    await settled();
    expect(live.value).toBe(1);
    hand.change(stops('plans/a'));
    await settled();
    hand.change(stops(null));
    await settled();
    expect(live.value).toBe(3);
    end();
    expect(hand.listeners()).toBe(0);
  });

  it('is read once more after the current read for all changes during it', async () => {
    const hand = byHand();
    const { read, open } = slowRead();
    const live = new Live(read, { what: ['stops'], surroundings: hand.surroundings });
    live.start();
    hand.change(stops(null));
    hand.change(stops(null));
    expect(open).toHaveLength(1);
    open[0]?.resolve('old');
    await settled();
    expect(open).toHaveLength(2);
    open[1]?.resolve('new');
    await settled();
    expect(live.value).toBe('new');
    expect(open).toHaveLength(2);
  });

  it('is not read while the window is hidden, and once when it shows again', async () => {
    const hand = byHand();
    let reads = 0;
    const live = new Live(async () => ++reads, { what: ['stops'], surroundings: hand.surroundings });
    live.start();
    await settled();
    hand.hide();
    hand.change(stops(null));
    hand.change(stops(null));
    await settled();
    expect(reads).toBe(1);
    hand.show();
    await settled();
    expect(reads).toBe(2);
    hand.show();
    await settled();
    expect(reads).toBe(2);
  });

  it('keeps its value when a read fails, and has the error', async () => {
    const hand = byHand();
    let fail = false;
    const live = new Live(
      async () => {
        if (fail) throw new AppError('storage.newer');
        return 'first';
      },
      { what: ['stops'], surroundings: hand.surroundings },
    );
    live.start();
    await settled();
    fail = true;
    await live.reload();
    expect(live.value).toBe('first');
    expect(live.error?.code).toBe('storage.newer');
    fail = false;
    await live.reload();
    expect(live.error).toBeNull();
  });

  it('is not read any more after its end', async () => {
    const hand = byHand();
    const { read, open } = slowRead();
    const live = new Live(read, { what: ['stops'], surroundings: hand.surroundings });
    const end = live.start();
    hand.change(stops(null));
    end();
    open[0]?.resolve('late');
    await settled();
    expect(open).toHaveLength(1);
  });
});
