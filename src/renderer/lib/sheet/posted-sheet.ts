/**
 * The result of reading a file on its way from the worker to the window: in parts, because receiving it all at once
 * would block the window.
 */
import type { RowFault } from '../../../shared/imports.ts';
import type { SheetResult } from './read-sheet.ts';

/** The first rows of a large file; rows and faults in their order, all of them; at last the result without these. */
export type Posted =
  | { kind: 'first'; rows: string[][] }
  | { kind: 'rows'; rows: string[][] }
  | { kind: 'faults'; faults: RowFault[] }
  | { kind: 'result'; result: SheetResult };

/** Characters in a part; about 1,400 rows of ten cells. */
const mostInPart = 400_000;
/** What a row or a cell costs besides its characters. */
const costOfEach = 16;
const faultsInPart = 2_000;

/** As many rows as are posted at once, at least one. @param from position of the first one */
export function partOf(rows: readonly string[][], from: number): string[][] {
  let cost = 0;
  let to = from;
  for (; to < rows.length && cost < mostInPart; to += 1) {
    for (const cell of rows[to] ?? []) cost += cell.length + costOfEach;
    cost += costOfEach;
  }
  return rows.slice(from, to);
}

/** What the worker posts of a result, in this order. */
export function* postedOf(result: SheetResult): Generator<Posted, void, void> {
  if (result.kind === 'problem') {
    yield { kind: 'result', result };
    return;
  }
  const { rows, report, ...rest } = result;
  let at = 0;
  while (at < rows.length) {
    const part = partOf(rows, at);
    yield { kind: 'rows', rows: part };
    at += part.length;
  }
  const faults = report?.faults ?? [];
  for (let from = 0; from < faults.length; from += faultsInPart) {
    yield { kind: 'faults', faults: faults.slice(from, from + faultsInPart) };
  }
  const bare: SheetResult = {
    ...rest,
    rows: [],
    ...(report === undefined ? {} : { report: { ...report, faults: [] } }),
  };
  yield { kind: 'result', result: bare };
}

/** Puts the parts together. */
export class ReceivedSheet {
  readonly #rows: string[][] = [];
  readonly #faults: RowFault[] = [];

  /** @returns the whole result with the last part, null before */
  take(posted: Posted): SheetResult | null {
    if (posted.kind === 'rows') this.#rows.push(...posted.rows);
    if (posted.kind === 'faults') this.#faults.push(...posted.faults);
    if (posted.kind !== 'result') return null;
    const { result } = posted;
    if (result.kind === 'problem') return result;
    const { report } = result;
    return {
      ...result,
      rows: this.#rows,
      ...(report === undefined ? {} : { report: { ...report, faults: this.#faults } }),
    };
  }
}
