/**
 * Page tokens: opaque, signed, and only valid with the parameters they were issued for (planning-api, Pagination
 * semantics; order-api, Rules 2 and 3). A token contains the position of a page's last item, so that concurrent
 * additions neither repeat nor hide items.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { invalid } from './errors.ts';

const refused = () =>
  invalid('pageToken', 'This page token was not issued by this list, or the other parameters have changed.');

/** Unsigned tokens that only encode a position: any text is accepted (order-api, Rules 3, all lists but orders). */
export const positionTokens = {
  issue: (place: string): string => Buffer.from(place).toString('base64url'),
  read(token: string): string {
    if (token.length > 255) throw invalid('pageToken', 'pageToken must have 1 to 255 characters.');
    return Buffer.from(token, 'base64url').toString();
  },
};

export class PageTokens {
  readonly #secret: string;

  constructor(secret: string) {
    this.#secret = secret;
  }

  /**
   * @param place the key of the item after which the next page starts
   * @param parameters all other parameters of the request, and its path
   */
  issue(place: string, parameters: string): string {
    const body = Buffer.from(JSON.stringify([place, this.#digest(parameters)])).toString('base64url');
    return `${body}.${this.#sign(body)}`;
  }

  /** The position in a token. Throws a refusal (400) for a token that is malformed, forged or for other parameters. */
  read(token: string, parameters: string): string {
    const [body, signature, ...rest] = token.split('.');
    if (token.length > 255 || body === undefined || signature === undefined || rest.length > 0) throw refused();
    const expected = Buffer.from(this.#sign(body));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw refused();
    const [place, digest] = JSON.parse(Buffer.from(body, 'base64url').toString()) as [string, string];
    if (digest !== this.#digest(parameters)) throw refused();
    return place;
  }

  #digest(parameters: string): string {
    return createHash('sha256').update(parameters).digest('base64url').slice(0, 16);
  }

  #sign(body: string): string {
    return createHmac('sha256', this.#secret).update(`page ${body}`).digest('base64url').slice(0, 22);
  }
}
