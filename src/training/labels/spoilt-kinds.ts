/**
 * Bad label documents to practise with, selected by the order's external id: `BAD-A4`, `BAD-A4-17` … spoilt.ts creates
 * them.
 */
import type { Order } from '../model.ts';

export const spoiltKinds = {
  A4: 'every page is A4, the label in its corner',
  '4X6': 'every page is 4 × 6 inches',
  ROTATED: 'every page is turned by a quarter',
  'TWO-CODES': 'every page has two different codes',
  'NO-CODE': 'no page has a code',
  'SAME-CODE': 'all packages of the order have the code of the first: it shows with two packages or more',
  'CODE-39': 'the codes are Code 39',
  'TOO-DENSE': 'the narrowest bar is one dot of a 203 dpi printer',
  PASSWORD: 'the document asks for a password',
  TRUNCATED: 'the document ends in its middle',
  'MILLION-PAGES': 'the document has a million pages',
  'HUGE-IMAGE': 'the page holds a picture of 100,000 × 100,000 pixels',
  'NOT-A-PDF': 'a web page, sent as a PDF',
  'EXPIRED-LINK': 'the link has expired when it is given out',
} as const;

export type SpoiltKind = keyof typeof spoiltKinds;

const names = Object.keys(spoiltKinds) as SpoiltKind[];

/** The kind of bad document that an order gets; undefined: a good one. */
export function spoiltKindOf({ packageInfo }: Pick<Order, 'packageInfo'>): SpoiltKind | undefined {
  const externalId = packageInfo.externalId?.toUpperCase() ?? '';
  return names.find((name) => externalId === `BAD-${name}` || externalId.startsWith(`BAD-${name}-`));
}
