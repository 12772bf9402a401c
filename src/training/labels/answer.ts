/** Answers a label link: the PDF, or a refusal in XML, as the object store behind the deployed service answers. */
import type { ServerResponse } from 'node:http';
import { findOrder } from '../handlers/orders.ts';
import { Refusal } from '../http/errors.ts';
import type { Store } from '../store/store.ts';
import type { LabelLinks } from './link.ts';

function refuse(response: ServerResponse, status: number, code: string, message: string): void {
  response.writeHead(status, { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'no-store' });
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>\n`,
  );
}

export async function answerLabel(response: ServerResponse, url: URL, links: LabelLinks, store: Store): Promise<void> {
  const opened = links.open(url);
  if ('problem' in opened) {
    const message = opened.problem === 'ExpiredToken' ? 'The link has expired.' : 'The signature does not match.';
    refuse(response, 403, opened.problem, message);
    return;
  }
  try {
    const order = findOrder(store, opened.orderSegment);
    // Drawing is loaded when the first label is asked for: it is most of the service's code.
    const { renderLabels } = await import('./render.ts');
    const pdf = await renderLabels(order, opened.issuedAt);
    response.writeHead(200, {
      'content-type': 'application/pdf',
      'content-length': pdf.length,
      'cache-control': 'no-store',
    });
    response.end(pdf);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    refuse(response, error.status, 'NoSuchKey', error.message);
  }
}
