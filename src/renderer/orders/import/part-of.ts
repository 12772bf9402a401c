/**
 * The gesture of a part of an import: the import's id, and what the part says. Cut and sent again it is the same part, in
 * another window or after the end of the app too.
 */

/** @param kind what is done with the part */
export const partOf = (gesture: string, kind: string, content: unknown): string =>
  `${gesture}:${kind}-${digestOf(JSON.stringify(content))}`;

/**
 * 53 bits of a text (cyrb53, in the public domain). Two parts of one import that were taken for one another would be refused
 * by main, which compares what they say.
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
