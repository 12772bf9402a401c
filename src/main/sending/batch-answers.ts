/**
 * Maps the answer to a batch to one outcome per entry. Success is never matched by position; a failed item is
 * recognized by what it echoes, unless all failed. When the counts do not add up, the whole batch is in doubt (outbox,
 * Rule 8).
 */
import type { WriteOutcome } from '../api/client.ts';
import { reachKeys } from '../../shared/driver-reach.ts';
import type { ErrorDetail } from '../../shared/errors.ts';
import type { Outcome } from '../../shared/outbox.ts';
import type { Noun } from '../../shared/outbox-kinds.ts';
import { isSame } from '../../shared/outbox-merge.ts';
import type { BatchResult } from '../../shared/shapes.ts';
import type { StoredEntry } from '../db/outbox-storage.ts';
import { outcomeOf } from './outcomes.ts';
import { markerOf } from '../outbox/entry-request.ts';
import { fields, fromStoredOr } from '../stored-json.ts';

const inDoubt: Outcome = { kind: 'in-doubt', reason: { code: 'outbox.counts-disagree', detail: {} } };

export function batchOutcomes(entries: readonly StoredEntry[], result: WriteOutcome<BatchResult>): Outcome[] {
  if (result.kind !== 'answered') {
    const outcome = outcomeOf(result);
    return entries.map(() => outcome);
  }
  return importOutcomes(entries, result.value);
}

function importOutcomes(entries: readonly StoredEntry[], result: BatchResult): Outcome[] {
  const failures = new Map<string, ErrorDetail>();
  const unrecognized: ErrorDetail[] = [];
  for (const item of result.failed) {
    const failed = failedEntry(entries, item);
    if (failed === undefined) unrecognized.push(detailOf(item.error));
    else failures.set(failed.id, detailOf(item.error));
  }
  const ids = new Set(result.success);
  const addsUp =
    failures.size + unrecognized.length === result.failed.length &&
    // When nothing was made, nobody has to be told from those that were.
    (unrecognized.length === 0 || ids.size === 0) &&
    ids.size === result.success.length &&
    ids.size + result.failed.length === entries.length;
  if (!addsUp) return entries.map(() => inDoubt);
  const ofOthers = sharedDetail(unrecognized);
  return entries.map((entry) => {
    const detail = failures.get(entry.id) ?? ofOthers;
    if (detail !== undefined) return { kind: 'refused', reason: { code: 'service.refused', detail } };
    return { kind: 'acknowledged', serverId: null };
  });
}

/** Why items failed of which it is not known which is which: undefined without any, nothing if the reasons differ. */
function sharedDetail(details: readonly ErrorDetail[]): ErrorDetail | undefined {
  const [first] = details;
  if (first === undefined) return undefined;
  return details.every((detail) => isSame(detail, first)) ? first : {};
}

/** The name under which a failed item is echoed (planning-api, Batch result). */
const echoNames: Readonly<Partial<Record<Noun, string>>> = {
  stops: 'stop',
  unassignedStops: 'unassignedStop',
  drivers: 'driver',
};

/**
 * Orders are matched by their documented `index`, stops by the recipient that is echoed, drivers by their email or
 * phone, which no two of them share (groups.ts).
 */
function failedEntry(entries: readonly StoredEntry[], item: BatchResult['failed'][number]): StoredEntry | undefined {
  const [first] = entries;
  if (first?.noun === 'orders') {
    const index = item['index'];
    return typeof index === 'number' ? entries[index] : undefined;
  }
  const echoed = first === undefined ? undefined : item[echoNames[first.noun] ?? ''];
  if (first === undefined || typeof echoed !== 'object' || echoed === null) return undefined;
  if (first.noun === 'drivers') {
    const keys = reachKeys(echoed);
    const isEchoed = (key: string) => keys.includes(key);
    return entries.find(({ content }) => reachKeys(fromStoredOr(fields, content, {})).some(isEchoed));
  }
  const marker = markerOf(first.noun, echoed);
  return entries.find((entry) => entry.marker === marker);
}

/** Orders are matched by their ids (order-api, Submit). An order in neither list is in doubt. */
export function submitOutcomes(
  entries: readonly Pick<StoredEntry, 'serverId'>[],
  result: BatchResult,
  action: 'submit' | 'withdraw',
): Outcome[] {
  const failures = new Map(result.failed.map((item) => [item['orderId'], detailOf(item.error)]));
  return entries.map((entry) => {
    const id = entry.serverId ?? '';
    if (result.success.includes(id)) return { kind: 'acknowledged', serverId: null };
    const detail = failures.get(id);
    if (detail === undefined) return inDoubt;
    // It already is a draft, which is what the user wanted (outbox, By operation).
    const isDraft = action === 'withdraw' && detail.serviceCode === 'order_not_submitted';
    if (isDraft) return { kind: 'acknowledged', serverId: null };
    return { kind: 'refused', reason: { code: 'service.refused', detail } };
  });
}

function detailOf(error: BatchResult['failed'][number]['error']): ErrorDetail {
  const detail: ErrorDetail = {};
  if (error?.message) detail.serviceMessage = error.message.slice(0, 500);
  if (error?.code) detail.serviceCode = error.code.slice(0, 100);
  return detail;
}
