/**
 * The computer's clock: it may be off, somebody may set it, and in some schedules it goes on while the program looks at it,
 * as on a computer that has other things to do.
 */
import type { VirtualClock } from '../bench/models/virtual-clock.ts';
import type { Surroundings } from './surroundings.ts';

export class ComputerClock {
  /** How far it is off. */
  wrongBy = 0;
  private readonly clock: VirtualClock;
  private readonly ticks: Surroundings['ticks'];

  constructor(clock: VirtualClock, ticks: Surroundings['ticks']) {
    this.clock = clock;
    this.ticks = ticks;
  }

  /** As it shows on the wall: to look at it takes no time. */
  get shown(): number {
    return this.clock.now() + this.wrongBy;
  }

  /** As the program reads it. */
  now = (): number => {
    this.tick();
    return this.shown;
  };

  elapsed = (): number => {
    this.tick();
    return this.clock.elapsed();
  };

  /** How long something takes that is mostly there at once: what the cache is asked, which lies in another thread. */
  shortWhile(): number {
    const { ticks } = this;
    return ticks === null || ticks() > 0.25 ? 0 : 1 + Math.floor(ticks() ** 4 * 3_000);
  }

  private tick(): void {
    const { ticks } = this;
    if (ticks !== null && ticks() < 0.25) this.clock.pass(1 + Math.floor(ticks() ** 3 * 200));
  }
}
