/** What the log gets to know about a failure of the window: where it was, and nothing that was typed. */
import { describe, expect, it } from 'vitest';
import { failureOf, reportErrors } from '../../../../src/renderer/lib/window-errors.ts';
import { contract } from '../../../../src/shared/contract.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import type { WindowFailure } from '../../../../src/shared/contract/window.ts';

const { argument } = contract.window.failed;

function thrown(message: string, stack: string): Error {
  const error = new TypeError(message);
  error.stack = `TypeError: ${message}\n${stack}`;
  return error;
}

describe('a failure of the window', () => {
  it('says where in the app it was, and nothing of its message', () => {
    const error = thrown(
      'Anna Berger, Lindenweg 3',
      [
        '    at Object.save [as onclick] (app://depot-desk/assets/index-B1x.js:12:345)',
        '    at async close (app://depot-desk/assets/index-B1x.js:7:8)',
        '    at app://depot-desk/assets/plans.js:1:2',
        '    at <anonymous>',
      ].join('\n'),
    );
    const failure = failureOf('rejection', error);
    expect(failure).toEqual({
      kind: 'rejection',
      name: 'TypeError',
      code: null,
      frames: [
        'Object.save [as onclick] assets/index-B1x.js:12:345',
        'close assets/index-B1x.js:7:8',
        'assets/plans.js:1:2',
      ],
    });
    expect(argument.safeParse(failure).success).toBe(true);
  });

  it('keeps within the bounds of the call, whatever is thrown', () => {
    const frame = `    at ${'f'.repeat(500)} (app://depot-desk/${'a/'.repeat(90)}b.js:1:2)`;
    const deep = thrown('x', Array(50).fill(frame).join('\n'));
    const odd = Object.assign(new Error('x'), { name: 'No name: Anna' });
    for (const value of [deep, odd, 'Anna', null, undefined, 7, { name: 'Anna' }]) {
      const failure = failureOf('error', value);
      expect(argument.safeParse(failure).success, JSON.stringify(failure)).toBe(true);
      expect(JSON.stringify(failure)).not.toContain('Anna');
    }
    expect(failureOf('error', deep).frames).toHaveLength(12);
  });

  it('names the code of an error of the app', () => {
    expect(failureOf('rejection', new AppError('storage.not-saved')).code).toBe('storage.not-saved');
  });
});

describe('the watch over the window', () => {
  function watched() {
    const view = new EventTarget();
    const reported: WindowFailure[] = [];
    const end = reportErrors(view as Window, (failure) => reported.push(failure));
    const send = (type: string, values: object) => view.dispatchEvent(Object.assign(new Event(type), values));
    return { reported, end, send };
  }

  it('reports errors and rejections until it ends', () => {
    const { reported, end, send } = watched();
    send('error', { error: new RangeError('x'), message: 'x' });
    send('unhandledrejection', { reason: new AppError('internal') });
    expect(reported.map(({ kind, name, code }) => [kind, name, code])).toEqual([
      ['error', 'RangeError', null],
      ['rejection', 'AppError', 'internal'],
    ]);
    end();
    send('error', { error: new RangeError('x'), message: 'x' });
    expect(reported).toHaveLength(2);
  });

  it('passes over what is no failure', () => {
    const { reported, send } = watched();
    send('error', { error: null, message: 'ResizeObserver loop completed with undelivered notifications.' });
    send('unhandledrejection', { reason: new AppError('app.closing') });
    expect(reported).toEqual([]);
  });
});
