import { describe, expect, it } from 'vitest';
import { Pace, type Priority, type Pass } from '../../../src/main/api/pace.ts';
import type { LimitClass } from '../../../src/shared/endpoints.ts';
import { VirtualSystem } from '../../fixtures/virtual-system.ts';

interface Sent {
  at: number;
  name: string;
}

function start(desks = 1) {
  const system = new VirtualSystem();
  const blocks: { service: string; until: number }[] = [];
  const pace = new Pace({ system, desks, blocked: (service, until) => blocks.push({ service, until }) });
  const sent: Sent[] = [];
  const ask = (classes: LimitClass[], lane: Priority, name: string, items = 1) =>
    void pace.enter(classes, lane, items).then((pass) => {
      if (pass === null) return;
      pace.left(pass);
      sent.push({ at: system.now(), name });
      system.after(80, () => pace.succeeded(pass));
    });
  /** A pass after a wait of so many milliseconds. */
  const granted = async (classes: LimitClass[], lane: Priority, wait = 0): Promise<Pass> => {
    const entering = pace.enter(classes, lane);
    await system.advance(wait);
    const pass = (await entering)!;
    pace.left(pass);
    return pass;
  };
  return { system, pace, sent, ask, granted, blocks };
}

/** The greatest number of requests in any window of that length. */
function most(sent: readonly Sent[], milliseconds: number): number {
  return Math.max(
    ...sent.map(({ at }) => sent.filter((other) => other.at >= at && other.at < at + milliseconds).length),
  );
}

