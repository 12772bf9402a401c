/** Responses that replace the service's own: failing gateways, arbitrary rate limits, captive portals. */
import type { ServiceName } from '../../shared/endpoints.ts';
import { errorBody, Refusal } from '../http/errors.ts';
import { emptyAnswer, jsonAnswer, type WireAnswer } from './wire-answer.ts';

function page(status: number, title: string, text: string): WireAnswer {
  const html = `<!doctype html>\n<html><head><title>${title}</title></head>\n<body><h1>${title}</h1>\n${text}\n</body></html>\n`;
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body: Buffer.from(html) };
}

export const signInPage = page(
  200,
  'Welcome to the Hotel Aldermünde',
  '<form method="post" action="/sign-in"><p>Room <input name="room"></p><p>Name <input name="name"></p><button>Go online</button></form>',
);

/** A 500 comes from the service in its usual format; 502 and 503 come from the gateway in front of it, as HTML. */
export function failure(status: 500 | 502 | 503): WireAnswer {
  if (status === 500) return jsonAnswer(500, errorBody(new Refusal(500, 'internal', 'Something went wrong.')));
  if (status === 502) return page(502, '502 Bad Gateway', '<hr><p>gateway</p>');
  return page(503, '503 ServiceName Unavailable', '<p>The service is restarting. Try again in a moment.</p>');
}

/** planning-api, Errors, and order-api, Errors: the orders' edge sends an empty body. */
export function tooMany(service: ServiceName | undefined, retryAfter: number | null): WireAnswer {
  const answer =
    service === 'orders'
      ? emptyAnswer(429)
      : jsonAnswer(429, errorBody(new Refusal(429, 'rate_limit_exceeded', 'Too many requests. Try again later.')));
  return retryAfter === null
    ? answer
    : { ...answer, headers: { ...answer.headers, 'retry-after': String(retryAfter) } };
}
