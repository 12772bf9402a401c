/** Time in the training service: the one file that takes it from the computer; everywhere else it is given. */

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs `action` once after `milliseconds` (at most 24 days); the result cancels it. */
  after(milliseconds: number, action: () => void): () => void;
}

export const realClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, action) {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
};

/**
 * A clock that runs at the usual speed from another moment on.
 * @param start milliseconds since the epoch
 */
export function clockFrom(start: number): Clock {
  const offset = start - realClock.now();
  return { ...realClock, now: () => realClock.now() + offset };
}

export interface ServiceTime {
  /** Milliseconds since the epoch at which it is set; left out: it goes on from where it is. */
  now?: number | undefined;
  /** How fast it runs: 0 stands still, 1 as the computer's clock, 60 a minute a second. */
  speed?: number | undefined;
  /** Milliseconds by which each request moves it besides: with a speed of 0, the same requests see the same times. */
  step?: number | undefined;
}

/**
 * The service's own time, by which plans, routes and links are dated: a clock that can be set and that can run faster
 * than the one beneath it. Rate limits and faults keep to the clock beneath: a day that runs sixty times as fast does not
 * allow sixty times the requests.
 */
export class ServiceClock implements Pick<Clock, 'now'> {
  readonly #beneath: Pick<Clock, 'now'>;
  /** The service's time and the time beneath when it was last set. */
  #set: { time: number; beneath: number };
  #speed = 1;
  #step = 0;

  constructor(beneath: Pick<Clock, 'now'>, time: ServiceTime = {}) {
    this.#beneath = beneath;
    this.#set = { time: beneath.now(), beneath: beneath.now() };
    this.set(time);
  }

  get speed(): number {
    return this.#speed;
  }

  now(): number {
    return Math.round(this.#set.time + (this.#beneath.now() - this.#set.beneath) * this.#speed);
  }

  set({ now = this.now(), speed = this.#speed, step = this.#step }: ServiceTime): void {
    this.#set = { time: now, beneath: this.#beneath.now() };
    this.#speed = speed;
    this.#step = step;
  }

  /** A request came. */
  request(): void {
    this.#set.time += this.#step;
  }
}
