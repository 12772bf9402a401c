/** An answer as it is before it goes out, so that a fault can come between. */

export interface WireAnswer {
  status: number;
  /** Names in small letters; `content-length` and `date` are set when it goes out. */
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
