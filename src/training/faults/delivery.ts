/** Sends responses: complete, or broken in ways a client must handle. */
import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { WireAnswer } from './wire-answer.ts';

/** Waits by the computer's clock. A wait never resolves once the service has closed. */
export type Wait = (milliseconds: number) => Promise<void>;

/** The maximum number of pieces: clients see a steady trickle, and a slow response needs few timers. */
const mostPieces = 20;

function piecesOf(bytes: Buffer): Buffer[] {
  const size = Math.max(1, Math.ceil(bytes.length / mostPieces));
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
}

const headersOf = (answer: WireAnswer, date: string): Record<string, string> => ({
  ...answer.headers,
  date,
  // A 204 has no body and must not say how long it is (RFC 9110).
  ...(answer.status === 204 ? {} : { 'content-length': String(answer.body.length) }),
});

/** Breaks the connection like a router that is switched off. */
export function cut(response: ServerResponse): void {
  response.socket?.destroy();
  response.destroy();
}

export function deliver(response: ServerResponse, answer: WireAnswer, date: string): void {
  response.writeHead(answer.status, headersOf(answer, date));
  response.end(answer.body);
}

/** Sends headers for the whole body, then breaks the connection after the given number of body bytes. */
export function deliverTruncated(response: ServerResponse, answer: WireAnswer, date: string, bytes: number): void {
  // A shorter body loses its last byte. Without a body only the connection can be cut.
  const sent = Math.min(bytes, answer.body.length - 1);
  if (sent < 0) {
    cut(response);
    return;
  }
  response.writeHead(answer.status, headersOf(answer, date));
  response.flushHeaders();
  response.write(answer.body.subarray(0, sent), () => response.socket?.destroy());
}

/** Sends the status line and headers in pieces, directly to the socket because Node sends them all at once. */
export async function deliverSlowHeaders(
  response: ServerResponse,
  answer: WireAnswer,
  date: string,
  { takes, wait }: { takes: number; wait: Wait },
): Promise<void> {
  const { socket } = response;
  const headers = Object.entries({ ...headersOf(answer, date), connection: 'close' });
  const head = [
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ''}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n');
  const pieces = piecesOf(Buffer.from(head, 'latin1'));
  for (const piece of pieces) {
    if (!socket || socket.destroyed) return;
    socket.write(piece);
    await wait(takes / pieces.length);
  }
  socket?.end(answer.body);
}

export async function deliverSlowBody(
  response: ServerResponse,
  answer: WireAnswer,
  date: string,
  { takes, wait }: { takes: number; wait: Wait },
): Promise<void> {
  response.writeHead(answer.status, headersOf(answer, date));
  response.flushHeaders();
  const pieces = piecesOf(answer.body);
  for (const piece of pieces) {
    await wait(takes / pieces.length);
    if (response.destroyed) return;
    response.write(piece);
  }
  response.end();
}
