/** A service whose clock is off: the timestamps of an answer, moved. */
import type { WireAnswer } from './wire-answer.ts';

/** Timestamps are numbers whose names end so (`createdAt`, `arrivedAt`, `expiresAt`), in both documents. */
const isTimestamp = (name: string, value: unknown): value is number => name.endsWith('At') && typeof value === 'number';

/** The documents leave most units open; below this a number can only be seconds (it is the year 1973 in milliseconds). */
const leastMilliseconds = 100_000_000_000;

const moved = (value: number, by: number) => (value >= leastMilliseconds ? value + by : value + Math.round(by / 1000));

/** The answer with every timestamp in its JSON moved; another body stays as it is. @param by milliseconds */
export function skewed(answer: WireAnswer, by: number): WireAnswer {
  if (by === 0 || !answer.headers['content-type']?.startsWith('application/json')) return answer;
  const text = JSON.stringify(JSON.parse(answer.body.toString('utf8')), (name, value: unknown) =>
    isTimestamp(name, value) ? moved(value, by) : value,
  );
  return { ...answer, body: Buffer.from(text) };
}
