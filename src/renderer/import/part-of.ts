/**
 * The gesture id of a chunk of an import: the import's id and a digest of the content. The same chunk sent again has
 * the same id, even from another window or after a restart.
 */

/** @param kind the action on the chunk */
export const partOf = (gesture: string, kind: string, content: unknown): string =>
  `${gesture}:${kind}-${digestOf(JSON.stringify(content))}`;

/**
 * A 53-bit hash of a text (cyrb53, public domain). A collision within an import is harmless: main compares the content
 * and refuses a gesture with other content.
 */
function digestOf(text: string): string {
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 2654435761);
    other = Math.imul(other ^ code, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909);
  other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return (4294967296 * (2097151 & other) + (one >>> 0)).toString(36);
}
