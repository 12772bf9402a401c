/** Labels in words: what was found, what the ledger says. */
import { unreachable } from '../../shared/errors.ts';
import { labelSize, type Print, type PrintState } from '../../shared/labels.ts';
import { formatMoment } from '../lib/format.ts';
import { locale } from '../messages/locale.ts';
import { type PlainKey, t } from '../messages/index.ts';
import { type Finding, fitOf, type PageSize } from './findings.ts';
import type { PdfProblem } from './pdf-problem.ts';

const millimetres = new Intl.NumberFormat(locale, { maximumFractionDigits: 1, useGrouping: false });

/** `105 × 148 mm`; within the tolerance of A6 its own figures, so that 104.99 does not look like a fault. */
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

export function findingText(finding: Finding): string {
  switch (finding.kind) {
    case 'pages-differ':
      return t('labels.warnPages', {
        packages: t('labels.packages', { count: finding.packages }),
        pages: t('labels.pagesOnly', { count: finding.pages }),
      });
    case 'size-differs': {
      const values = {
        page: finding.page,
        width: millimetres.format(finding.size.widthMillimetres),
        height: millimetres.format(finding.size.heightMillimetres),
      };
      return finding.count === 1
        ? t('labels.warnSize', values)
        : t('labels.warnSizes', { ...values, count: finding.count });
    }
    case 'not-all-measured':
      return t('labels.warnUnchecked', { checked: finding.measured, pages: finding.pages });
    default:
      return unreachable(finding);
  }
}

const problemWords: Readonly<Record<PdfProblem, PlainKey>> = {
  'not-a-pdf': 'labels.problemNotPdf',
  locked: 'labels.problemPassword',
  empty: 'labels.problemEmpty',
  'too-slow': 'labels.problemTooSlow',
  damaged: 'labels.problemBroken',
};
export const problemText = (problem: PdfProblem): string => t(problemWords[problem]);

const printWords: Readonly<Record<PrintState, PlainKey>> = {
  requested: 'labels.stateRequested',
  'handed-over': 'labels.stateHandedOver',
  done: 'labels.stateDone',
  failed: 'labels.stateFailed',
};
export const printStateText = (state: PrintState): string => t(printWords[state]);

/**
 * What was printed before, for the question whether to print again.
 * @param printed newest first
 */
export function printedText(printed: readonly Print[], now: number): string | null {
  const [last] = printed;
  if (!last) return null;
  return t('labels.againText', {
    count: printed.length,
    moment: formatMoment(last.requestedAt, now),
    printer: last.printer,
  });
}
