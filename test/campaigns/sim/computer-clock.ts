/**
 * The computer's clock: it may be wrong, it may be set, and in some schedules it advances whenever the program
 * reads it, as on a busy computer.
 */
import type { VirtualClock } from '../bench/models/virtual-clock.ts';
import type { Surroundings } from './surroundings.ts';

export class ComputerClock {
  /** Its error in milliseconds. */
  wrongBy = 0;
  private readonly clock: VirtualClock;
  private readonly ticks: Surroundings['ticks'];

  constructor(clock: VirtualClock, ticks: Surroundings['ticks']) {
    this.clock = clock;
    this.ticks = ticks;
  }

  /** The displayed time. Reading it takes no time. */
  get shown(): number {
    return this.clock.now() + this.wrongBy;
  }

  /** The time as the program reads it. */
  now = (): number => {
    this.tick();
    return this.shown;
  };

  elapsed = (): number => {
    this.tick();
    return this.clock.elapsed();
  };

  /** The duration of an operation that is usually immediate, such as a cache request to its worker. */
  shortWhile(): number {
    const { ticks } = this;
    return ticks === null || ticks() > 0.25 ? 0 : 1 + Math.floor(ticks() ** 4 * 3_000);
  }

  private tick(): void {
    const { ticks } = this;
    if (ticks !== null && ticks() < 0.25) this.clock.pass(1 + Math.floor(ticks() ** 3 * 200));
  }
}