describe('the rate limiter', () => {
  it('keeps to ten reads in any second and uses nearly all of them', async () => {
    const { system, sent, ask } = start();
    for (let number = 0; number < 300; number += 1) ask(['planning.read'], 'background', String(number));
    await system.advance(60_000);
    expect(sent).toHaveLength(300);
    expect(most(sent, 1_000)).toBeLessThanOrEqual(10);
    const seconds = (sent.at(-1)!.at - sent[0]!.at) / 1_000;
    expect(299 / seconds).toBeGreaterThan(9);
  });

  it('keeps to five writes a second and thirty imports a minute at the same time', async () => {
    const { system, sent, ask } = start();
    for (let number = 0; number < 60; number += 1) {
      ask(['planning.write', 'planning.stop-import'], 'outbox', String(number), 10);
    }
    await system.advance(180_000);
    expect(sent).toHaveLength(60);
    expect(most(sent, 1_000)).toBeLessThanOrEqual(5);
    expect(most(sent, 60_000)).toBeLessThanOrEqual(30);
  });

  it('limits the stops of imports to a thousand a minute', async () => {
    const { system, sent, ask } = start();
    for (let number = 0; number < 20; number += 1) {
      ask(['planning.write', 'planning.stop-import'], 'outbox', String(number), 100);
    }
    await system.advance(59_000);
    expect(sent).toHaveLength(10);
    await system.advance(64_000);
    expect(sent).toHaveLength(20);
  });

  it('keeps to the limit when the service stands still and counts a request when it goes on', async () => {
    const { system, pace } = start();
    const arrivals: number[] = [];
    const stall = { from: system.now() + 20_000, until: system.now() + 20_250 };
    const once = async () => {
      const pass = (await pace.enter(['planning.read'], 'background'))!;
      pace.left(pass);
      const arrival = system.now() + 40;
      const at = arrival >= stall.from && arrival < stall.until ? stall.until : arrival;
      arrivals.push(at);
      system.after(at + 40 - system.now(), () => pace.succeeded(pass));
    };
    for (let number = 0; number < 400; number += 1) void once();
    await system.advance(60_000);
    expect(arrivals).toHaveLength(400);
    const most = Math.max(
      ...arrivals.map((at) => arrivals.filter((other) => other > at - 1_000 && other <= at).length),
    );
    expect(most).toBe(10);
    expect(arrivals.at(-1)! - arrivals[0]!, 'a pause as long as the stall, and no longer').toBeLessThan(42_000);
  });

  it('lets a click pass a bulk job', async () => {
    const { system, sent, ask } = start();
    for (let number = 0; number < 100; number += 1) ask(['planning.read'], 'background', `bulk ${number}`);
    await system.advance(3_000);
    const before = system.now();
    ask(['planning.read'], 'click', 'click');
    await system.advance(1_000);
    expect(sent.find((item) => item.name === 'click')!.at - before).toBeLessThanOrEqual(110);
  });

  it('lets a request of another class pass one that has to wait', async () => {
    const { system, sent, ask } = start();
    for (let number = 0; number < 30; number += 1) ask(['planning.write'], 'outbox', `write ${number}`);
    ask(['orders.read'], 'background', 'read');
    await system.advance(0);
    expect(sent.map((item) => item.name)).toContain('read');
  });

  it('pauses after a 429, sends one request alone, and stops for a minute after three in a row', async () => {
    const { system, pace, granted } = start();
    const first = await granted(['planning.read'], 'click');
    const rest = pace.refused(first);
    expect(Number.isInteger(rest), 'it is written into a column of whole numbers').toBe(true);
    expect(rest).toBeGreaterThanOrEqual(300);
    expect(rest).toBeLessThan(1_000);
    const second = await granted(['planning.read'], 'click', rest);
    const behind = granted(['planning.read'], 'click', 2_000);
    // Nothing follows until the single request has its answer.
    await system.advance(1_000);
    const again = pace.refused(second);
    expect(again).toBeGreaterThanOrEqual(2_000);
    await system.advance(again);
    const third = await behind;
    expect(pace.refused(third)).toBeGreaterThanOrEqual(60_000);
    const probe = granted(['planning.read'], 'click', 0);
    let gone = false;
    void probe.then(() => (gone = true));
    await system.advance(59_900);
    expect(gone).toBe(false);
    await system.advance(5_100);
    expect(gone).toBe(true);
  });

  it('counts 429s to requests in flight together as one', async () => {
    const { pace, granted } = start();
    const passes = [];
    for (let number = 0; number < 4; number += 1) passes.push(await granted(['planning.read'], 'outbox', 200));
    for (const pass of passes) expect(pace.refused(pass)).toBeLessThan(1_000);
  });

  it('reports a suspected block of the order service, sends nothing until its end, and resumes after a success', async () => {
    const { system, pace, granted, blocks } = start(3);
    const begun = system.now();
    let rest = 0;
    for (let number = 0; number < 5; number += 1) {
      expect(pace.blockedUntil('orders')).toBeNull();
      rest = pace.refused(await granted(['orders.read'], 'background', rest));
    }
    const until = pace.blockedUntil('orders')!;
    expect(blocks).toEqual([{ service: 'orders', until }]);
    // After five single requests, none in the last minute and before three minutes are over.
    expect(system.now() - begun).toBeLessThan(3 * 60_000);
    expect(until - begun).toBeGreaterThanOrEqual(20 * 60_000);
    expect(pace.blockedUntil('planning')).toBeNull();
    let gone = false;
    const waiting = pace.enter(['orders.write'], 'click');
    void waiting.then(() => (gone = true));
    await system.advance(until - system.now() - 1_000);
    expect(gone).toBe(false);
    await system.advance(1_000);
    expect(gone).toBe(true);
    pace.succeeded((await waiting)!);
    expect(pace.blockedUntil('orders')).toBeNull();
  });

  it('does not reset a 429 when an earlier request succeeds', async () => {
    const { pace, granted } = start();
    const slow = await granted(['planning.read'], 'background');
    const unanswered = await granted(['planning.read'], 'background', 200);
    let rest = pace.refused(await granted(['planning.read'], 'click', 200));
    rest = pace.refused(await granted(['planning.read'], 'click', rest));
    pace.succeeded(slow);
    // A missing answer is no success either.
    pace.unanswered(unanswered);
    expect(pace.refused(await granted(['planning.read'], 'click', rest))).toBeGreaterThanOrEqual(60_000);
  });

  it('keeps a suspected block when an older request succeeds late', async () => {
    const { pace, granted } = start();
    const slow = await granted(['orders.read'], 'background');
    let rest = 200;
    for (let number = 0; number < 5; number += 1) {
      rest = pace.refused(await granted(['orders.read'], 'background', rest));
    }
    const until = pace.blockedUntil('orders');
    expect(until).not.toBeNull();
    pace.succeeded(slow);
    expect(pace.blockedUntil('orders')).toBe(until);
  });

  it('frees the room of requests that were never sent', async () => {
    const { system, pace, sent, ask } = start();
    for (let number = 0; number < 30; number += 1) {
      const entering = pace.enter(['planning.stop-import'], 'outbox');
      await system.advance(0);
      pace.unsent((await entering)!);
    }
    ask(['planning.stop-import'], 'outbox', 'import');
    await system.advance(0);
    expect(sent).toHaveLength(1);
  });

  it('lets a single create pass an import that waits for its minute', async () => {
    const { system, sent, ask } = start();
    for (let number = 0; number < 11; number += 1) {
      ask(['planning.write', 'planning.stop-import'], 'outbox', `import ${number}`, 100);
    }
    await system.advance(5_000);
    ask(['planning.write'], 'outbox', 'create');
    await system.advance(300);
    expect(sent.map((item) => item.name)).toContain('create');
  });

  it('starts with its share of the order limits, uses what others leave, and halves it after a 429', async () => {
    const { system, pace, sent, ask, granted } = start(5);
    for (let number = 0; number < 1_500; number += 1) ask(['orders.read'], 'background', 'order');
    await system.advance(3_000);
    expect(most(sent, 1_000)).toBeLessThanOrEqual(2);
    await system.advance(117_000);
    const within = (milliseconds: number) => sent.filter((item) => item.at > system.now() - milliseconds).length;
    expect(within(10_000)).toBeGreaterThan(94);
    expect(most(sent, 1_000)).toBeLessThanOrEqual(10);
    pace.refused(await granted(['orders.read'], 'click', 500));
    await system.advance(4_000);
    expect(within(3_000)).toBeLessThanOrEqual(17);
    await system.advance(60_000);
    expect(within(10_000)).toBeGreaterThan(50);
  });

  it('leaves the planning limits whole regardless of the number of desks', async () => {
    const { system, sent, ask } = start(5);
    for (let number = 0; number < 40; number += 1) ask(['planning.read'], 'background', 'plan');
    await system.advance(10_000);
    expect(most(sent, 1_000)).toBeGreaterThan(8);
  });

  it('takes its share immediately when the office has more computers, and remembers its earlier requests', async () => {
    const { system, pace, sent, ask } = start();
    for (let number = 0; number < 100; number += 1) ask(['orders.read'], 'background', 'order');
    await system.advance(2_000);
    const alone = sent.length;
    expect(alone).toBeGreaterThan(15);
    pace.shareWith(5);
    await system.advance(2_000);
    expect(sent.length - alone).toBeGreaterThan(2);
    expect(sent.length - alone).toBeLessThan(8);
    expect(most(sent, 1_000)).toBeLessThanOrEqual(10);
  });

  it('releases an aborted request, and the others keep their places', async () => {
    const { system, pace, sent, ask, granted } = start();
    pace.refused(await granted(['planning.write'], 'outbox'));
    const closing = new AbortController();
    const waiting = pace.enter(['planning.write'], 'outbox', 1, closing.signal);
    ask(['planning.write'], 'outbox', 'other');
    closing.abort();
    await expect(waiting).resolves.toBeNull();
    await system.advance(10_000);
    expect(sent.map((item) => item.name)).toEqual(['other']);
  });

  it('releases waiting requests unsent when it is closed', async () => {
    const { system, pace, granted } = start();
    pace.refused(await granted(['planning.write'], 'outbox'));
    const waiting = pace.enter(['planning.write'], 'outbox');
    pace.close();
    await system.advance(0);
    await expect(waiting).resolves.toBeNull();
    await expect(pace.enter(['planning.write'], 'outbox')).resolves.toBeNull();
  });
});
