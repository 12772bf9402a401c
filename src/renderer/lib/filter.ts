/**
 * Whether every word of a filter occurs in one of the fields. Order and case do not matter.
 * @param filter as typed; a blank filter matches everything
 */
export function fits(filter: string, fields: readonly (string | null | undefined)[]): boolean {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  // The line break prevents a match across two fields.
  const text = fields
    .filter((field) => field != null)
    .join('\n')
    .toLowerCase();
  return words.every((word) => text.includes(word));
}
