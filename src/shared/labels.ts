/** Shipping labels and printing (order-api, OrderShippingLabels). */
import type { EncodedError } from './errors.ts';
import type { Finding } from './label-check.ts';
import type { LabelContent, LabelPart } from './label-content.ts';
import type { Order } from './orders.ts';

/** Labels of so many orders are printed together at most. */
export const mostTogether = 1_000;

/** A label document as fetched: its bytes are kept, its link is not. */
export interface LabelDocument {
  /** SHA-256 of the bytes, hexadecimal. */
  id: string;
  orderId: string;
  /** A name for files: the order's external id or id. */
  title: string;
  bytes: Uint8Array;
  /** What the order says; null when it does not say. */
  packageCount: number | null;
  barcodes: string[];
  fetchedAt: number;
}

export interface Printer {
  name: string;
  description: string;
  isDefault: boolean;
  /** Why it does not print now, in the spooler's keywords (`media-empty`); null while nothing hinders it. */
  stopped: string[] | null;
  /** Whether this way of printing was ever tried on this operating system. */
  tried: boolean;
}

const text = (values: readonly (string | number | null | undefined)[]) =>
  values.filter((value) => value != null && value !== '').join(', ');

export function labelContentOf(order: Pick<Order, 'recipient' | 'address' | 'packageInfo' | 'courier'>): LabelContent {
  const { recipient, address, packageInfo, courier } = order;
  return {
    recipient: text([recipient?.name, recipient?.phone]),
    address: text([address?.addressLineOne, address?.addressLineTwo]),
    packages: text([packageInfo?.packageCount]),
    courier: text([courier]),
  };
}

/** What changed since a label was printed. */
export function staleParts(printed: LabelContent, now: LabelContent): LabelPart[] {
  return (Object.keys(now) as LabelPart[]).filter((part) => printed[part] !== now[part]);
}

/** An order by the name people call it. */
export interface NamedOrder {
  orderId: string;
  title: string;
}

/** What is still open about labels when the day ends; at most 200 of each kind. */
export interface LabelsOpen {
  /** Nobody knows whether a page came out. */
  doubt: NamedOrder[];
  /** Changed since it was printed. */
  stale: (NamedOrder & { parts: LabelPart[] })[];
  /** Printed, and the courier does not know of it. */
  draftPrinted: NamedOrder[];
  submittedUnprinted: NamedOrder[];
  /** How many there are of each; not all of them are named. */
  counts: Record<'doubt' | 'stale' | 'draftPrinted' | 'submittedUnprinted', number>;
}

/**
 * How far a page got. A success callback proves nothing: requested → handed to the spooler → done by the spooler's word →
 * confirmed by a person. `failed`: the spooler did not take it, or gave it up · `doubt`: the spooler does not know it any
 * more, so a person is asked · `missing`: a person said that it did not come out · `cancelled`: a person closed the
 * system's dialog without printing.
 */
export type PrintState =
  'requested' | 'handed-over' | 'done' | 'confirmed' | 'doubt' | 'missing' | 'cancelled' | 'failed';

const notOnPaper: readonly PrintState[] = ['failed', 'missing', 'cancelled'];
/** A page in one of the other states is on paper or may be: it is not printed again unasked. */
export const mayBeOnPaper = (state: PrintState): boolean => !notOnPaper.includes(state);

/** Name of a job that nobody can be asked about: its page stays handed over until a person says whether it came out. */
export const unfollowedJob = 'unfollowed';
/** What stands for the printer where a person chose it in the system's dialog, which does not tell. */
export const chosenInDialog = '';

/** Whether only a person can say that a page came out. */
export const asksPerson = ({ state, job }: Pick<Print, 'state' | 'job'>): boolean =>
  state === 'doubt' || (state === 'handed-over' && job === unfollowedJob);

/** Whether the spooler has a page and has not settled it. */
export const waitsAtPrinter = ({ state, job }: Pick<Print, 'state' | 'job'>): boolean =>
  (state === 'requested' || state === 'handed-over') && job !== unfollowedJob;

/** One line of the ledger: which page was printed, when, where, by which computer. */
export interface Print {
  id: string;
  /** Pages that were asked for together have the same. */
  requestId: string;
  batchId: string | null;
  orderId: string;
  documentId: string;
  /** From 1; null: the whole document, printed by an earlier version. */
  page: number | null;
  printer: string;
  /** Name of the computer; null where an earlier version did not write it down. */
  desk: string | null;
  state: PrintState;
  /** Printed although preflight found something. */
  anyway: boolean;
  /** milliseconds since the epoch */
  requestedAt: number;
  /** The spooler's name for the job. */
  job: string | null;
  content: LabelContent | null;
}

/** A page as the window shows it. */
export interface ShownPrint extends Print {
  /** Why the printer that it waits at stands still, as the spooler's keywords; null: it does not wait, or the printer works. */
  standstill: readonly string[] | null;
}

/**
 * How far a label of a batch is. waiting: to be fetched · ready: fetched, checked and in order · asks: something was found,
 * a person decides · failed: it could not be fetched or printed · printed: every page was handed over · left-out: a person
 * said so.
 */
export type BatchLabelState = 'waiting' | 'ready' | 'asks' | 'failed' | 'printed' | 'left-out';

export interface BatchLabel {
  id: string;
  batchId: string;
  /** From 0, as shown on the screen when the batch began. */
  position: number;
  orderId: string;
  title: string;
  state: BatchLabelState;
  documentId: string | null;
  /** Null until the document is checked. */
  pages: number | null;
  /** A person saw the findings and wants it printed. */
  anyway: boolean;
  reason: { kind: 'found'; findings: Finding[] } | { kind: 'error'; error: EncodedError } | null;
}

/** paused: by a person, a fault, or because the app ended; nothing is handed over until a person continues. */
export type BatchState = 'printing' | 'paused' | 'finished';

/** Many labels that were asked for together, in the order of the screen. */
export interface Batch {
  id: string;
  printer: string;
  state: BatchState;
  createdAt: number;
}

/** What a scanned code belongs to. */
export interface FoundLabel {
  orderId: string;
  title: string;
  documentId: string;
  /** From 1. */
  page: number;
  pages: number;
}

/** A batch as the window shows it. */
export interface BatchView extends Batch {
  labels: (BatchLabel & { prints: Pick<Print, 'id' | 'page' | 'state' | 'job'>[] })[];
  /** Milliseconds it will still take at its present speed; null while that is not known. */
  left: number | null;
  /** Why it does not go on, or null. */
  hindrance: { kind: 'error'; error: EncodedError } | { kind: 'printer'; reasons: readonly string[] } | null;
}
