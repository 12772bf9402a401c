/** Texts for findings about labels, for the print ledger, and for what cannot be printed now. */
import { type AppError, unreachable } from '../../shared/errors.ts';
import {
  fitOf,
  labelSize,
  leastBarHeight,
  leastContrast,
  leastQuietZone,
  weightOf,
  type DocumentProblem,
  type Finding,
  type PageSize,
  type PlacingAdvice,
} from '../../shared/label-check.ts';
import { chosenInDialog, mayBeOnPaper, type LabelCheck, type Print, type PrintState } from '../../shared/labels.ts';
import { errorText } from '../lib/error-text.ts';
import { formatDayAndTime, formatMoment } from '../lib/format.ts';
import { locale } from '../../messages/locale.ts';
import { type PlainKey, t } from '../../messages/index.ts';
import type { PdfProblem } from './pdf-problem.ts';

const tenths = (value: number) => Math.round(value * 10) / 10;
const millimetres = new Intl.NumberFormat(locale, { maximumFractionDigits: 1, useGrouping: false });

/** `105 × 148 mm`. Sizes within the tolerance of A6 are shown as A6, so that 104.99 does not look like an error. */
export function sizeText(size: PageSize): string {
  const { widthMillimetres: width, heightMillimetres: height } = labelSize;
  switch (fitOf(size)) {
    case 'fits':
      return t('labels.size', { width, height });
    case 'on-its-side':
      return t('labels.sizeRotated', { width: height, height: width });
    case 'other-size':
      return t('labels.size', {
        width: millimetres.format(size.widthMillimetres),
        height: millimetres.format(size.heightMillimetres),
      });
  }
}

const problemWords: Readonly<Record<DocumentProblem | PdfProblem, PlainKey>> = {
  'not-a-pdf': 'labels.problemNotPdf',
  locked: 'labels.problemPassword',
  empty: 'labels.problemEmpty',
  'too-slow': 'labels.problemTooSlow',
  'too-large': 'labels.problemTooLarge',
  'too-many-pages': 'labels.problemTooManyPages',
  'cannot-be-placed': 'labels.problemCannotBePlaced',
  damaged: 'labels.problemBroken',
};
export const problemText = (problem: DocumentProblem | PdfProblem): string => t(problemWords[problem]);

/** The page of a finding; null when it is about the whole document. */
export const pageOf = (finding: Finding): number | null => ('page' in finding ? finding.page : null);

const percent = (share: number) => Math.floor(share * 100);

function adviceText(advice: PlacingAdvice): string {
  if (advice.kind === 'paper') return t('labels.warnSpoiltPaper');
  if (advice.kind === 'unknown') return t('labels.warnSpoilt');
  return t('labels.warnSpoiltOffset', {
    right: millimetres.format(advice.right),
    down: millimetres.format(advice.down),
  });
}

type BarFinding = Extract<Finding, { kind: 'too-fine' | 'pale' | 'low-bars' | 'narrow-quiet-zone' }>;

function barText(finding: BarFinding): string {
  switch (finding.kind) {
    case 'too-fine':
      return t('labels.warnTooFine', { count: tenths(finding.dots), resolution: finding.dotsPerInch });
    case 'pale':
      return t('labels.warnPale', { percent: percent(finding.contrast), least: percent(leastContrast) });
    case 'low-bars':
      return t('labels.warnLowBars', { height: millimetres.format(finding.millimetres), least: leastBarHeight });
    case 'narrow-quiet-zone':
      return t('labels.warnQuietZone', { width: millimetres.format(finding.modules), least: leastQuietZone });
    default:
      return unreachable(finding);
  }
}

