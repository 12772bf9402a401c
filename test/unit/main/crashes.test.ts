/** Reports of crashes say where, and nothing about anybody. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CrashReports } from '../../../src/main/crashes.ts';

let folder = '';
let elapsed = 0;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'depot-desk-crashes-'));
  elapsed = 1_000;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const now = Date.UTC(2026, 10, 2, 14, 5, 30);
const reports = (at = now) =>
  new CrashReports({ folder, system: { now: () => at, elapsed: () => elapsed }, about: 'Depot Desk 0.1.0' });
const file = () => join(folder, 'crashes.json');

/** An error with a stack as V8 writes it. */
function thrown(stack: string, given: { message?: string; name?: string; code?: string; cause?: unknown } = {}): Error {
  const { message = 'Anna Waiting, Lindenweg 4', name = 'TypeError', cause, ...rest } = given;
  return Object.assign(new Error(message, { cause }), { name, stack: `${name}: ${message}\n${stack}`, ...rest });
}
const reported = (error: unknown): string => {
  const kept = reports();
  kept.add({ part: 'main', reason: 'an error', error });
  return kept.list[0]?.text ?? '';
};

describe('a report', () => {
  it('says the version, the time to the minute, the part and the way it ended', () => {
    const kept = reports();
    elapsed += 12 * 60_000 + 59_000;
    kept.add({ part: 'window', reason: 'oom, exit code 5' });
    const text = 'Depot Desk 0.1.0\n2026-11-02T14:05Z, 12 minutes after the start\nwindow: oom, exit code 5\n';
    expect(kept.list).toEqual([{ at: now, part: 'window', text }]);
  });

  it('says only when it was noticed, of an earlier run', () => {
    const kept = reports();
    kept.add({ part: 'main', reason: 'ended without being closed', isEarlier: true });
    expect(kept.list[0]?.text).toBe('Depot Desk 0.1.0\nbefore 2026-11-02T14:05Z\nmain: ended without being closed\n');
  });

  it('says the kind of the error and its stack without folders', () => {
    const stack = [
      '    at Saver.save (file:///home/anna/depot desk/resources/app.asar/out/main/index.js:10:3)',
      '    at async Promise.all (index 0)',
      String.raw`    at C:\Users\Anna Waiting\out\main\chunks\outbox.js:7:12`,
      '    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)',
      '    at new Outbox (/home/anna/Anna Waiting.js:1:2)',
    ].join('\n');
    const lines = reported(thrown(stack, { code: 'ERR_INVALID_STATE' }))
      .split('\n')
      .slice(3);
    expect(lines).toEqual([
      'TypeError ERR_INVALID_STATE',
      '    at Saver.save (index.js:10:3)',
      '    at outbox.js:7:12',
      '    at process.processTicksAndRejections (task_queues:105:5)',
      '    at new Outbox (elsewhere:1:2)',
      '',
    ]);
  });

  it.each([
    ['a message of many lines', thrown('    at save (a.js:1:1)', { message: 'Anna\n    at Anna (Anna:1:1)\nWaiting' })],
    ['a cause', thrown('', { message: 'x', cause: thrown('    at read (b.js:2:2)', { cause: 'Anna Waiting' }) })],
    ['a name and a code made of texts', thrown('', { name: 'Anna Waiting', code: 'Anna Waiting' })],
    ['a text that is thrown', 'Anna Waiting'],
    ['an object that is thrown', { name: 'Anna' }],
    ['a real error', new SyntaxError(`Unexpected token 'A', "Anna" is not valid JSON`)],
  ])('says nothing of a person, for %s', (_what, error) => {
    expect(reported(error)).not.toContain('Anna');
  });

  it('names the causes, and ends where they go round in a circle', () => {
    const circle = thrown('    at read (b.js:2:2)', { name: 'First' });
    circle.cause = thrown('', { name: 'Second', cause: circle });
    expect(reported(circle).match(/First|Second/g)).toEqual(['First', 'Second', 'First', 'Second']);
  });

  it('has a bounded size', () => {
    const deep = Array.from({ length: 5_000 }, (_, line) => `    at deep (a.js:${line}:1)`).join('\n');
    expect(reported(thrown(deep)).split('\n').length).toBeLessThan(50);
  });
});

describe('the reports', () => {
  it('are the newest five, also after a restart', () => {
    for (let minute = 0; minute < 7; minute += 1) {
      reports(now + minute * 60_000).add({ part: 'window', reason: `crash ${minute}` });
    }
    expect(reports().list.map(({ text }) => /crash \d/.exec(text)?.[0])).toEqual(
      [6, 5, 4, 3, 2].map((number) => `crash ${number}`),
    );
  });

  it('are gone when they are removed', () => {
    reports().add({ part: 'main', reason: 'an error' });
    reports().remove();
    expect(reports().list).toEqual([]);
    expect(existsSync(file())).toBe(false);
    reports().remove();
  });

  it('do not fail where nothing can be written', () => {
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'a file in its place');
    reports().add({ part: 'main', reason: 'an error' });
    expect(readFileSync(folder, 'utf8')).toBe('a file in its place');
  });

  it.each(['', '{', '[{"at":1}]', '[{"at":1,"part":"moon","text":""}]'])('begin again after %j', (text) => {
    writeFileSync(file(), text);
    expect(reports().list).toEqual([]);
    reports().add({ part: 'main', reason: 'an error' });
    expect(reports().list).toHaveLength(1);
  });
});
