/** Time in the training service. Only this file reads the computer's clock; all other code receives a Clock. */

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
 * A clock that starts at the given time and runs at normal speed.
 * @param start milliseconds since the epoch
 */
export function clockFrom(start: number): Clock {
  const offset = start - realClock.now();
  return { ...realClock, now: () => realClock.now() + offset };
}

export interface ServiceTime {
  /** Milliseconds since the epoch to set the clock to. If omitted, the time does not change. */
  now?: number | undefined;
  /** How fast it runs: 0 stands still, 1 is real time, 60 is one minute per second. */
  speed?: number | undefined;
  /** Milliseconds that each request adds. With a speed of 0, identical requests see identical times. */
  step?: number | undefined;
}

/**
 * The service's own time, used to date plans, routes and links. It can be set, and can run faster than the underlying
 * clock. Rate limits and faults use the underlying clock: a day at sixty times the speed does not allow sixty times the
 * requests.
 */
export class ServiceClock implements Pick<Clock, 'now'> {
  readonly #beneath: Pick<Clock, 'now'>;
  /** The service's time and the underlying clock's time at the last set(). */
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

  /** Called for each request. */
  request(): void {
    this.#set.time += this.#step;
  }
}
