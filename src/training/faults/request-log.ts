/** The last requests and their outcomes: for trainers and tests. No keys, no bodies, no queries. */
import type { FaultKind } from './faults.ts';

export interface RequestRecord {
  /** Grows by one with each request; what came after it is asked for by it. */
  number: number;
  /** The service's time, milliseconds since the epoch. */
  at: number;
  method: string;
  /** Without its query. */
  path: string;
  /** What the client was answered; null: nothing. */
  status: number | null;
  /** Faults it met. */
  faults: FaultKind[];
  /** Whether the service did what was asked, or will; null: nothing was to be changed. */
  applied: 'yes' | 'no' | 'later' | null;
  /** Nothing more becomes of it. */
  ended: boolean;
}

const most = 1_000;
const longestPath = 300;

export class RequestLog {
  #records: RequestRecord[] = [];
  #count = 0;

  /** How many requests came since the start. */
  get count(): number {
    return this.#count;
  }

  /** Notes a request; its outcome is added to the record later. */
  begin({ method, path, at }: Pick<RequestRecord, 'method' | 'path' | 'at'>): RequestRecord {
    this.#count += 1;
    const record: RequestRecord = {
      number: this.#count,
      at,
      method,
      path: path.slice(0, longestPath),
      status: null,
      faults: [],
      applied: method === 'GET' ? null : 'no',
      ended: false,
    };
    this.#records.push(record);
    if (this.#records.length >= 2 * most) this.#records = this.#records.slice(-most);
    return record;
  }

  /** The requests after one, oldest first, of the last 1,000. */
  after(number: number): RequestRecord[] {
    return this.#records.slice(-most).filter((record) => record.number > number);
  }
}
