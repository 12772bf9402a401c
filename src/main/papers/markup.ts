/** HTML templates that escape every value, so that text from retailers or drivers is never markup. */

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Trusted HTML, created only in this folder. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | null | false | Markup | readonly Value[];

function textOf(value: Value): string {
  if (value === null || value === false) return '';
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map(textOf).join('');
  return String(value).replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

/** Escapes text, joins lists, and omits null and false. Only {@link Markup} values are inserted unchanged. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(parts.map((part, index) => part + textOf(values[index] ?? null)).join(''));
}
