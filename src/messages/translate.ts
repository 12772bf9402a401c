/**
 * Messages with typed keys. A message is a text with `{placeholders}`, or plural forms chosen by `{count}`. A second
 * language is a second set of files of the same shape.
 */
import { locale } from './locale.ts';

export type Message = string | { readonly one: string; readonly other: string };

type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** Names a message needs filled in. */
type NeedsOf<Of> = Of extends string
  ? Placeholders<Of>
  : Of extends { readonly one: infer One extends string; readonly other: infer Other extends string }
    ? Placeholders<One> | Placeholders<Other> | 'count'
    : never;

/** Nothing more to give when the message has no placeholder. */
export type Arguments<Of> = [NeedsOf<Of>] extends [never]
  ? []
  : [
      values: Readonly<
        Record<NeedsOf<Of>, string | number> & ('count' extends NeedsOf<Of> ? { count: number } : unknown)
      >,
    ];

const plural = new Intl.PluralRules(locale);
const numbers = new Intl.NumberFormat(locale);

/** Fills a message in; numbers are grouped (`1,500`), so give years and positions as text. */
export function fill(message: Message, values: Readonly<Record<string, string | number>> = {}): string {
  const text =
    typeof message === 'string'
      ? message
      : plural.select(Number(values['count'])) === 'one'
        ? message.one
        : message.other;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? numbers.format(value) : value;
  });
}
