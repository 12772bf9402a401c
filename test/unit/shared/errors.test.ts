import { describe, expect, it } from 'vitest';
import { AppError, decodeError, encodeError, unreachable } from '../../../src/shared/errors.ts';

const detail = { status: 409, serviceCode: 'plan_not_writable', field: 'address.zip' };

describe('an error of the app', () => {
  it('is shown by its code, and says that trying again does not help, unless it is told otherwise', () => {
    const error = new AppError('service.refused');
    expect(error).toMatchObject({
      name: 'AppError',
      code: 'service.refused',
      message: 'service.refused',
      retry: 'no',
      detail: {},
    });
    expect('cause' in error).toBe(false);
  });

  it('keeps what it is told', () => {
    const cause = new Error('socket');
    const error = new AppError('line.timeout', { retry: 'later', detail, message: 'No answer', cause });
    expect(error).toMatchObject({ message: 'No answer', retry: 'later', detail, cause });
  });
});

describe('at a border', () => {
  it('an error of the app comes out as it went in', () => {
    const error = new AppError('service.conflict', { retry: 'after-change', detail });
    const encoded = encodeError(error);
    expect(encoded).toEqual({ code: 'service.conflict', retry: 'after-change', detail });
    expect(decodeError(encoded)).toMatchObject({ code: 'service.conflict', retry: 'after-change', detail });
  });

  it('the text and the cause of any other error stay behind', () => {
    const internal = { code: 'internal', retry: 'no', detail: {} };
    expect(encodeError(new Error('key of the office'))).toEqual(internal);
    expect(encodeError('key of the office')).toEqual(internal);
    expect(encodeError(new AppError('internal', { message: 'key', cause: 'key' }))).toEqual(internal);
  });
});

it('a case that was forgotten is told', () => {
  expect(() => unreachable('odd' as never)).toThrow('unreachable: odd');
});
