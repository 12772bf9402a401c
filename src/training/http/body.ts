/** Request bodies. */
import type { IncomingMessage } from 'node:http';
import { Refusal } from './errors.ts';

/** Enough for an import of 100 stops with every field at its maximum. */
const maximumBytes = 16 * 1024 * 1024;

/** Reads the whole body, so that the client has finished sending before the response. Refuses (413) over 16 MB. */
export async function readBody(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maximumBytes) throw new Refusal(413, null, 'The body is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Rejects a body without `Content-Type: application/json` (planning-api, Errors 2). The status is not documented; 415
 * is the standard HTTP one.
 */
export function checkContentType(contentType: string | undefined): void {
  const type = contentType?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw new Refusal(415, 'unsupported_media_type', 'A body needs the header Content-Type: application/json.');
  }
}

/** Throws a refusal (400) when the text is not JSON. */
export function parseBody(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown;
  } catch {
    throw new Refusal(400, 'invalid_json', 'The body is not valid JSON.');
  }
}
