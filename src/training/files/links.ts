/**
 * Links to photos and signatures. A record holds the path alone, because the service's address is another one at each
 * place it runs at; an answer holds the whole link.
 */

/** Whatever lies under it is served to everybody who has the link, without a key. */
export const filesPath = '/files/';

export const signatureName = 'signature.png';
export const photoName = (number: number): string => `photo-${number}.png`;

/** @param id of a stop or of an order: `plans/<planId>/stops/<stopId>`, `orders/<orderId>` */
export const fileLink = (id: string, name: string): string => `${filesPath}${id}/${name}`;

const isLink = (value: unknown): value is string => typeof value === 'string' && value.startsWith(filesPath);

/** The fields that hold links, in stops (planning-api, deliveryInfo) and in orders (order-api, progress). */
const linkFields = new Set(['signatureUrl', 'photoUrls']);

const whole = (value: unknown, address: string): unknown =>
  Array.isArray(value) && value.some(isLink)
    ? value.map((each) => whole(each, address))
    : isLink(value)
      ? `${address}${value}`
      : value;

/**
 * An answer with whole links; nothing else is changed.
 * @param address of the service, `https://127.0.0.1:34567`
 */
export function withWholeLinks(value: unknown, address: string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  // Most of an answer has no links: it is taken as it is.
  let changed: Record<string, unknown> | unknown[] | null = null;
  for (const [name, each] of Object.entries(value)) {
    const after = linkFields.has(name) ? whole(each, address) : withWholeLinks(each, address);
    if (after === each) continue;
    changed ??= Array.isArray(value) ? [...(value as unknown[])] : { ...value };
    (changed as Record<string, unknown>)[name] = after;
  }
  return changed ?? value;
}
