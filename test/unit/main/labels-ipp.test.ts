import { describe, expect, it } from 'vitest';
import { decodeAnswer, encodeRequest, operations } from '../../../src/main/labels/ipp.ts';
import { standstillOf } from '../../../src/main/labels/print-cups.ts';

describe('IPP', () => {
  it('writes a request as RFC 8010 has it', () => {
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
    // The group of the job, a number of four bytes, the end, and the document.
    const end = ['copies', '\0\u0004', '\0\0\0\u0002', '\u0003', '%PDF'].join('');
    expect(text.endsWith(end)).toBe(true);
  });

  it('reads an answer: groups, several values of one name, and kinds', () => {
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

  it('takes bytes that are cut off for no answer', () => {
    expect(() => decodeAnswer(Buffer.from([2, 0, 0, 0, 0, 0, 0, 1, 0x01, 0x47, 0, 5, 65]))).toThrow(RangeError);
  });
});

describe('a printer from which nothing comes', () => {
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

  it('is one whose queue has stopped, or that has no paper, whatever its queue says', () => {
    expect(standstill(stopped, ['paused'], 5)).toEqual(['paused']);
    expect(standstill(processing, ['cups-waiting-for-job-completed', 'media-jam-warning'], 2)).toEqual([
      'media-jam-warning',
    ]);
    expect(standstill(idle, ['offline-report'], 500)).toEqual(['offline-report']);
  });

  it('is one that is at one page for longer than any label takes: its queue says nothing where it cannot be reached', () => {
    expect(standstill(processing, ['none'], 29)).toBeNull();
    expect(standstill(processing, ['none'], 30)).toEqual(['busy-for-long']);
  });

  it('is not one that waits for work, or says what hinders nothing', () => {
    expect(standstill(idle, ['none'], 500)).toBeNull();
    expect(standstill(processing, ['connecting-to-device', 'media-low-warning'], 2)).toBeNull();
  });
});
