/** The order of requests, their outcomes, and idling when nothing waits. */
import { describe, expect, it } from 'vitest';
import { Pace, type Priority, type Pass } from '../../../src/main/api/pace.ts';
import { memoryStore } from '../../../src/main/api/pace/state.ts';
import type { LimitClass } from '../../../src/shared/endpoints.ts';
import { VirtualSystem } from '../../fixtures/virtual-system.ts';

function start(desks = 1, store = memoryStore()) {
  const system = new VirtualSystem();
  const pace = new Pace({ system, desks, store });
  const sent: { at: number; name: string; pass: Pass }[] = [];
  /** Waits for a pass. The test reports the outcome of the request. */
  const ask = (classes: LimitClass[], name: string, items?: number, signal?: AbortSignal, lane: Priority = 'outbox') =>
    void pace.enter(classes, lane, items, signal).then((pass) => {
      if (pass === null) return;
      pace.left(pass);
      sent.push({ at: system.now(), name, pass });
    });
  const names = () => sent.map(({ name }) => name);
  return { system, pace, sent, ask, names };
}

const several = (count: number, act: (at: number) => void) => Array.from({ length: count }, (_each, at) => act(at));

describe('a waiting request', () => {
  it('counts as one item by default', async () => {
    const { system, ask, names } = start();
    several(10, () => ask(['planning.stop-import'], 'many', 99));
    several(10, () => ask(['planning.stop-import'], 'one'));
    await system.advance(0);
    expect(names()).toHaveLength(20);
  });

  it('is aborted alone by its signal, and those behind it move up immediately', async () => {
    const { system, pace, ask, names } = start();
    const gone = new AbortController();
    several(9, (at) => ask(['planning.stop-import'], `import ${at}`, 100));
    ask(['planning.stop-import'], 'large', 200, gone.signal);
    ask(['planning.stop-import'], 'small', 50);
    ask(['planning.stop-import'], 'tiny', 1);
    await system.advance(0);
    expect(names()).toHaveLength(9);
    gone.abort();
    await system.advance(0);
    expect(names().slice(9)).toEqual(['small', 'tiny']);
    expect(await pace.enter(['planning.stop-import'], 'outbox', 1, gone.signal)).toBeNull();
  });

  it('keeps its place when a request sent earlier is aborted', async () => {
    const { system, pace, ask, names, sent } = start();
    const gone = new AbortController();
    ask(['planning.write'], 'first', 1, gone.signal);
    ask(['planning.write'], 'second');
    await system.advance(0);
    gone.abort();
    await system.advance(1_000);
    expect(names()).toEqual(['first', 'second']);
    for (const { pass } of sent) pace.succeeded(pass);
  });

  it('goes before later requests of its lane, whatever classes they count in', async () => {
    const { system, ask, names } = start();
    ask(['planning.write'], 'begins');
    await system.advance(0);
    ask(['planning.write', 'planning.optimise'], 'first');
    ask(['planning.write'], 'second');
    ask(['planning.write', 'planning.optimise'], 'third');
    await system.advance(2_000);
    expect(names()).toEqual(['begins', 'first', 'second', 'third']);
  });

  it('passes the outbox if it is a click, and background work if it is of the outbox', async () => {
    const { system, ask, names } = start();
    ask(['planning.read'], 'begins');
    await system.advance(0);
    ask(['planning.read'], 'background', 1, undefined, 'background');
    ask(['planning.read'], 'outbox');
    ask(['planning.read'], 'click', 1, undefined, 'click');
    await system.advance(1_000);
    expect(names()).toEqual(['begins', 'click', 'outbox', 'background']);
  });

  it('is not delayed by a request behind it that shares one of its classes', async () => {
    const { system, ask, names } = start();
    ask(['planning.driver-create'], 'driver');
    several(10, () => ask(['planning.stop-import'], 'import', 100));
    await system.advance(950);
    const before = names().length;
    ask(['planning.write', 'planning.driver-create'], 'soon');
    ask(['planning.write', 'planning.stop-import'], 'in a minute', 100);
    ask(['planning.read', 'planning.write'], 'behind', 1, undefined, 'background');
    ask(['planning.write'], 'last', 1, undefined, 'background');
    await system.advance(0);
    expect(names().slice(before)).toEqual([]);
    await system.advance(1_000);
    expect(names().slice(before)).toEqual(['soon', 'behind', 'last']);
  });

  it('is not passed by a smaller request behind it that would have room', async () => {
    const { system, ask, names } = start();
    several(9, () => ask(['planning.stop-import'], 'import', 100));
    ask(['planning.stop-import'], 'large', 200);
    ask(['planning.stop-import'], 'small', 50, undefined, 'background');
    ask(['planning.write', 'planning.stop-import'], 'small too', 50, undefined, 'background');
    await system.advance(1_000);
    expect(names()).toHaveLength(9);
  });

  it('shares its room with others that draw on the same bucket', async () => {
    const store = memoryStore();
    const [one, other] = [start(1, store), start(1, store)];
    several(30, (at) => one.ask(['planning.stop-import'], String(at)));
    await one.system.advance(0);
    expect(one.names()).toHaveLength(30);
    other.ask(['planning.stop-import'], 'import');
    await other.system.advance(0);
    expect(other.names()).toEqual([]);
  });
});

