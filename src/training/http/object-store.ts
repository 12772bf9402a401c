/** Answers as the object store behind the deployed service gives them: a file, or a refusal in XML. */
import type { WireAnswer } from '../faults/wire-answer.ts';

const headersOf = (type: string) => ({ 'content-type': type, 'cache-control': 'no-store' });

/** @param type its media type */
export const fileOf = (type: string, body: Buffer): WireAnswer => ({ status: 200, headers: headersOf(type), body });

/** @param code as the store names it, like `NoSuchKey` */
export function refusedFile(status: number, code: string, message: string): WireAnswer {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>\n`;
  return { status, headers: headersOf('application/xml; charset=utf-8'), body: Buffer.from(xml) };
}
