import { describe, expect, it } from 'vitest';
import { SendLoop } from '../../../../src/main/sending/send-loop.ts';
import type { System } from '../../../../src/main/system.ts';
import { VirtualSystem } from '../../../fixtures/virtual-system.ts';

interface Entry {
  lane: string;
  name: string;
}

function start() {
  const system = new VirtualSystem();
  const log: string[] = [];
  const state = { groups: [] as Entry[][], doubtful: [] as Entry[], may: true, due: null as number | null };
  const answers: (() => void)[] = [];
  const answered = (text: string) => {
    log.push(text);
    return new Promise<void>((resolve) => answers.push(resolve));
  };
  const loop = new SendLoop<Entry>({
    system,
    maySend: () => state.may,
    groups: () => state.groups,
    doubtful: () => state.doubtful,
    send: (group) => {
      state.groups = state.groups.filter((other) => other !== group);
      return answered(`send ${group.map((entry) => entry.name).join('+')}`);
    },
    reconcile: (entry) => {
      state.doubtful = state.doubtful.filter((other) => other !== entry);
      return answered(`look up ${entry.name}`);
    },
    nextDue: (since) => (state.due !== null && state.due > since ? state.due : null),
    failed: () => log.push('failed'),
  });
  return { system, log, state, loop, answers };
}

