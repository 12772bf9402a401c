/**
 * Serves links to photos and signatures without a key, and rejects with XML like the object store behind the deployed
 * service. Only files that a record links to exist.
 */
import type { WireAnswer } from '../faults/wire-answer.ts';
import { fileOf, refusedFile } from '../http/object-store.ts';
import type { Store } from '../store/store.ts';
import { fileLink, filesPath } from './links.ts';
import { drawPicture } from './pictures.ts';

/** The links of a stop or an order. */
function linksOf({ stops, orders }: Store, id: string): (string | null)[] {
  const proof = stops.get(id)?.stop.deliveryInfo ?? orders.get(id)?.order.progress;
  return proof ? [proof.signatureUrl, ...proof.photoUrls] : [];
}

/** @param path of the request, `/files/plans/<planId>/stops/<stopId>/photo-1.png` */
export function fileAnswer(method: string, path: string, store: Store): WireAnswer {
  if (method !== 'GET') return refusedFile(405, 'MethodNotAllowed', 'Files can be read only.');
  const parts = path.slice(filesPath.length).split('/');
  const name = parts.pop() ?? '';
  const id = parts.join('/');
  if (!linksOf(store, id).includes(fileLink(id, name))) {
    return refusedFile(404, 'NoSuchKey', 'There is no such file.');
  }
  return fileOf('image/png', drawPicture(store.seed, id, name));
}
