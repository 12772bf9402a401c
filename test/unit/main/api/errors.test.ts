/** Maps errors of the lower layers for an incomplete exchange to the app's error codes. */
import { describe, expect, it } from 'vitest';
import { BrokenOff, causeOf, DialError, overdue, reasonOf, tooLarge } from '../../../../src/main/api/errors.ts';

const saying = (code: string) => Object.assign(new Error('text that nobody reads'), { code });

describe('a reason', () => {
  it.each([
    ['CERT_HAS_EXPIRED', 'line.certificate'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'line.certificate'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'line.certificate'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'line.certificate'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'line.certificate'],
    ['EPROTO', 'line.certificate'],
    ['ETIMEDOUT', 'line.timeout'],
    ['UND_ERR_CONNECT_TIMEOUT', 'line.timeout'],
    ['ECONNREFUSED', 'line.unreachable'],
    ['ENOTFOUND', 'line.unreachable'],
    ['EAI_AGAIN', 'line.unreachable'],
    ['ENETUNREACH', 'line.unreachable'],
    ['PRIVATE_ADDRESS', 'label.link-refused'],
    ['HPE_INVALID_CONSTANT', 'line.odd-answer'],
    ['UND_ERR_HEADERS_OVERFLOW', 'line.odd-answer'],
    ['ECONNRESET', 'line.interrupted'],
    ['SOMETHING_NEW', 'line.interrupted'],
  ])('%s', (cause, code) => {
    expect(reasonOf(saying(cause))).toEqual({ code, cause });
  });

  it('keeps the code that was already determined', () => {
    expect(reasonOf(new DialError('tls', overdue))).toBe(overdue);
    expect(reasonOf(new BrokenOff(tooLarge))).toBe(tooLarge);
    expect([overdue.code, tooLarge.code]).toEqual(['line.timeout', 'line.too-large']);
  });

  it('keeps how far the exchange had got', () => {
    expect(new DialError('proxy', overdue)).toMatchObject({
      name: 'DialError',
      code: 'DIAL_FAILED',
      phase: 'proxy',
      message: 'proxy: deadline',
    });
    expect(new BrokenOff(tooLarge)).toMatchObject({ name: 'BrokenOff', code: 'BROKEN_OFF', message: 'TOO_LARGE' });
  });

  it('keeps which proxy requires a sign-in, if one does', () => {
    const proxy = 'http://proxy.example:8080';
    expect(new DialError('proxy', { code: 'line.proxy', cause: 'PROXY_ASKS_NTLM' }, proxy).signInAt).toBe(proxy);
    expect(new DialError('proxy', overdue).signInAt).toBeNull();
  });
});

describe('a cause', () => {
  it('is the code of the first address tried', () => {
    expect(causeOf(new AggregateError([saying('ECONNREFUSED'), saying('ETIMEDOUT')]))).toBe('ECONNREFUSED');
    expect(causeOf(new AggregateError([saying('ECONNREFUSED'), 'text']))).toBe('ECONNREFUSED');
    expect(causeOf(new AggregateError([]))).toBe('AggregateError');
    expect(causeOf(new AggregateError(['text']))).toBe('AggregateError');
  });

  it('is the name of the error if it has no code', () => {
    expect(causeOf(new TypeError('odd'))).toBe('TypeError');
    expect(causeOf(Object.assign(new Error('odd'), { code: 7 }))).toBe('Error');
    expect(causeOf(Object.assign(new Error('odd'), { errors: [saying('ECONNREFUSED')] }))).toBe('Error');
  });
});
