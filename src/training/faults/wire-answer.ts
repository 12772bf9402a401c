/** A response before it is sent, so that a fault can still change it. */

export interface WireAnswer {
  status: number;
  /** Lowercase names; `content-length` and `date` are added on sending. */
  headers: Readonly<Record<string, string>>;
  /** Empty: no body. */
  body: Buffer;
}

export function jsonAnswer(status: number, value: unknown): WireAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: Buffer.from(JSON.stringify(value)),
  };
}

export const emptyAnswer = (status: number): WireAnswer => ({ status, headers: {}, body: Buffer.alloc(0) });
