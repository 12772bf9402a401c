/** Responses in the format of the object store behind the deployed service: a file, or an error in XML. */
import type { WireAnswer } from '../faults/wire-answer.ts';

const headersOf = (type: string) => ({ 'content-type': type, 'cache-control': 'no-store' });

/** @param type the media type */
export const fileOf = (type: string, body: Buffer): WireAnswer => ({ status: 200, headers: headersOf(type), body });

/** @param code the store's error code, like `NoSuchKey` */
export function refusedFile(status: number, code: string, message: string): WireAnswer {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>\n`;
  return { status, headers: headersOf('application/xml; charset=utf-8'), body: Buffer.from(xml) };
}
