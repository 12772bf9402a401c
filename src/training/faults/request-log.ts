/** The last requests and their outcomes: for trainers and tests. No keys, no bodies, and
 * of queries only the names. */
import type { FaultKind } from './faults.ts';

export interface RequestRecord {
  /** Increases by one per request; clients use it to ask for newer records. */
  number: number;
  /** The service's time, milliseconds since the epoch. */
  at: number;
  method: string;
  /** Without its query. */
  path: string;
  /** The names of the query's parameters, without their values. */
  parameters: string[];
  /** The response status; null: no response. */
  status: number | null;
  faults: FaultKind[];
  /** Whether the service made the requested change, or will; null: the request changes nothing. */
  applied: 'yes' | 'no' | 'later' | null;
  /** Nothing more happens to this request. */
  ended: boolean;
}

const most = 1_000;
const longestPath = 300;

export class RequestLog {
  #records: RequestRecord[] = [];
  #count = 0;

  /** Requests since the start. */
  get count(): number {
    return this.#count;
  }

  /** Records a request; its outcome is added to the record later. */
  begin({ method, path, parameters, at }: Pick<RequestRecord, 'method' | 'path' | 'parameters' | 'at'>): RequestRecord {
    this.#count += 1;
    const record: RequestRecord = {
      number: this.#count,
      at,
      method,
      path: path.slice(0, longestPath),
      parameters,
      status: null,
      faults: [],
      applied: method === 'GET' ? null : 'no',
      ended: false,
    };
    this.#records.push(record);
    if (this.#records.length >= 2 * most) this.#records = this.#records.slice(-most);
    return record;
  }

  /** The requests after the given number, oldest first; only the last 1,000 are kept. */
  after(number: number): RequestRecord[] {
    return this.#records.slice(-most).filter((record) => record.number > number);
  }
}
