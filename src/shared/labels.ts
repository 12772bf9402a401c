/** Shipping labels and printing (order-api, OrderShippingLabels). */
import type { EncodedError } from './errors.ts';
import type { Finding } from './label-check.ts';
import type { LabelContent, LabelIssue, LabelPart } from './label-content.ts';
import type { Order, OrderState } from './orders.ts';

/** The maximum number of orders in one batch. */
export const mostTogether = 1_000;

/** A fetched label document. Its bytes are stored, its link is not. */
export interface LabelDocument {
  /** SHA-256 of the bytes, hexadecimal. */
  id: string;
  orderId: string;
  /** For file names: the order's external id or its id. */
  title: string;
  bytes: Uint8Array;
  /** The order's value, or null if it has none. */
  packageCount: number | null;
  barcodes: string[];
  fetchedAt: number;
}

export interface Printer {
  name: string;
  description: string;
  isDefault: boolean;
  /** Why it is not printing, in the spooler's keywords (`media-empty`). Null if nothing blocks it. */
  stopped: string[] | null;
  /** Whether this printing method has been tested on this operating system. */
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

/** What changed since a label was printed. @param printed what its pages show, each as it was printed last */
export function staleParts(printed: readonly LabelContent[], now: LabelContent): LabelPart[] {
  return (Object.keys(now) as LabelPart[]).filter((part) => printed.some((content) => content[part] !== now[part]));
}

/** Whether these are all pages of a document. */
const hasAllPages = (printed: Pick<ReadonlySet<number | null>, 'has'>, pages: number) =>
  Array.from({ length: pages }, (_, index) => index + 1).every((page) => printed.has(page));

/**
 * Whether every page of a label is or may be on paper. A label with a page missing is not printed: its package would
 * leave without one.
 *
 * @param prints of one order that are or may be on paper. Page null: all pages, printed by an earlier version
 * @param pages of the document printed last. Null: not known any more, so one page counts as all of them
 */
export function isWholeOnPaper(prints: readonly { page: number | null }[], pages: number | null): boolean {
  const printed = new Set(prints.map(({ page }) => page));
  if (printed.size === 0) return false;
  return printed.has(null) || hasAllPages(printed, pages ?? 0);
}

/**
 * What the pages of a label show that is or may be on paper, each page as it was printed last. Until all pages of the
 * newest document were printed, what was printed before counts too: only a print of all pages replaces a label.
 *
 * @param prints of one order, newest first. Page null: the whole document, printed by an earlier version
 * @param pages of the document printed last. Null: not known, so every page that was ever printed is one of the label
 */
export function contentsOnPaper<Content>(
  prints: readonly { page: number | null; content: Content }[],
  pages: number | null,
): Content[] {
  const newest = new Map<number | null, Content>();
  for (const { page, content } of prints) if (!newest.has(page)) newest.set(page, content);
  if (!hasAllPages(newest, pages ?? 0)) return prints.map(({ content }) => content);
  // An order that has fewer packages than before leaves old pages behind.
  const belongs = (page: number | null) => page === null || pages === null || page <= pages;
  return [...newest].flatMap(([page, content]) => (belongs(page) ? [content] : []));
}

/**
 * What is open about the label of an order on the service. The counts of the end of the day and the filter of the
 * orders use this one rule, so that a count leads to exactly its rows. A label with missing pages that is also outdated
 * or unconfirmed is open as that alone: a batch of all open labels must not print it twice, nor a page before the user
 * said whether it came out.
 *
 * @param label.printed how often the label was printed here and is or may be on paper
 * @param label.isWhole whether all of its pages are or may be on paper
 * @param label.doubt whether it is unknown if one of its pages came out
 * @param label.outdated whether the order on the service differs from the label that was printed last
 */
export function labelIssuesOf(
  state: OrderState,
  label: { printed: number; isWhole: boolean; doubt: boolean; outdated: boolean },
): LabelIssue[] {
  const issues: LabelIssue[] = [];
  if (label.doubt) issues.push('doubt');
  if (label.outdated) issues.push('stale');
  if (state === 'draft' && label.printed > 0) issues.push('draftPrinted');
  if (state === 'submitted' && !label.isWhole && issues.length === 0) issues.push('submittedUnprinted');
  return issues;
}

/** An order with the title that users see. */
export interface NamedOrder {
  orderId: string;
  title: string;
}

/** Open issues with labels at the end of the day, of each kind at most as many as fit into one batch. */
export interface LabelsOpen {
  doubt: NamedOrder[];
  stale: (NamedOrder & { parts: LabelPart[] })[];
  draftPrinted: NamedOrder[];
  submittedUnprinted: NamedOrder[];
  /** The total of each kind, which may exceed the list. */
  counts: Record<LabelIssue, number>;
}

/**
 * How far a page got. A success callback proves nothing: requested → handed to the spooler → done according to the
 * spooler → confirmed by a person. `failed`: the spooler did not accept it, or aborted it · `doubt`: the spooler no
 * longer knows it, so the user is asked · `missing`: the user said that it did not come out · `cancelled`: the user
 * closed the system's dialog without printing.
 */
export type PrintState =
  'requested' | 'handed-over' | 'done' | 'confirmed' | 'doubt' | 'missing' | 'cancelled' | 'failed';

const notOnPaper: readonly PrintState[] = ['failed', 'missing', 'cancelled'];
/** A page in any other state is or may be on paper, so it is not printed again without asking. */
export const mayBeOnPaper = (state: PrintState): boolean => !notOnPaper.includes(state);

/** The name of a job that cannot be queried: its page stays handed over until the user says whether it came out. */
export const unfollowedJob = 'unfollowed';
/** The printer's name if it was chosen in the system's dialog, which does not report it. */
export const chosenInDialog = '';

/** Whether only the user can say if the page came out. */
export const asksPerson = ({ state, job }: Pick<Print, 'state' | 'job'>): boolean =>
  state === 'doubt' || (state === 'handed-over' && job === unfollowedJob);

/** Whether the spooler has the page and has not finished it. */
export const waitsAtPrinter = ({ state, job }: Pick<Print, 'state' | 'job'>): boolean =>
  (state === 'requested' || state === 'handed-over') && job !== unfollowedJob;

/** One line of the ledger: which page was printed, when, where and by which computer. */
export interface Print {
  id: string;
  /** Shared by all pages that were requested together. */
  requestId: string;
  batchId: string | null;
  orderId: string;
  documentId: string;
  /** From 1. Null: the whole document, printed by an earlier version. */
  page: number | null;
  printer: string;
  /** The computer's name. Null if an earlier version did not record it. */
  desk: string | null;
  state: PrintState;
  /** Printed despite preflight findings. */
  anyway: boolean;
  /** milliseconds since the epoch */
  requestedAt: number;
  /** The spooler's job name. */
  job: string | null;
  content: LabelContent | null;
}

/** A page as the window shows it. */
export interface ShownPrint extends Print {
  /**
   * Why the printer of this waiting page is stopped, in the spooler's keywords. Null: not waiting, or the printer
   * works.
   */
  standstill: readonly string[] | null;
}

/**
 * The progress of a label in a batch. waiting: to be fetched · ready: fetched, checked and valid · asks: it has
 * findings and needs a decision · failed: it could not be fetched or printed · printed: every page was sent to the
 * spooler · left-out: skipped by the user.
 */
export type BatchLabelState = 'waiting' | 'ready' | 'asks' | 'failed' | 'printed' | 'left-out';

export interface BatchLabel {
  id: string;
  batchId: string;
  /** From 0, in the order on screen when the batch began. */
  position: number;
  orderId: string;
  title: string;
  state: BatchLabelState;
  documentId: string | null;
  /** Null until the document is checked. */
  pages: number | null;
  /** The user saw the findings and chose to print anyway. */
  anyway: boolean;
  reason: { kind: 'found'; findings: Finding[] } | { kind: 'error'; error: EncodedError } | null;
}

/** paused: by the user, a fault or an app exit. Nothing is sent to the printer until the user resumes the batch. */
export type BatchState = 'printing' | 'paused' | 'finished';

/** Labels that were requested together, in the order on screen. */
export interface Batch {
  id: string;
  printer: string;
  state: BatchState;
  createdAt: number;
}

/** What the check of a label found, for the way that it is to leave. */
export interface LabelCheck {
  findings: Finding[];
  /** The document's page count, which is 0 if the pages cannot be counted. */
  pages: number;
  /** The width of the narrowest bar in printer dots. Null if none was measured. */
  narrowestBar: number | null;
  /** The printer's resolution, at which everything was drawn. */
  dotsPerInch: number;
}

/** The label that a scanned code belongs to. */
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
  /** Estimated milliseconds left at the current speed. Null if unknown. */
  left: number | null;
  /** Why the batch is stuck, or null. */
  hindrance: { kind: 'error'; error: EncodedError } | { kind: 'printer'; reasons: readonly string[] } | null;
}
