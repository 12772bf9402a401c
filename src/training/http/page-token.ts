/**
 * Page tokens: opaque, signed, good only with the parameters they were given for (planning-api, Pagination semantics;
 * order-api, Rules 2 and 3). A token holds the place of the last item of a page, so that items added meanwhile neither
 * repeat nor hide others.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { invalid } from './errors.ts';

const refused = () =>
  invalid('pageToken', 'This page token was not issued by this list, or the other parameters have changed.');

/** Tokens that are a place and nothing more: any text is taken for one (order-api, Rules 3, on all lists but the orders). */
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
   * @param place where the next page begins: after the item with this key
   * @param parameters everything else of the request, path included
   */
  issue(place: string, parameters: string): string {
    const body = Buffer.from(JSON.stringify([place, this.#digest(parameters)])).toString('base64url');
    return `${body}.${this.#sign(body)}`;
  }

  /** The place in a token. Throws a refusal (400) for a token that is malformed, foreign or of other parameters. */
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
