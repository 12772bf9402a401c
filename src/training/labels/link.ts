/**
 * Signed links to label documents, valid for one hour for anyone who has the link, without a key (order-api,
 * OrderShippingLabels). A link contains all its data, so it survives a restart of the service.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Order } from '../model.ts';
import { spoiltKindOf } from './spoilt-kinds.ts';

export const labelPath = '/labels/';
const validSeconds = 3600;

/** The result of opening a link: the order, or an error code of the object store. */
export type Opened = { orderSegment: string; issuedAt: number } | { problem: 'SignatureDoesNotMatch' | 'ExpiredToken' };

export class LabelLinks {
  readonly #secret: string;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #newId: () => string;
  readonly #address: () => string;

  /**
   * @param newId returns a new text each time: every call issues a new link (order-api, Rules 6)
   * @param address of the running service, known once it listens
   */
  constructor(secret: string, clock: Pick<Clock, 'now'>, newId: () => string, address: () => string) {
    this.#secret = secret;
    this.#newId = newId;
    this.#clock = clock;
    this.#address = address;
  }

  /** Issues a link for an order; `expiresAt` is in seconds since the epoch. */
  issue(order: Order): { url: string; expiresAt: number } {
    const valid = spoiltKindOf(order) === 'EXPIRED-LINK' ? 0 : validSeconds;
    const expiresAt = Math.floor(this.#clock.now() / 1000) + valid;
    const token = `${order.id.replace('orders/', '')}.${this.#newId()}`;
    const signature = this.#sign(token, String(expiresAt));
    const url = `${this.#address()}${labelPath}${token}?expires=${expiresAt}&signature=${signature}`;
    return { url, expiresAt };
  }

  open(url: URL): Opened {
    const token = url.pathname.slice(labelPath.length);
    const expires = url.searchParams.get('expires') ?? '';
    const expected = Buffer.from(this.#sign(token, expires));
    const given = Buffer.from(url.searchParams.get('signature') ?? '');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      return { problem: 'SignatureDoesNotMatch' };
    }
    if (this.#clock.now() >= Number(expires) * 1000) return { problem: 'ExpiredToken' };
    return { orderSegment: token.split('.')[0] ?? '', issuedAt: (Number(expires) - validSeconds) * 1000 };
  }

  #sign(token: string, expires: string): string {
    return createHmac('sha256', this.#secret).update(`label ${token} ${expires}`).digest('base64url');
  }
}
