/** What a label link answers: the PDF, or a refusal in XML, as the object store behind the deployed service answers. */
import type { WireAnswer } from '../faults/wire-answer.ts';
import { findOrder } from '../handlers/orders-find.ts';
import { Refusal } from '../http/errors.ts';
import type { Store } from '../store/store.ts';
import type { LabelLinks } from './link.ts';
import { spoiltKindOf } from './spoilt-kinds.ts';

const headersOf = (type: string) => ({ 'content-type': type, 'cache-control': 'no-store' });

function refuse(status: number, code: string, message: string): WireAnswer {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>\n`;
  return { status, headers: headersOf('application/xml; charset=utf-8'), body: Buffer.from(xml) };
}

export async function labelAnswer(url: URL, links: LabelLinks, store: Store): Promise<WireAnswer> {
  const opened = links.open(url);
  if ('problem' in opened) {
    const message = opened.problem === 'ExpiredToken' ? 'The link has expired.' : 'The signature does not match.';
    return refuse(403, opened.problem, message);
  }
  try {
    const order = findOrder(store, opened.orderSegment);
    // Drawing is loaded when the first label is asked for: it is most of the service's code.
    const kind = spoiltKindOf(order);
    const pdf =
      kind === undefined
        ? await (await import('./render.ts')).renderLabels(order, opened.issuedAt)
        : await (await import('./spoilt.ts')).spoiltLabels(kind, order, opened.issuedAt);
    return { status: 200, headers: headersOf('application/pdf'), body: Buffer.from(pdf) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refuse(error.status, 'NoSuchKey', error.message);
  }
}
