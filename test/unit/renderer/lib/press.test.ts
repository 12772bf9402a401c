/** Presses of a button that belong together carry one gesture. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { press } from '../../../../src/renderer/lib/press.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import { standIn } from '../../../fixtures/backend-stand-in.ts';

let main = standIn();
let asked: { gesture: string; entryId: string }[] = [];
/** Answers what was asked, in the order in which it was asked. */
let answers: { done: () => void; fail: (error: AppError) => void }[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  main = standIn();
  asked = [];
  answers = [];
  vi.stubGlobal('window', { backend: main });
  vi.spyOn(main.handlers.outbox, 'retry').mockImplementation((argument) => {
    asked.push(argument);
    return new Promise<void>((done, fail) => answers.push({ done, fail }));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

let number = 0;
/** Of its own, so that no test continues another's. */
const entry = () => `entry-${(number += 1)}`;
const gestures = () => new Set(asked.map(({ gesture }) => gesture)).size;

describe('a button', () => {
  it('pressed while the answer is not there yet asks for the same', async () => {
    const entryId = entry();
    const all = [press('outbox.retry', { entryId })];
    await vi.advanceTimersByTimeAsync(60_000);
    all.push(press('outbox.retry', { entryId }));
    await vi.advanceTimersByTimeAsync(0);
    for (const { done } of answers) done();
    await Promise.all(all);
    expect(gestures()).toBe(1);
  });

  it('pressed twice quickly, or held down, asks for the same; later, for something new', async () => {
    const entryId = entry();
    const once = async () => {
      const pressed = press('outbox.retry', { entryId });
      await vi.advanceTimersByTimeAsync(0);
      answers.at(-1)?.done();
      await pressed;
    };
    for (let count = 0; count < 10; count += 1) {
      await once();
      await vi.advanceTimersByTimeAsync(900);
    }
    expect(gestures()).toBe(1);
    await vi.advanceTimersByTimeAsync(200);
    await once();
    expect(gestures()).toBe(2);
  });

  it('asks for something new when something else was asked for in between', async () => {
    const [one, two] = [entry(), entry()];
    for (const entryId of [one, two, one]) {
      const pressed = press('outbox.retry', { entryId });
      await vi.advanceTimersByTimeAsync(0);
      answers.at(-1)?.done();
      await pressed;
    }
    expect(gestures()).toBe(3);
  });

  it('asks for the same when it was not saved, however late it is pressed again', async () => {
    const entryId = entry();
    const first = press('outbox.retry', { entryId });
    await vi.advanceTimersByTimeAsync(0);
    answers[0]?.fail(new AppError('storage.not-saved'));
    await expect(first).rejects.toMatchObject({ code: 'storage.not-saved' });
    await vi.advanceTimersByTimeAsync(60_000);
    const second = press('outbox.retry', { entryId });
    await vi.advanceTimersByTimeAsync(0);
    answers[1]?.done();
    await second;
    expect(gestures()).toBe(1);
    expect(asked).toHaveLength(2);
  });
});
