/** Repeated presses of a button share one gesture. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endPress, press } from '../../../../src/renderer/lib/press.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import { standIn } from '../../../fixtures/backend-stand-in.ts';

let main = standIn();
let asked: { gesture: string; entryId: string }[] = [];
/** The pending calls, in order. */
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
/** A new id, so that no test continues another's gesture. */
const entry = () => `entry-${(number += 1)}`;
const gestures = () => new Set(asked.map(({ gesture }) => gesture)).size;

describe('a gesture', () => {
  it('is reused while the answer to the first press is pending', async () => {
    const entryId = entry();
    const all = [press('outbox.retry', { entryId })];
    await vi.advanceTimersByTimeAsync(60_000);
    all.push(press('outbox.retry', { entryId }));
    await vi.advanceTimersByTimeAsync(0);
    for (const { done } of answers) done();
    await Promise.all(all);
    expect(gestures()).toBe(1);
  });

  it('is reused for quick repeats and a held key, and replaced after a pause', async () => {
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

  it('is replaced after another action in between', async () => {
    const [one, two] = [entry(), entry()];
    for (const entryId of [one, two, one]) {
      const pressed = press('outbox.retry', { entryId });
      await vi.advanceTimersByTimeAsync(0);
      answers.at(-1)?.done();
      await pressed;
    }
    expect(gestures()).toBe(3);
  });

  it('is replaced once what it began was ended', async () => {
    const entryId = entry();
    for (let count = 0; count < 2; count += 1) {
      const pressed = press('outbox.retry', { entryId });
      await vi.advanceTimersByTimeAsync(0);
      answers.at(-1)?.done();
      await pressed;
      endPress();
    }
    expect(gestures()).toBe(2);
  });

  it('is replaced after the user closed the file dialog that it showed', async () => {
    const shown: string[] = [];
    const dialog = vi.spyOn(main.handlers.outbox, 'importEntries');
    dialog.mockImplementation(async ({ gesture }) => {
      shown.push(gesture);
      return null;
    });
    expect(await press('outbox.importEntries', {})).toBeNull();
    await press('outbox.importEntries', {});
    expect(new Set(shown).size).toBe(2);
    dialog.mockImplementation(async ({ gesture }) => {
      shown.push(gesture);
      return { taken: 1, known: 0 };
    });
    await press('outbox.importEntries', {});
    await press('outbox.importEntries', {});
    expect(new Set(shown).size).toBe(3);
  });

  it('is reused after a failed save, however late the next press', async () => {
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
