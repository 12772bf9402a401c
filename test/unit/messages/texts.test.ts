import { describe, expect, it } from 'vitest';
import { errorLine, errorText } from '../../../src/renderer/lib/error-text.ts';
import { messages, t } from '../../../src/messages/index.ts';
import { fill, type Message } from '../../../src/messages/translate.ts';
import { AppError, errorCodes } from '../../../src/shared/errors.ts';

const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
const all = Object.entries(messages).flatMap(([area, file]) =>
  Object.entries(file as Record<string, Message>).map(([key, message]) => ({ key: `${area}.${key}`, message })),
);

describe('messages', () => {
  it('are not empty and have no doubled words or unclosed braces', () => {
    for (const { key, message } of all) {
      for (const text of typeof message === 'string' ? [message] : [message.one, message.other]) {
        expect(text.trim(), key).toBe(text);
        expect(text, key).not.toBe('');
        expect(text, key).not.toMatch(/ {2}/);
        expect(text.replace(/\{\w+\}/g, ''), key).not.toMatch(/[{}]/);
      }
    }
  });

  it('have the same placeholders in both plural forms, which are chosen by count', () => {
    for (const { key, message } of all) {
      if (typeof message === 'string') continue;
      const extra = (text: string) => placeholders(text).filter((name) => name !== 'count');
      expect(extra(message.one).sort(), key).toEqual(extra(message.other).sort());
      expect(placeholders(message.other), key).toContain('count');
    }
  });

  it('have their placeholders filled in, with digits grouped', () => {
    expect(t('plans.count', { count: 1 })).toBe('1 plan');
    expect(t('plans.count', { count: 1500 })).toBe('1,500 plans');
    expect(t('batches.progress', { done: 1, count: 1, printer: 'A6' })).toBe('1 of 1 label sent to “A6”');
    expect(t('shell.lineDown', { since: '14:05' })).toBe('Offline since 14:05');
    expect(fill('{a} and {a} and {b}', { a: 'x' })).toBe('x and x and {b}');
  });
});

describe('messages for errors', () => {
  it('say for every code what happened and what to do, each differently', () => {
    const seen = new Map<string, string>();
    for (const code of errorCodes) {
      const { what, action } = errorText(new AppError(code));
      expect(what, code).toMatch(/[.!]$/);
      expect(action, code).toMatch(/[.!]$/);
      expect(seen.get(what), `${code} says the same as another`).toBeUndefined();
      seen.set(what, code);
    }
  });

  it('show the service’s own message verbatim beside them', () => {
    const error = new AppError('service.refused', {
      detail: { serviceCode: 'brand_new_code', serviceMessage: 'No such thing' },
    });
    expect(errorText(error)).toEqual({
      what: 'The service did not accept what was entered.',
      action: 'Correct the entry and send it again.',
      fromService: 'No such thing (brand_new_code)',
      isOfCode: false,
    });
  });

  it('explain the service codes that the app knows', () => {
    const error = new AppError('service.conflict', { detail: { serviceCode: 'plan_not_writable' } });
    expect(errorText(error)).toMatchObject({
      what: 'The plan cannot be changed, because it is distributed or being optimised.',
      isOfCode: true,
    });
  });

  it('fall back to a general message for an unknown code', () => {
    const odd = { code: 'from.the.future', retry: 'no', detail: {} } as unknown as AppError;
    expect(errorLine(odd)).toMatch(/^Something went wrong in Depot Desk\. /);
  });
});
