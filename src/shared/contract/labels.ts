/** Calls for labels, for documents of a plan, and for batches of labels. */
import { z } from '../schemas.ts';
import { call, gesture } from '../calls.ts';
import { labelWays } from '../label-check.ts';
import {
  type Batch,
  type BatchView,
  type FoundLabel,
  type LabelCheck,
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
  pages,
  pagesToPrint,
  printer,
} from './arguments.ts';

export const labelsCalls = {
  labels: {
    /** Fetches the order's label document, or returns the stored one when offline. */
    fetch: call<LabelDocument>()(z.strictObject({ orderId })),
    /**
     * The preflight findings for what would leave in this way: for the printer and a file all pages, for the dialog
     * those named, or all if `pages` is null.
     */
    check: call<LabelCheck>()(z.strictObject({ documentId, orderId, way: z.enum(labelWays), pages })),
    /**
     * Prints pages of a document, or all if `pages` is null. Fails with `label.refused` if preflight found something
     * and `anyway` is not set. Each page gets one line in the ledger.
     */
    print: gesture<Print[]>()({ ...pagesToPrint, printer }),
    /** Prints through the system's dialog, where the user chooses the printer or cancels. */
    printInDialog: gesture<{ printed: boolean }>()(pagesToPrint),
    /** Records whether the user found the page on paper. */
    confirm: gesture<void>()({ printId: localId, onPaper: z.boolean() }),
    /** Finds the label with this code, as a scanner reads it. Null if no stored document has it. */
    find: call<FoundLabel | null>()(z.strictObject({ code: z.string().min(1).max(200) })),
    /** Open issues with labels, of each kind at most as many orders as fit into one batch. */
    open: call<LabelsOpen>()(nothing),
    /** Prints a page with a ruler and a code, to check that sizes are correct. */
    printTestPage: gesture<void>()({ printer }),
    /**
     * Main shows the save dialog. Null if the user cancelled. Fails with `label.refused` if the pages can be read,
     * preflight found something, and `anyway` is not set.
     */
    save: call<{ name: string } | null>()(z.strictObject({ documentId, orderId, anyway: z.boolean() })),
    /** Prints of this order, newest first. */
    prints: call<ShownPrint[]>()(z.strictObject({ orderId })),
    printers: call<Printer[]>()(nothing),
  },
  /** A plan's documents on A4. Drawing one fails with `paper.too-large` if it takes a minute or a gigabyte. */
  papers: {
    outline: call<PaperOutline>()(z.strictObject({ planId: anyPlanId })),
    /** Saves the document as a PDF where the user chooses. Null if they cancelled. */
    save: call<{ name: string } | null>()(z.strictObject(aPaper)),
    /** Sends it to the printer and remembers the printer. */
    print: gesture<void>()({ ...aPaper, printer }),
    /** Prints through the system's dialog, where the user can also cancel. */
    printInDialog: gesture<{ printed: boolean }>()(aPaper),
  },
  /** Many labels, printed in the given order. */
  batches: {
    start: gesture<Batch>()({ orderIds: z.array(orderId).min(1).max(mostTogether), printer }),
    /** The last 20 and all that are not finished, newest first. */
    list: call<Batch[]>()(nothing),
    get: call<BatchView>()(z.strictObject({ batchId: localId })),
    pause: gesture<void>()({ batchId: localId }),
    continue: gesture<void>()({ batchId: localId }),
    /**
     * After a paper jam: prints everything from this page on again. `outOfQueue`: the user says that none of these
     * pages waits in the printer's queue. Without it, fails with `printer.still-queued` if nothing else tells.
     */
    continueFrom: gesture<void>()({ labelId, page: pageNumber, outOfQueue: z.boolean() }),
    /** Ends the batch. Labels that were not printed stay unprinted. */
    end: gesture<void>()({ batchId: localId }),
    decide: gesture<void>()({ labelId, choice: z.enum(['print-anyway', 'leave-out', 'again']) }),
  },
} as const;
