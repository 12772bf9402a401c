/**
 * Links to photos and signatures. Records store only the path, because the service's address changes with where it
 * runs; responses contain the full link.
 */

/** Everything under this path is served without a key to anyone who has the link. */
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
 * Returns a response with full links; nothing else changes.
 * @param address of the service, `https://127.0.0.1:34567`
 */
export function withWholeLinks(value: unknown, address: string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  // Copies an object only when it contains a link; most of a response does not.
  let changed: Record<string, unknown> | unknown[] | null = null;
  for (const [name, each] of Object.entries(value)) {
    const after = linkFields.has(name) ? whole(each, address) : withWholeLinks(each, address);
    if (after === each) continue;
    changed ??= Array.isArray(value) ? [...(value as unknown[])] : { ...value };
    (changed as Record<string, unknown>)[name] = after;
  }
  return changed ?? value;
}