/** The text of a finding, without the page. */
export function findingText(finding: Finding): string {
  switch (finding.kind) {
    case 'problem':
      return problemText(finding.problem);
    case 'pages-differ':
      return t('labels.warnPages', {
        packages: t('labels.packages', { count: finding.packages }),
        pages: t('labels.pagesOnly', { count: finding.pages }),
      });
    case 'size-differs':
      return t('labels.warnSize', {
        width: millimetres.format(finding.size.widthMillimetres),
        height: millimetres.format(finding.size.heightMillimetres),
      });
    case 'on-its-side':
      return t('labels.warnOnItsSide');
    case 'no-code':
      return t('labels.warnNoCode');
    case 'other-code':
      return t('labels.warnOtherCode', { symbology: symbologyText(finding.symbology) });
    case 'several-codes':
      return t('labels.warnSeveralCodes', { count: finding.count });
    case 'spoilt-by-placing':
      return adviceText(finding.advice);
    case 'bytes-after-end':
      return t('labels.warnBytesAfterEnd', { size: Math.ceil(finding.bytes / 1024) });
    case 'same-code':
      return t('labels.warnSameCode', { text: finding.text, page: finding.other });
    case 'code-of-another':
      return t('labels.warnCodeOfAnother', { text: finding.text, title: finding.title });
    case 'code-not-of-order':
      return t('labels.warnCodeNotOfOrder', { text: finding.text });
    case 'code-unlisted':
      return t('labels.warnCodeUnlisted', { text: finding.text });
    case 'printed-since':
      return t('labels.warnPrintedSince', {
        moment: formatDayAndTime(finding.at),
        printer: onPrinterText(finding.printer),
      });
    case 'too-fine':
    case 'pale':
    case 'low-bars':
    case 'narrow-quiet-zone':
      return barText(finding);
    default:
      return unreachable(finding);
  }
}

/** How wide the narrowest bar is. */
export const barsText = ({ narrowestBar, dotsPerInch }: Pick<LabelCheck, 'narrowestBar' | 'dotsPerInch'>): string =>
  narrowestBar === null
    ? t('labels.barsUnknown')
    : t('labels.bars', { dots: millimetres.format(narrowestBar), resolution: dotsPerInch });

/** `Code39` becomes `Code 39`. */
const symbologyText = (symbology: string) => symbology.replace(/([a-z])(\d)/, '$1 $2');

/** The text of a finding, with its page when the document has several. */
export function findingLine(finding: Finding, pages: number): string {
  const page = pageOf(finding);
  return page === null || pages <= 1 ? findingText(finding) : t('labels.onPage', { page, text: findingText(finding) });
}

const printWords: Readonly<Record<PrintState, PlainKey>> = {
  requested: 'labels.stateRequested',
  'handed-over': 'labels.stateHandedOver',
  done: 'labels.stateDone',
  confirmed: 'labels.stateConfirmed',
  doubt: 'labels.stateDoubt',
  missing: 'labels.stateMissing',
  cancelled: 'labels.stateCancelled',
  failed: 'labels.stateFailed',
};
export const printStateText = (state: PrintState): string => t(printWords[state]);

/** Prints grouped by request, newest first. */
export function requestsOf<Line extends Print>(prints: readonly Line[]): [Line, ...Line[]][] {
  const groups = [...Map.groupBy(prints, ({ requestId }) => requestId).values()];
  return groups.flatMap(([first, ...others]) => (first === undefined ? [] : [[first, ...others]]));
}

/** Requests that printed the label, or may have, newest first. */
export const printedBefore = (prints: readonly Print[]): Print[][] =>
  requestsOf(prints.filter(({ state }) => mayBeOnPaper(state)));

/** The printer's name, or a description when it was chosen in the system's dialog. */
export const printerText = (printer: string): string =>
  printer === chosenInDialog ? t('labels.dialogPrinter') : printer;

/** The same within a sentence. */
const onPrinterText = (printer: string) =>
  printer === chosenInDialog ? printerText(printer) : t('labels.printerNamed', { name: printer });

/** The text that asks whether to print again; null when nothing was printed. @param times newest first */
export function printedText(times: readonly (readonly Print[])[], now: number): string | null {
  const last = times[0]?.[0];
  if (!last) return null;
  return t('labels.againText', {
    count: times.length,
    moment: formatMoment(last.requestedAt, now),
    printer: onPrinterText(last.printer),
  });
}

const least: PrintState[] = [
  'failed',
  'doubt',
  'missing',
  'cancelled',
  'requested',
  'handed-over',
  'done',
  'confirmed',
];

/** Pages of a request that are or may be on paper, apart from those that are not: a request may end in between. */
export const partsOf = <Line extends Print>(request: readonly Line[]): Line[][] => [
  ...Map.groupBy(request, ({ state }) => mayBeOnPaper(state)).values(),
];

