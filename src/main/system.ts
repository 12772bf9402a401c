/**
 * Time and chance. This is the one file that takes them from the computer; everywhere else they are given, so that a
 * test can stand still, jump, and repeat.
 */

export interface Cancel {
  (): void;
}

export interface System {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds since some moment, whatever the clock is set to; time asleep may not count. */
  elapsed(): number;
  /** Runs `action` once after `milliseconds`, soon if they are negative; the result cancels it, or does nothing afterwards. */
  after(milliseconds: number, action: () => void): Cancel;
  /** In [0, 1). */
  random(): number;
}

export const realSystem: System = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after(milliseconds, action) {
    // A delay beyond 2^31 - 1 would fire at once.
    const timer = setTimeout(action, Math.min(Math.max(0, milliseconds), 2_147_483_647));
    return () => clearTimeout(timer);
  },
  random() {
    const [chance = 0] = crypto.getRandomValues(new Uint32Array(1));
    return chance / 2 ** 32;
  },
};

const hex = (value: number, digits: number) => Math.floor(value).toString(16).padStart(digits, '0');

/** UUID version 7 (RFC 9562): sorts by the time it was made. */
export function newId(system: System): string {
  const time = hex(system.now(), 12);
  const chance = (digits: number) => hex(system.random() * 16 ** digits, digits);
  const variant = hex(8 + Math.floor(system.random() * 4), 1);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${chance(3)}-${variant}${chance(3)}-${chance(6)}${chance(6)}`;
}

const markerLetters = 'abcdefghjkmnpqrstuvwxyz23456789';

/**
 * A marker of ours (outbox, Rule 4): short, recognisable, and random enough (12 letters of 31, about 59 bits) that no
 * other record carries it.
 */
export function newMarker(system: System): string {
  const letters = Array.from({ length: 12 }, () => markerLetters[Math.floor(system.random() * markerLetters.length)]);
  return `dd-${letters.join('')}`;
}