describe('the send loop', () => {
  it('sends nothing before it is woken or while sending is not allowed', async () => {
    const { system, log, state, loop } = start();
    state.groups = [[{ lane: 'plan 1', name: 'a' }]];
    await system.advance(60_000);
    state.may = false;
    loop.wake();
    await system.advance(60_000);
    expect(log).toEqual([]);
    state.may = true;
    loop.wake();
    await system.advance(0);
    expect(log).toEqual(['send a']);
  });

  it('has one request per lane in flight, and several lanes in parallel', async () => {
    const { system, log, state, loop, answers } = start();
    state.groups = [[{ lane: 'plan 1', name: 'a' }], [{ lane: 'plan 1', name: 'b' }], [{ lane: 'plan 2', name: 'c' }]];
    loop.wake();
    await system.advance(0);
    expect(log).toEqual(['send a', 'send c']);
    answers[0]!();
    await system.advance(0);
    expect(log).toEqual(['send a', 'send c', 'send b']);
  });

  it('has four requests in flight, and begins a fifth when one of them ends', async () => {
    const { system, log, state, loop, answers } = start();
    state.groups = ['a', 'b', 'c', 'd', 'e'].map((name) => [{ lane: name, name }]);
    loop.wake();
    await system.advance(0);
    expect(log).toEqual(['send a', 'send b', 'send c', 'send d']);
    answers[0]!();
    await system.advance(0);
    expect(log.at(-1)).toBe('send e');
  });

  it('limits imports to two in flight and lets single entries pass', async () => {
    const { system, log, state, loop, answers } = start();
    const pair = (lane: string) => ['x', 'y'].map((name) => ({ lane, name: `${lane}${name}` }));
    state.groups = [
      pair('a'),
      pair('b'),
      pair('c'),
      [{ lane: 'c', name: 'c1' }],
      pair('d'),
      [{ lane: 'e', name: 'e1' }],
    ];
    loop.wake();
    await system.advance(0);
    expect(log).toEqual(['send ax+ay', 'send bx+by', 'send c1', 'send e1']);
    answers[0]!();
    await system.advance(0);
    expect(log.at(-1)).toBe('send dx+dy');
  });

  it('looks up doubts before it sends', async () => {
    const { system, log, state, loop } = start();
    state.groups = [[{ lane: 'plan 1', name: 'a' }]];
    state.doubtful = [{ lane: 'plan 1', name: 'd' }];
    loop.wake();
    await system.advance(0);
    expect(log[0]).toBe('look up d');
  });

  it('wakes up when a wait is over', async () => {
    const { system, log, state, loop } = start();
    state.due = system.now() + 120_000;
    loop.wake();
    await system.advance(119_000);
    state.doubtful = [{ lane: 'plan 1', name: 'd' }];
    await system.advance(1_000);
    expect(log).toEqual(['look up d']);
  });

  it('misses nothing that becomes due during its checks, while time goes on', async () => {
    let looked = 0;
    const virtual = new VirtualSystem();
    // Each check takes two milliseconds, and a timer fires one early, as Node's may.
    const system: System = {
      now: () => virtual.now() + looked,
      elapsed: () => virtual.elapsed() + looked,
      after: (milliseconds, action) => virtual.after(Math.max(0, milliseconds - 1), action),
      random: () => virtual.random(),
    };
    const due = system.now() + 60_000;
    const log: string[] = [];
    const loop = new SendLoop<Entry>({
      system,
      maySend: () => true,
      groups: () => [],
      doubtful() {
        const found = system.now() >= due && log.length === 0 ? [{ lane: 'plan 1', name: 'd' }] : [];
        looked += 2;
        return found;
      },
      send: () => Promise.resolve(),
      reconcile(entry) {
        log.push(entry.name);
        return Promise.resolve();
      },
      nextDue: (since) => (due > since ? due : null),
      failed: () => log.push('failed'),
    });
    loop.wake();
    await virtual.advance(70_000);
    expect(log).toEqual(['d']);
  });

  it('pauses after an unexpected error, then continues', async () => {
    const system = new VirtualSystem();
    const log: number[] = [];
    const loop = new SendLoop<Entry>({
      system,
      maySend: () => true,
      groups: () => [[{ lane: 'plan 1', name: 'a' }]],
      doubtful: () => [],
      send: () => {
        log.push(system.now());
        return Promise.reject(new Error('disk'));
      },
      reconcile: () => Promise.resolve(),
      nextDue: () => null,
      failed: () => undefined,
    });
    const began = system.now();
    loop.wake();
    await system.advance(12_000);
    expect(log.map((at) => at - began)).toEqual([0, 5_000, 10_000]);
  });

  it('leaves no timer behind when it closes', async () => {
    const { system, state, loop } = start();
    state.due = system.now() + 60_000;
    loop.wake();
    await system.advance(0);
    expect(system.timerCount).toBe(1);
    await loop.close();
    expect(system.timerCount).toBe(0);
  });

  it('waits for requests in flight when it closes, and sends nothing more', async () => {
    const { system, log, state, loop, answers } = start();
    state.groups = [[{ lane: 'plan 1', name: 'a' }]];
    loop.wake();
    await system.advance(0);
    let closed = false;
    void loop.close().then(() => (closed = true));
    state.groups = [[{ lane: 'plan 1', name: 'b' }]];
    await system.advance(10_000);
    expect(closed).toBe(false);
    answers[0]!();
    await system.advance(10_000);
    expect(closed).toBe(true);
    expect(log).toEqual(['send a']);
  });

  it('looks for one lane at a time, again at once, and not while four are busy', async () => {
    const system = new VirtualSystem();
    const wanted: [number, string[]][] = [];
    const lanes = ['a', 'b', 'c', 'd', 'e'];
    const loop = new SendLoop<Entry>({
      system,
      maySend: () => true,
      groups: (now) => {
        wanted.push([now.lanes, lanes.filter((lane) => now.isBusy(lane))]);
        const lane = lanes.find((each) => !now.isBusy(each));
        return lane === undefined ? [] : [[{ lane, name: lane }]];
      },
      doubtful: () => [],
      send: () => new Promise(() => undefined),
      reconcile: () => Promise.resolve(),
      nextDue: () => null,
      failed: () => undefined,
    });
    for (let times = 0; times < 3; times += 1) loop.wake();
    expect(system.timerCount).toBe(1);
    await system.advance(0);
    expect(wanted).toEqual([
      [1, []],
      [1, ['a']],
      [1, ['a', 'b']],
      [1, ['a', 'b', 'c']],
    ]);
  });

  it('rests after a look that failed, whoever wakes it meanwhile', async () => {
    const system = new VirtualSystem();
    const looks: number[] = [];
    const began = system.now();
    const loop = new SendLoop<Entry>({
      system,
      maySend: () => true,
      groups: () => {
        looks.push(system.now() - began);
        throw new Error('disk full');
      },
      doubtful: () => [],
      send: () => Promise.resolve(),
      reconcile: () => Promise.resolve(),
      nextDue: () => null,
      failed: () => undefined,
    });
    loop.wake();
    await system.advance(1_000);
    loop.wake();
    await system.advance(3_999);
    loop.wake();
    await system.advance(0);
    expect(looks).toEqual([0]);
    await system.advance(1);
    expect(looks).toEqual([0, 5_000]);
  });
});