/** The state of a request or a part of it: that of its least advanced page. */
export const requestState = (prints: readonly Print[]): PrintState =>
  least.find((state) => prints.some((print) => print.state === state)) ?? 'requested';

/** Page numbers as text: `1–3, 5`. */
export function pagesText(pages: readonly number[]): string {
  const sorted = pages.toSorted((one, other) => one - other);
  const runs: [number, number][] = [];
  for (const page of sorted) {
    const last = runs.at(-1);
    if (last?.[1] === page - 1) last[1] = page;
    else runs.push([page, page]);
  }
  return runs.map(([first, last]) => (first === last ? String(first) : `${first}–${last}`)).join(', ');
}

/** `Pages 1–3, 5`; null for the whole document, printed by an earlier version. */
export function pagesLine(prints: readonly Print[]): string | null {
  const pages = [...new Set(prints.flatMap(({ page }) => page ?? []))];
  if (pages.length === 0) return null;
  return t(pages.length === 1 ? 'labels.pageList' : 'labels.pagesList', { pages: pagesText(pages) });
}

/** The state of a part of a request, with its pages if the others got further or less far. */
export function partText(part: readonly Print[], parts: number): string {
  const pages = parts > 1 ? pagesLine(part) : null;
  const state = printStateText(requestState(part));
  return pages === null ? state : `${pages}: ${state}`;
}

interface Failure {
  what: 'print' | 'save';
  error: AppError;
}

/** Why the last print or save failed, and which pages may be on paper nevertheless. */
export function failureText({ what, error }: Failure): { title: string; text: string } {
  const { what: happened, action } = errorText(error);
  const sent = error.detail.sentPages ?? [];
  if (sent.length === 0) {
    const title = t(what === 'print' ? 'labels.printFailedTitle' : 'labels.saveFailedTitle');
    return { title, text: `${happened} ${action}` };
  }
  const pages = t(sent.length === 1 ? 'labels.sentPage' : 'labels.sentPages', { pages: pagesText(sent) });
  return { title: t('labels.partlySentTitle'), text: `${happened} ${pages} ${t('labels.partlySentDo')}` };
}

/**
 * Parses typed pages: `2`, `1-3, 5`; null for all when empty.
 * @returns undefined when the text is not a list of pages of the document
 */
export function readPages(typed: string, pages: number): number[] | null | undefined {
  if (typed.trim() === '') return null;
  const chosen = new Set<number>();
  for (const part of typed.split(',')) {
    const [, first = '', last = first] = /^\s*(\d{1,3})\s*(?:[-–]\s*(\d{1,3})\s*)?$/.exec(part) ?? [];
    if (first === '' || Number(first) < 1 || Number(last) > pages || Number(first) > Number(last)) return undefined;
    for (let page = Number(first); page <= Number(last); page += 1) chosen.add(page);
  }
  return [...chosen].toSorted((one, other) => one - other);
}

/** What decides whether a label can be printed. */
interface Printable {
  document: unknown;
  check: { findings: readonly Finding[] } | null;
  checkError: unknown;
  /** Undefined: what is typed names no pages of the label. */
  chosenPages: unknown;
  printing: boolean;
  /** Null while loading. */
  printers: unknown;
  printer: string | null;
  printerMissing: boolean;
}

/** Why the label cannot be printed in the system's print dialog, which needs no printer of the list; null: it can. */
export function whyNotInDialog({ document, check, checkError, chosenPages, printing }: Printable): string | null {
  if (document === null) return t('labels.whyNotFetched');
  if (check === null) return t(checkError === null ? 'labels.checking' : 'labels.checkFailed');
  if (check.findings.some((finding) => weightOf(finding) === 'refuse')) return t('labels.whyRefused');
  if (chosenPages === undefined) return t('labels.whyPages');
  return printing ? t('labels.whyPrinting') : null;
}

/** Why the label cannot be printed on the chosen printer; null: it can. */
export function whyNotPrint(label: Printable): string | null {
  const why = whyNotInDialog(label);
  if (why !== null) return why;
  if (label.printers === null) return t('labels.printersReading');
  if (label.printer === null) return t('labels.whyNoPrinter');
  return label.printerMissing ? t('labels.printerMissing', { name: label.printer }) : null;
}
