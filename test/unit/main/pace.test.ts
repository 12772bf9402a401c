import { describe, expect, it } from 'vitest';
import { Pace, type Lane } from '../../../src/main/api/pace.ts';
import type { LimitClass } from '../../../src/shared/endpoints.ts';
import { VirtualSystem } from '../../fixtures/virtual-system.ts';

interface Sent {
  at: number;
  name: string;
}

function start(desks = 1) {
  const system = new VirtualSystem();
  const pace = new Pace({ system, desks });
  const sent: Sent[] = [];
  const ask = (classes: LimitClass[], lane: Lane, name: string, items = 1) =>
    void pace.enter(classes, lane, items).then(() => sent.push({ at: system.now(), name }));
  return { system, pace, sent, ask };
}

/** The greatest number of moments in any window of that length. */
function most(sent: readonly Sent[], milliseconds: number): number {
  return Math.max(
    ...sent.map(({ at }) => sent.filter((other) => other.at >= at && other.at < at + milliseconds).length),
  );
}

describe('pace', () => {
  it('keeps ten reads in any second, and uses nearly all of them', async () => {
    const { system, sent, ask } = start();
    for (let number = 0; number < 300; number += 1) ask(['planning.read'], 'background', String(number));
    await system.advance(60_000);
    expect(sent).toHaveLength(300);
    expect(most(sent, 1_000)).toBeLessThanOrEqual(10);
    const seconds = (sent.at(-1)!.at - sent[0]!.at) / 1_000;
    expect(299 / seconds).toBeGreaterThan(9);
  });

  it('keeps five writes a second and thirty imports a minute at once', async () => {
    const { system, sent, ask } = start();
    for (let number = 0; number < 60; number += 1) {
      ask(['planning.write', 'planning.stop-import'], 'outbox', String(number), 10);
    }
    await system.advance(180_000);
    expect(sent).toHaveLength(60);
    expect(most(sent, 1_000)).toBeLessThanOrEqual(5);
    expect(most(sent, 60_000)).toBeLessThanOrEqual(30);
  });

  it('counts the stops of imports: a thousand a minute', async () => {
    const { system, sent, ask } = start();
    for (let number = 0; number < 20; number += 1) {
      ask(['planning.write', 'planning.stop-import'], 'outbox', String(number), 100);
    }
    await system.advance(59_000);
    expect(sent).toHaveLength(10);
    await system.advance(61_000);
    expect(sent).toHaveLength(20);
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

  it('rests after a 429, and stops for a minute after three without a success between', async () => {
    const { system, pace, sent, ask } = start();
    expect(pace.refused(['planning.read'])).toBeGreaterThanOrEqual(1_000);
    ask(['planning.read'], 'click', 'first');
    await system.advance(900);
    expect(sent).toHaveLength(0);
    await system.advance(1_200);
    expect(sent).toHaveLength(1);
    pace.refused(['planning.read']);
    expect(pace.refused(['planning.read'])).toBe(60_000);
    ask(['planning.read'], 'click', 'second');
    await system.advance(59_000);
    expect(sent).toHaveLength(1);
    await system.advance(1_100);
    expect(sent).toHaveLength(2);
  });

  it('divides the order limits between the desks behind one address, and leaves the planning limits', async () => {
    const { system, sent, ask } = start(5);
    for (let number = 0; number < 40; number += 1) ask(['orders.read'], 'background', 'order');
    await system.advance(10_000);
    expect(most(sent, 1_000)).toBeLessThanOrEqual(2);
    for (let number = 0; number < 40; number += 1) ask(['planning.read'], 'background', 'plan');
    await system.advance(10_000);
    expect(
      most(
        sent.filter((item) => item.name === 'plan'),
        1_000,
      ),
    ).toBeGreaterThan(8);
  });

  it('lets one who waits go when its signal is aborted, and the others keep their turn', async () => {
    const { system, pace, sent, ask } = start();
    pace.refused(['planning.write']);
    const closing = new AbortController();
    const waiting = pace.enter(['planning.write'], 'outbox', 1, closing.signal);
    ask(['planning.write'], 'outbox', 'other');
    closing.abort();
    await expect(waiting).resolves.toBe(false);
    await system.advance(10_000);
    expect(sent.map((item) => item.name)).toEqual(['other']);
  });

  it('tells who still waits that nothing leaves any more when it is closed', async () => {
    const { system, pace } = start();
    pace.refused(['planning.write']);
    const waiting = pace.enter(['planning.write'], 'outbox');
    pace.close();
    await system.advance(0);
    await expect(waiting).resolves.toBe(false);
    await expect(pace.enter(['planning.write'], 'outbox')).resolves.toBe(false);
  });
});
