/**
 * Whether every word of a filter occurs in one of the fields, in any order, capitals or not.
 * @param filter as typed; nothing but blanks fits everything
 */
export function fits(filter: string, fields: readonly (string | null | undefined)[]): boolean {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  // A line break keeps a word from being found across two fields.
  const text = fields
    .filter((field) => field != null)
    .join('\n')
    .toLowerCase();
  return words.every((word) => text.includes(word));
}
