/** What people type into fields, as values; each form says what is wrong where a text has none. */

/** A number with a comma or a point; undefined when the text is none. */
export function parseNumber(typed: string): number | undefined {
  const text = typed.trim().replace(',', '.');
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : undefined;
}

/** A text without blanks around it; undefined when nothing is left. */
export const trimmed = (text: string): string | undefined => {
  const value = text.trim();
  return value === '' ? undefined : value;
};

/** Leaves out what is undefined; an object without anything is undefined itself (planning-api and order-api, Edit semantics). */
export function some<Value extends object>(value: Value): Value | undefined {
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as Value);
}
