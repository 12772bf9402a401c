/** Serves label links: the PDF, or an error in XML like the object store behind the deployed service. */
import type { WireAnswer } from '../faults/wire-answer.ts';
import { findOrder } from '../handlers/orders-find.ts';
import { Refusal } from '../http/errors.ts';
import { fileOf, refusedFile } from '../http/object-store.ts';
import type { Store } from '../store/store.ts';
import type { LabelLinks } from './link.ts';
import { spoiltKindOf } from './spoilt-kinds.ts';

export async function labelAnswer(url: URL, links: LabelLinks, store: Store): Promise<WireAnswer> {
  const opened = links.open(url);
  if ('problem' in opened) {
    const message = opened.problem === 'ExpiredToken' ? 'The link has expired.' : 'The signature does not match.';
    return refusedFile(403, opened.problem, message);
  }
  try {
    const order = findOrder(store, opened.orderSegment);
    // Loads the drawing code on first use: it is most of the service's code.
    const kind = spoiltKindOf(order);
    const pdf =
      kind === undefined
        ? await (await import('./render.ts')).renderLabels(order, opened.issuedAt)
        : await (await import('./spoilt.ts')).spoiltLabels(kind, order, opened.issuedAt);
    return fileOf('application/pdf', Buffer.from(pdf));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refusedFile(error.status, 'NoSuchKey', error.message);
  }
}
