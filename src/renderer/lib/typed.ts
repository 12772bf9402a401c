/** Parses text typed into fields. Each form has its own message for text that does not parse. */

/** A number with a decimal comma or point; undefined when the text is not a number. */
export function parseNumber(typed: string): number | undefined {
  const text = typed.trim().replace(',', '.');
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : undefined;
}

/** The text without surrounding whitespace; undefined when nothing is left. */
export const trimmed = (text: string): string | undefined => {
  const value = text.trim();
  return value === '' ? undefined : value;
};

/** Drops undefined values; returns undefined when nothing is left (planning-api and order-api, Edit semantics). */
export function some<Value extends object>(value: Value): Value | undefined {
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as Value);
}
