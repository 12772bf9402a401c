/**
 * The subset of IPP that printing needs (RFC 8010): encodes requests, decodes answers, and talks HTTP over TCP or the
 * spooler's socket.
 */
import type { RequestOptions } from 'node:http';

/** Operations of RFC 8011 and of CUPS. */
export const operations = {
  createJob: 0x0005,
  sendDocument: 0x0006,
  cancelJob: 0x0008,
  getJobAttributes: 0x0009,
  getDefaultPrinter: 0x4001,
  getPrinters: 0x4002,
} as const;

const groups = { operation: 0x01, job: 0x02, end: 0x03 } as const;
const tags = {
  integer: 0x21,
  boolean: 0x22,
  enum: 0x23,
  name: 0x42,
  keyword: 0x44,
  uri: 0x45,
  charset: 0x47,
  language: 0x48,
  mimeType: 0x49,
} as const;

export type Attribute = [tag: keyof typeof tags, name: string, value: string | number | boolean];

export interface IppAnswer {
  /** Below 0x0100: success. */
  status: number;
  /** One group per printer or job. Every attribute holds a list of values. */
  groups: Map<string, (string | number | boolean)[]>[];
}

export const notFound = 0x0406;
/** The job has finished. */
export const notPossible = 0x0404;
export const isDone = ({ status }: Pick<IppAnswer, 'status'>): boolean => status < 0x0100;

function valueBytes([, , value]: Attribute): Buffer {
  if (typeof value === 'string') return Buffer.from(value);
  if (typeof value === 'boolean') return Buffer.from([value ? 1 : 0]);
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value, 0);
  return bytes;
}

function attributeBytes(attribute: Attribute): Buffer {
  const [tag, name] = attribute;
  const [nameBytes, value] = [Buffer.from(name), valueBytes(attribute)];
  const bytes = Buffer.alloc(5 + nameBytes.length + value.length);
  bytes.writeUInt8(tags[tag], 0);
  bytes.writeUInt16BE(nameBytes.length, 1);
  nameBytes.copy(bytes, 3);
  bytes.writeUInt16BE(value.length, 3 + nameBytes.length);
  value.copy(bytes, 5 + nameBytes.length);
  return bytes;
}

/** @param document the bytes to print, for operations that send a document */
export function encodeRequest(
  operation: number,
  attributes: readonly Attribute[],
  job: readonly Attribute[] = [],
  document: Uint8Array = new Uint8Array(),
): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt16BE(0x0200, 0);
  head.writeUInt16BE(operation, 2);
  head.writeUInt32BE(1, 4);
  const always: Attribute[] = [
    ['charset', 'attributes-charset', 'utf-8'],
    ['language', 'attributes-natural-language', 'en'],
  ];
  return Buffer.concat([
    head,
    Buffer.from([groups.operation]),
    ...[...always, ...attributes].map(attributeBytes),
    ...(job.length === 0 ? [] : [Buffer.from([groups.job]), ...job.map(attributeBytes)]),
    Buffer.from([groups.end]),
    document,
  ]);
}

/** @throws RangeError if the bytes are not an IPP answer */
export function decodeAnswer(bytes: Buffer): IppAnswer {
  const answer: IppAnswer = { status: bytes.readUInt16BE(2), groups: [] };
  let at = 8;
  let name = '';
  for (;;) {
    const tag = bytes.readUInt8(at);
    at += 1;
    if (tag === groups.end) return answer;
    if (tag < 0x10) {
      answer.groups.push(new Map());
      continue;
    }
    const nameLength = bytes.readUInt16BE(at);
    if (nameLength > 0) name = bytes.toString('utf8', at + 2, at + 2 + nameLength);
    at += 2 + nameLength;
    const length = bytes.readUInt16BE(at);
    const value = bytes.subarray(at + 2, at + 2 + length);
    at += 2 + length;
    const read =
      tag === tags.integer || tag === tags.enum
        ? value.readInt32BE(0)
        : tag === tags.boolean
          ? value.readUInt8(0) === 1
          : value.toString('utf8');
    const group = answer.groups.at(-1);
    group?.set(name, [...(group.get(name) ?? []), read]);
  }
}

/** IPP allows a name 255 bytes (RFC 8011, 5.1.3). The rest is for what a spooler adds to it. */
const mostNameBytes = 200;

/** The name of a job. Without control characters, and cut in front, because the number of the page is at its end. */
export function jobName(title: string): string {
  let name = '';
  for (const letter of Array.from(title.replaceAll(/\p{Cc}+/gu, ' ')).toReversed()) {
    const longer = `${letter}${name}`;
    if (Buffer.byteLength(longer) > mostNameBytes) break;
    name = longer;
  }
  return name;
}

const boundMilliseconds = 15_000;
const mostBytes = 4 * 1024 * 1024;

/**
 * Sends one request to the spooler.
 *
 * @param to host and port, or the path of its socket
 * @throws connection errors; RangeError for an invalid answer
 */
export async function exchange(to: RequestOptions, path: string, body: Buffer): Promise<IppAnswer> {
  // Only now: with this module Node loads its own fetch, for which no start should wait.
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/ipp', 'content-length': body.length };
    const sent = request({ ...to, method: 'POST', path, headers, timeout: boundMilliseconds }, (response) => {
      const parts: Buffer[] = [];
      let size = 0;
      response.on('data', (part: Buffer) => {
        parts.push(part);
        size += part.length;
        if (size > mostBytes) sent.destroy(new RangeError('the answer is too long'));
      });
      response.on('error', reject);
      response.on('end', () => {
        try {
          if (response.statusCode !== 200) throw new RangeError(`the spooler answers ${response.statusCode ?? 0}`);
          resolve(decodeAnswer(Buffer.concat(parts)));
        } catch (error) {
          reject(error instanceof Error ? error : new RangeError('no answer'));
        }
      });
    });
    sent.on('timeout', () => sent.destroy(new Error('the spooler does not answer')));
    sent.on('error', reject);
    sent.end(body);
  });
}