describe('the outcome of a request', () => {
  const imports: LimitClass[] = ['planning.stop-import'];

  it('refused: counts nowhere, and prevents bursts for ten minutes', async () => {
    const { system, pace, sent, ask, names } = start();
    several(30, (at) => ask(imports, String(at)));
    await system.advance(0);
    const refusedAt = system.now();
    const last = sent.at(-1);
    expect(last && pace.refused(last.pass)).toBeLessThan(1_000);
    for (const { pass } of sent.slice(0, -1)) pace.succeeded(pass);
    ask(imports, 'again');
    await system.advance(7_000);
    expect(names()).toHaveLength(31);
    pace.succeeded(sent.at(-1)!.pass);

    await system.advance(refusedAt + 599_000 - system.now());
    const before = sent.length;
    several(3, () => ask(imports, 'evenly'));
    await system.advance(900);
    expect(sent.length - before).toBe(1);
    pace.succeeded(sent.at(-1)!.pass);
    // The ten minutes are over.
    several(3, () => ask(imports, 'together'));
    await system.advance(6_500);
    expect(sent.length - before).toBeGreaterThanOrEqual(6);
  });

  it('unanswered: counts until now plus the window and does not block others', async () => {
    const { system, pace, sent, ask, names } = start();
    several(30, (at) => ask(imports, String(at)));
    await system.advance(10_000);
    for (const { pass } of sent) pace.unanswered(pass);
    ask(imports, 'next');
    await system.advance(59_000);
    expect(names()).toHaveLength(30);
    await system.advance(2_000);
    expect(names()).toHaveLength(31);
  });

  it('unsent: frees only its own room', async () => {
    const { system, pace, sent, ask, names } = start();
    several(30, (at) => ask(imports, String(at)));
    await system.advance(0);
    pace.unsent(sent[3]!.pass);
    several(2, () => ask(imports, 'next'));
    await system.advance(0);
    expect(names()).toHaveLength(31);
  });

  it.each(['unanswered', 'unsent'] as const)('%s after a 429: the next may go immediately', async (became) => {
    const { system, pace, sent, ask, names } = start();
    ask(['planning.read'], 'refused');
    await system.advance(0);
    pace.refused(sent[0]!.pass);
    ask(['planning.read'], 'goes first');
    ask(['planning.read'], 'behind');
    await system.advance(1_500);
    expect(names()).toEqual(['refused', 'goes first']);
    pace[became](sent[1]!.pass);
    await system.advance(0);
    expect(names()).toEqual(['refused', 'goes first', 'behind']);
  });

  it('refused once: requests are spaced more widely for a while', async () => {
    const { system, pace, sent, ask } = start();
    const secondsFor = async (count: number) => {
      const from = sent.length;
      several(count, () => ask(['planning.read'], 'read'));
      await system.advance(20_000);
      return sent[from + count - 1]!.at - sent[from]!.at;
    };
    const before = await secondsFor(20);
    pace.refused(sent.at(-1)!.pass);
    ask(['planning.read'], 'goes first');
    await system.advance(1_000);
    pace.unanswered(sent.at(-1)!.pass);
    pace.succeeded(sent.at(-1)!.pass);
    expect(await secondsFor(20)).toBeGreaterThan(before + 5);
  });

  it('answered evenly: requests are spaced closely', async () => {
    const { system, pace, sent } = start();
    const read = async (): Promise<void> => {
      const pass = await pace.enter(['planning.read'], 'background');
      if (pass === null) return;
      pace.left(pass);
      sent.push({ at: system.now(), name: 'read', pass });
      system.after(80, () => pace.succeeded(pass));
    };
    several(60, () => void read());
    await system.advance(10_000);
    const gap = (sent[59]!.at - sent[39]!.at) / 20;
    expect(gap).toBeLessThan(102);
    expect(gap).toBeGreaterThanOrEqual(101);
  });

  it('answered evenly over connections that open unevenly: the time to open one does not count', async () => {
    const { system, pace, sent } = start();
    const read = async (opening: number): Promise<void> => {
      const pass = await pace.enter(['planning.read'], 'background');
      if (pass === null) return;
      system.after(opening, () => {
        pace.left(pass);
        sent.push({ at: system.now(), name: 'read', pass });
        system.after(80, () => pace.succeeded(pass));
      });
    };
    for (let number = 0; number < 30; number += 1) {
      void read((number % 2) * 90);
      await system.advance(300);
    }
    await system.advance(10_000);
    several(60, () => void read(0));
    await system.advance(10_000);
    const gap = (sent[89]!.at - sent[69]!.at) / 20;
    expect(gap).toBeLessThan(102);
    expect(gap).toBeGreaterThanOrEqual(101);
  });
});

