/** The body of an answer as it was meant: unpacked, under a cap of its own, since a few bytes can unpack to gigabytes. */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { tooLarge, type Reason } from './errors.ts';

const unpackGzip = promisify(gunzip);

/** What is asked for with `accept-encoding`; any other encoding in an answer is refused. */
export const acceptedEncoding = 'gzip';

/**
 * @param encoding the answer's `content-encoding`
 * @param mostBytes cap on the unpacked size; never more than this is held
 */
export async function unpack(
  packed: Buffer,
  encoding: string,
  mostBytes: number,
): Promise<{ body: Buffer } | { reason: Reason }> {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity' || packed.length === 0) return { body: packed };
  if (name !== 'gzip' && name !== 'x-gzip') return { reason: { code: 'line.odd-answer', cause: 'CONTENT_ENCODING' } };
  try {
    return { body: await unpackGzip(packed, { maxOutputLength: mostBytes }) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return { reason: code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge : { code: 'line.odd-answer', cause: code } };
  }
}
