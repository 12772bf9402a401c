/** Unpacks the body of an answer under its own size limit, because a few bytes can unpack to gigabytes. */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { tooLarge, type Reason } from './errors.ts';

const unpackGzip = promisify(gunzip);

/** Sent as `accept-encoding`. Any other encoding in an answer is rejected. */
export const acceptedEncoding = 'gzip';

/**
 * @param encoding the answer's `content-encoding`
 * @param mostBytes limit on the unpacked size, also for the memory used
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
