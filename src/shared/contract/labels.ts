/** Calls of labels, documents of a plan, and batches of labels. */
import { z } from 'zod';
import { call, gesture } from '../calls.ts';
import { type Finding } from '../label-check.ts';
import {
  type Batch,
  type BatchView,
  type FoundLabel,
  type LabelDocument,
  type LabelsOpen,
  mostTogether,
  type Printer,
  type Print,
  type ShownPrint,
} from '../labels.ts';
import { type PaperOutline } from '../papers.ts';
import { orderId } from '../shapes.ts';
import {
  aPaper,
  anyPlanId,
  documentId,
  labelId,
  localId,
  nothing,
  pageNumber,
  pagesToPrint,
  printer,
} from './arguments.ts';

export const labelsCalls = {
  labels: {
    /** A fresh label document of the order, or the stored one when offline. */
    fetch: call<LabelDocument>()(z.strictObject({ orderId })),
    /** What preflight finds in a document, and how many pages it has; 0 when they cannot be counted. */
    check: call<{ findings: Finding[]; pages: number }>()(z.strictObject({ documentId, orderId })),
    /**
     * Prints pages of a document, all when `pages` is null; refused with `label.refused` when preflight found something
     * and `anyway` is not set. One line of the ledger each page.
     */
    print: gesture<Print[]>()({ ...pagesToPrint, printer }),
    /** The same in the system's dialog, where the person chooses the printer; they may also cancel. */
    printInDialog: gesture<{ printed: boolean }>()(pagesToPrint),
    /** A person looked whether a page is on paper. */
    confirm: gesture<void>()({ printId: localId, onPaper: z.boolean() }),
    /** The label with this code on it, as a scanner reads it; null when none of the kept documents has it. */
    find: call<FoundLabel | null>()(z.strictObject({ code: z.string().min(1).max(200) })),
    /** What is still open about labels; at most 200 orders of each kind. */
    open: call<LabelsOpen>()(nothing),
    /** Prints a page with a ruler and a code, to see that sizes are true. */
    printTestPage: gesture<void>()({ printer }),
    /** Main asks where; null when the person chose nowhere. */
    save: call<{ name: string } | null>()(z.strictObject({ documentId, orderId })),
    /** What was printed of this order, newest first. */
    prints: call<ShownPrint[]>()(z.strictObject({ orderId })),
    printers: call<Printer[]>()(nothing),
  },
  /** Papers of a plan on A4. */
  papers: {
    outline: call<PaperOutline>()(z.strictObject({ planId: anyPlanId })),
    /** Saves it as a PDF where the person chooses; null when they chose nowhere. */
    save: call<{ name: string } | null>()(z.strictObject(aPaper)),
    /** Hands it to the printer, which is remembered. */
    print: gesture<void>()({ ...aPaper, printer }),
    /** The same in the system's dialog, where the person may also cancel. */
    printInDialog: gesture<{ printed: boolean }>()(aPaper),
  },
  /** Many labels, printed in the order in which they are given. */
  batches: {
    start: gesture<Batch>()({ orderIds: z.array(orderId).min(1).max(mostTogether), printer }),
    /** The last twenty, newest first. */
    list: call<Batch[]>()(nothing),
    get: call<BatchView>()(z.strictObject({ batchId: localId })),
    pause: gesture<void>()({ batchId: localId }),
    continue: gesture<void>()({ batchId: localId }),
    /** After a jam: everything from this page on is printed again. */
    continueFrom: gesture<void>()({ labelId, page: pageNumber }),
    /** What was not printed stays unprinted. */
    end: gesture<void>()({ batchId: localId }),
    decide: gesture<void>()({ labelId, choice: z.enum(['print-anyway', 'leave-out', 'again']) }),
  },
} as const;
