/** Simulates a service whose clock is off by shifting the timestamps in a response. */
import type { WireAnswer } from './wire-answer.ts';

/** In both documents, timestamps are numbers with names like `createdAt`, `arrivedAt` or `expiresAt`. */
const isTimestamp = (name: string, value: unknown): value is number => name.endsWith('At') && typeof value === 'number';

/** The documents leave most units open. Below this, a number must be in seconds (in milliseconds it would be 1973). */
const leastMilliseconds = 100_000_000_000;

const moved = (value: number, by: number) => (value >= leastMilliseconds ? value + by : value + Math.round(by / 1000));

/** Shifts every timestamp in a JSON response; other bodies stay unchanged. @param by milliseconds */
export function skewed(answer: WireAnswer, by: number): WireAnswer {
  if (by === 0 || !answer.headers['content-type']?.startsWith('application/json')) return answer;
  const text = JSON.stringify(JSON.parse(answer.body.toString('utf8')), (name, value: unknown) =>
    isTimestamp(name, value) ? moved(value, by) : value,
  );
  return { ...answer, body: Buffer.from(text) };
}