describe('a suspected block', () => {
  it('is waited out to the millisecond, as long as the last refusal says', async () => {
    const { system, pace, sent, ask } = start();
    let rest = 0;
    for (let number = 0; number < 5; number += 1) {
      ask(['orders.read'], 'read');
      await system.advance(rest);
      rest = pace.refused(sent.at(-1)!.pass);
    }
    const until = pace.blockedUntil('orders')!;
    expect(rest).toBe(Math.ceil(until - system.now()));
    await system.advance(until - system.now() - 1);
    expect(pace.blockedUntil('orders')).toBe(until);
    await system.advance(1);
    expect(pace.blockedUntil('orders')).toBeNull();
  });
});

describe('a clock change', () => {
  it('neither stops requests nor gives more room', async () => {
    for (const by of [-3_600_000, 3_600_000]) {
      const { system, ask, names } = start();
      several(30, () => ask(['planning.stop-import'], 'before'));
      await system.advance(0);
      system.setClock(by);
      ask(['planning.stop-import'], 'after');
      ask(['planning.read'], 'read');
      ask(['planning.read'], 'read');
      await system.advance(1_000);
      expect(names().slice(30)).toEqual(['read', 'read']);
      await system.advance(181_000);
      expect(names().slice(30)).toEqual(['read', 'read', 'after']);
    }
  });

  it('keeps the length of a suspected block and adjusts its end', async () => {
    const { system, pace, sent, ask } = start();
    let rest = 0;
    for (let number = 0; number < 5; number += 1) {
      ask(['orders.read'], 'read');
      await system.advance(rest);
      rest = pace.refused(sent.at(-1)!.pass);
    }
    const until = pace.blockedUntil('orders')!;
    system.setClock(-3_600_000);
    expect(pace.blockedUntil('orders')).toBe(until - 3_600_000);
    await system.advance(rest);
    expect(pace.blockedUntil('orders')).toBeNull();
  });
});

describe('several desks', () => {
  const orders: LimitClass[] = ['orders.import'];

  it('release waiting requests immediately when only one desk is left', async () => {
    const { system, pace, ask, names } = start(5);
    several(2, (at) => ask(orders, String(at)));
    await system.advance(1_000);
    expect(names()).toEqual(['0']);
    pace.shareWith(1);
    await system.advance(0);
    expect(names()).toEqual(['0', '1']);
  });

  it('start over after an idle period, but not when the same number of desks is reported again', async () => {
    const { system, pace, sent, ask } = start(5);
    const within = async (milliseconds: number) => {
      const before = sent.length;
      several(200, () => ask(['orders.read'], 'read', 1, undefined, 'background'));
      const waiting = sent.length;
      await system.advance(milliseconds);
      return sent.length - Math.max(before, waiting);
    };
    await within(10_000);
    await system.advance(80_000);
    pace.shareWith(5);
    const grown = await within(2_000);
    expect(grown).toBeGreaterThan(8);
    await system.advance(180_000 + 60_000);
    expect(await within(2_000)).toBeLessThan(grown - 3);
  });
});

it('leaves no timer when nothing waits or after the close', async () => {
  const { system, pace, ask, sent } = start();
  ask(['planning.write'], 'first');
  await system.advance(0);
  pace.succeeded(sent[0]!.pass);
  expect(system.timerCount).toBe(0);
  ask(['planning.write'], 'second');
  await system.advance(0);
  expect(system.timerCount).toBe(1);
  pace.close();
  expect(system.timerCount).toBe(0);
  pace.unsent(sent[0]!.pass);
  expect(system.timerCount).toBe(0);
});
