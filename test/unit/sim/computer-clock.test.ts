import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../../campaigns/bench/models/virtual-clock.ts';
import { ComputerClock } from '../../campaigns/sim/computer-clock.ts';

describe('the clock of the simulated computer', () => {
  it('goes on while the program looks at it, and stands still for everybody else', () => {
    const clock = new VirtualClock(1);
    const computer = new ComputerClock(clock, () => 0.2);
    const first = computer.now();
    const second = computer.now();
    expect(second).toBeGreaterThan(first);
    expect(computer.shown).toBe(second);
    expect(computer.elapsed()).toBeGreaterThan(second);
    expect(computer.shortWhile()).toBeGreaterThan(0);
  });

  it('stands still for the program too where it does not tick, and shows how far it is off', () => {
    const clock = new VirtualClock(1);
    const computer = new ComputerClock(clock, null);
    computer.wrongBy = -5_000;
    expect([computer.now(), computer.now(), computer.shown]).toEqual(Array(3).fill(clock.now() - 5_000));
    expect([computer.elapsed(), computer.shortWhile()]).toEqual([clock.elapsed(), 0]);
  });

  it('runs what fell due within an event late, and never goes back for it', async () => {
    const clock = new VirtualClock(1);
    const ran: number[] = [];
    const begin = clock.now();
    clock.after(10, () => clock.pass(500));
    clock.after(20, () => ran.push(clock.now() - begin));
    clock.after(600, () => ran.push(clock.now() - begin));
    await clock.run(begin + 1_000);
    expect(ran).toEqual([510, 600]);
  });
});
