/** How pages of a label document leave the app. The preflight process makes what leaves, and checks exactly that. */
import type { Placing } from './stock.ts';

/**
 * file: the document as it came, to be saved · printer: a job for each page, in page order: the document as it came if
 * it has one page that lies as its paper does, otherwise one page of it, placed on the paper where that is needed ·
 * dialog: one document with these pages (from 1; null: all), placed on the paper.
 */
export type Leaving =
  | { way: 'file' }
  | {
      way: 'printer';
      placing: Placing;
      /** Places every page, even those that could leave as they came: Chromium needs that. */
      placesAll: boolean;
      /** Of placed documents. Print queues show it. */
      title: string;
    }
  | { way: 'dialog'; placing: Placing; pages: readonly number[] | null; title: string };

/** What leaves: the bytes of a document. Null: the document as it came. */
export type LeavingDocument = Uint8Array | null;
