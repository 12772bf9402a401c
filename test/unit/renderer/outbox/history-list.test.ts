import { beforeEach, describe, expect, it } from 'vitest';
import { HistoryList } from '../../../../src/renderer/outbox/history-list.svelte.ts';
import type { HistoryRow } from '../../../../src/shared/entries.ts';

const pageRows = 100;
let newest: number;
let asked: (number | null)[];
let broken: boolean;

beforeEach(() => {
  newest = 250;
  asked = [];
  broken = false;
});

/** Lines are numbered from 1, with a hundred per page and the newest first. */
const list = () =>
  new HistoryList(({ before }) => {
    asked.push(before);
    if (broken) return Promise.reject(new Error('the disk is away'));
    const first = before === null ? newest : before - 1;
    const length = Math.max(0, Math.min(pageRows, first));
    return Promise.resolve(Array.from({ length }, (_, place) => ({ number: first - place }) as HistoryRow));
  });
const numbers = ({ rows }: HistoryList) => (rows ?? []).map(({ number }) => number);
const downFrom = (first: number, count: number) => Array.from({ length: count }, (_, place) => first - place);

describe('HistoryList', () => {
  it('keeps the loaded pages and prepends new lines', async () => {
    const history = list();
    await history.begin();
    await history.more();
    expect(numbers(history)).toEqual(downFrom(250, 200));
    newest = 253;
    await history.again();
    expect(numbers(history)).toEqual(downFrom(253, 203));
    await history.more();
    expect(numbers(history)).toEqual(downFrom(253, 253));
  });

  it('reads all new lines once, even more than a page', async () => {
    const history = list();
    await history.begin();
    newest = 520;
    await Promise.all([history.again(), history.again()]);
    expect(numbers(history)).toEqual(downFrom(520, 370));
    asked = [];
    await history.again();
    expect(asked).toEqual([null]);
    expect(numbers(history)).toHaveLength(370);
  });

  it('starts over if it was empty, and after a failure', async () => {
    newest = 0;
    const history = list();
    await history.begin();
    newest = 2;
    await history.again();
    expect(numbers(history)).toEqual([2, 1]);
    broken = true;
    await history.again();
    expect(history.error).not.toBeNull();
    broken = false;
    await history.again();
    expect(history.error).toBeNull();
    expect(numbers(history)).toEqual([2, 1]);
  });
});
