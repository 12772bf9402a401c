/** Formats output: the service's own records as JSON lines, or a small table for people. */
import { rawOf } from '../../shared/shapes.ts';

/** Characters that control a terminal or change the text direction. External text must not contain them. */
const steering = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const mostColumns = 6;
const widest = 36;

/** Makes external text safe for a terminal. */
export function plain(text: string): string {
  return text.replaceAll(steering, ' ');
}

/** The records of a page, or the whole answer as the only record, each as the service sent it. */
export function recordsOf(answer: unknown, isList: boolean): unknown[] {
  if (!isList) return [said(answer)];
  const lists = Object.values(answer as Record<string, unknown>).filter((value) => Array.isArray(value));
  return (lists[0] ?? []).map(said);
}

function said(view: unknown): unknown {
  try {
    return rawOf(view as { id: string });
  } catch {
    // Answers without an id (a batch's result, a link) are not records, so they are already complete.
    return view;
  }
}

/** One line of JSON, with terminal control characters escaped. */
export function jsonLine(record: unknown): string {
  const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return `${JSON.stringify(record).replaceAll(steering, escaped)}\n`;
}

const isPlain = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);
const cell = (value: unknown) => {
  const text = isPlain(value) ? plain(String(value)) : '';
  return text.length > widest ? `${text.slice(0, widest - 1)}…` : text;
};

/** A table of records with their plain fields only. --json prints all fields. */
export function table(records: readonly unknown[]): string {
  const rows = records.map((record) => record as Record<string, unknown>);
  const names = [...new Set(rows.flatMap((row) => Object.keys(row).filter((name) => isPlain(row[name]))))];
  const columns = ['id', ...names.filter((name) => name !== 'id')].filter((name) => names.includes(name));
  const shown = columns.slice(0, mostColumns);
  const lines = [shown, ...rows.map((row) => shown.map((name) => cell(row[name])))];
  const widths = shown.map((_name, index) => Math.max(...lines.map((line) => (line[index] ?? '').length)));
  return lines
    .map((line) =>
      line
        .map((text, index) => text.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
    .concat('\n');
}

/** One record, with one line per field. */
export function fields(record: unknown): string {
  const pairs = Object.entries(record as Record<string, unknown>).filter(([, value]) => value !== null);
  const width = Math.max(0, ...pairs.map(([name]) => name.length));
  return pairs
    .map(([name, value]) => {
      const text = isPlain(value) ? String(value) : JSON.stringify(value);
      return `${plain(name).padEnd(width)}  ${plain(text)}\n`;
    })
    .join('');
}
