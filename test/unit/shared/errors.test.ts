import { describe, expect, it } from 'vitest';
import { AppError, decodeError, encodeError, unreachable } from '../../../src/shared/errors.ts';

const detail = { status: 409, serviceCode: 'plan_not_writable', field: 'address.zip' };

describe('an app error', () => {
  it('has its code as message and no retry by default', () => {
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

  it('keeps the given fields', () => {
    const cause = new Error('socket');
    const error = new AppError('line.timeout', { retry: 'later', detail, message: 'No answer', cause });
    expect(error).toMatchObject({ message: 'No answer', retry: 'later', detail, cause });
  });
});

describe('encoding an error', () => {
  it('keeps all fields of an app error', () => {
    const error = new AppError('service.conflict', { retry: 'after-change', detail });
    const encoded = encodeError(error);
    expect(encoded).toEqual({ code: 'service.conflict', retry: 'after-change', detail });
    expect(decodeError(encoded)).toMatchObject({ code: 'service.conflict', retry: 'after-change', detail });
  });

  it('drops the message and the cause of any other error', () => {
    const internal = { code: 'internal', retry: 'no', detail: {} };
    expect(encodeError(new Error('key of the office'))).toEqual(internal);
    expect(encodeError('key of the office')).toEqual(internal);
    expect(encodeError(new AppError('internal', { message: 'key', cause: 'key' }))).toEqual(internal);
  });
});

it('throws on a missing case', () => {
  expect(() => unreachable('odd' as never)).toThrow('unreachable: odd');
});
