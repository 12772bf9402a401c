import { describe, expect, it } from 'vitest';
import { decodeAnswer, encodeRequest, jobName, operations } from '../../../src/main/labels/ipp.ts';
import type { JobState } from '../../../src/main/labels/print-back-end.ts';
import { standstillOf, stateOf } from '../../../src/main/labels/print-cups.ts';

describe('IPP', () => {
  it('encodes a request as in RFC 8010', () => {
    const bytes = encodeRequest(
      operations.createJob,
      [['uri', 'printer-uri', 'ipp://localhost/printers/A']],
      [['integer', 'copies', 2]],
      Buffer.from('%PDF'),
    );
    const [version, operation, id] = [bytes.readUInt16BE(0), bytes.readUInt16BE(2), bytes.readUInt32BE(4)];
    expect([version, operation, id]).toEqual([0x0200, 0x0005, 1]);
    const text = bytes.toString('latin1');
    expect(text.indexOf('attributes-charset')).toBeLessThan(text.indexOf('attributes-natural-language'));
    expect(text.indexOf('attributes-natural-language')).toBeLessThan(text.indexOf('printer-uri'));
    // The job group, a four-byte number, the end, and the document.
    const end = ['copies', '\0\u0004', '\0\0\0\u0002', '\u0003', '%PDF'].join('');
    expect(text.endsWith(end)).toBe(true);
  });

  it('decodes an answer with groups, multiple values and value types', () => {
    const attribute = (tag: number, name: string, value: Buffer) =>
      Buffer.concat([Buffer.from([tag, 0, name.length]), Buffer.from(name), Buffer.from([0, value.length]), value]);
    const integer = (value: number) => {
      const bytes = Buffer.alloc(4);
      bytes.writeInt32BE(value);
      return bytes;
    };
    const answer = decodeAnswer(
      Buffer.concat([
        Buffer.from([2, 0, 0x04, 0x06, 0, 0, 0, 1, 0x01]),
        attribute(0x47, 'attributes-charset', Buffer.from('utf-8')),
        Buffer.from([0x04]),
        attribute(0x23, 'printer-state', integer(5)),
        attribute(0x44, 'printer-state-reasons', Buffer.from('media-empty')),
        attribute(0x44, '', Buffer.from('paused')),
        attribute(0x22, 'printer-is-shared', Buffer.from([1])),
        Buffer.from([0x03]),
      ]),
    );
    expect(answer.status).toBe(0x0406);
    expect(Object.fromEntries(answer.groups[1] ?? [])).toEqual({
      'printer-state': [5],
      'printer-state-reasons': ['media-empty', 'paused'],
      'printer-is-shared': [true],
    });
  });

  it.each([
    ['WEB-10699 2/3', 'WEB-10699 2/3'],
    ['WEB\u0000\n10699 2/3', 'WEB 10699 2/3'],
    [`${'x'.repeat(300)} 12/50`, `${'x'.repeat(194)} 12/50`],
    // Four bytes each, and none is cut in two.
    [`${'📦'.repeat(100)} 1/1`, `${'📦'.repeat(49)} 1/1`],
    ['', ''],
  ])('names the job of %j', (title, name) => {
    expect(jobName(title)).toBe(name);
  });

  it('rejects truncated bytes', () => {
    expect(() => decodeAnswer(Buffer.from([2, 0, 0, 0, 0, 0, 0, 1, 0x01, 0x47, 0, 5, 65]))).toThrow(RangeError);
  });
});

describe('the state of a job', () => {
  const state = (value: number, reason: string, documents: number) =>
    stateOf({
      status: 0,
      groups: [
        new Map<string, (string | number)[]>([
          ['job-state', [value]],
          ['job-state-reasons', [reason]],
          ['number-of-documents', [documents]],
        ]),
      ],
    });

  it.each<[value: number, reason: string, documents: number, is: JobState]>([
    [3, 'none', 1, 'waiting'],
    [4, 'job-incoming', 1, 'empty'],
    [4, 'job-hold-until-specified', 0, 'empty'],
    [4, 'job-hold-until-specified', 1, 'held'],
    [5, 'job-printing', 1, 'waiting'],
    [6, 'job-stopped', 1, 'stuck'],
    [7, 'job-canceled-by-user', 1, 'failed'],
    [8, 'aborted-by-system', 1, 'failed'],
    [9, 'job-completed-successfully', 1, 'done'],
  ])('%i with %s and %i documents is %s', (value, reason, documents, is) => {
    expect(state(value, reason, documents)).toBe(is);
  });
});

describe('a stalled printer', () => {
  const standstill = (state: number, reasons: string[], seconds: number) =>
    standstillOf(
      new Map<string, (string | number)[]>([
        ['printer-state', [state]],
        ['printer-state-reasons', reasons],
        ['printer-up-time', [1_781_503_200 + seconds]],
        ['printer-state-change-time', [1_781_503_200]],
      ]),
    );
  const [idle, processing, stopped] = [3, 4, 5];

  it('has a stopped queue or no paper, whatever state it reports', () => {
    expect(standstill(stopped, ['paused'], 5)).toEqual(['paused']);
    expect(standstill(processing, ['cups-waiting-for-job-completed', 'media-jam-warning'], 2)).toEqual([
      'media-jam-warning',
    ]);
    expect(standstill(idle, ['offline-report'], 500)).toEqual(['offline-report']);
  });

  it('has spent longer on one page than any label takes, as an unreachable printer reports no error', () => {
    expect(standstill(processing, ['none'], 29)).toBeNull();
    expect(standstill(processing, ['none'], 30)).toEqual(['busy-for-long']);
  });

  it('is not an idle one or one with a harmless warning', () => {
    expect(standstill(idle, ['none'], 500)).toBeNull();
    expect(standstill(processing, ['connecting-to-device', 'media-low-warning'], 2)).toBeNull();
  });
});
