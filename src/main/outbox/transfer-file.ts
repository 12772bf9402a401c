/**
 * The file of unsent entries that a user carries to another computer or keeps on signing out. It holds entries with
 * their records, and ids that identify the account; never a key.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../../shared/errors.ts';
import { entryStates } from '../../shared/outbox.ts';
import { nouns, operations, type EntryKind } from '../../shared/outbox-kinds.ts';
import { entryReason, progress } from '../outbox-json.ts';
import type { System } from '../system.ts';

const format = 'depot-desk-entries';
const version = 2;

const id = z.string().min(1).max(200);
/** Size limits per record, far above what the forms allow. */
const json = z.string().max(1_000_000);
const kinds = Object.keys(operations) as [EntryKind, ...EntryKind[]];

const record = z.strictObject({
  id,
  noun: z.enum(nouns),
  parentId: z.string().max(200),
  serverId: id.nullable(),
  marker: z.string().max(1000),
  markerIsOurs: z.boolean(),
  content: json,
});
const entry = z.strictObject({
  id,
  recordId: id,
  kind: z.enum(kinds),
  lane: z.string().max(200),
  state: z.enum(entryStates),
  reason: entryReason.nullable(),
  createdAt: z.number().int(),
  attempts: z.number().int().min(0),
  lastAttemptAt: z.number().nullable(),
  body: json.nullable(),
  base: json.nullable(),
  progress: progress.nullable(),
  /**
   * Ids that matched before the first attempt: still the only way to tell which record it created. Absent in version 1.
   */
  knownIds: z.array(id).max(100_000).nullable().default(null),
});

const headShape = z.strictObject({
  /** Milliseconds since the epoch. */
  writtenAt: z.number().int(),
  mode: z.enum(['connected', 'training']),
  /** `https://host` of the service that the entries are for. */
  origin: z.string().max(2000),
  /** Ids that identify the account: at least one has to exist on the service where the file is imported. */
  witnesses: z.array(id).max(200),
});
/** Most records, and most entries, of one file. */
const mostItems = 200_000;
const content = headShape.extend({ records: z.array(record).max(mostItems), entries: z.array(entry).max(mostItems) });
export type TransferContent = z.infer<typeof content>;

/** A longer file is neither read nor written: tens of thousands of entries fit. */
export const mostTransferBytes = 64 * 1024 * 1024;

const checksumOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** The part of the content before entries and records. */
export type TransferHead = z.infer<typeof headShape>;

/** Entries and records in chunks, each read on demand. All entries come before the first record. */
export interface TransferParts {
  entries: Iterable<TransferContent['entries']>;
  records: Iterable<TransferContent['records']>;
}

/**
 * Yields the file as text in chunks: twenty thousand entries take half a second.
 *
 * @param most how many bytes the file may have
 * @throws AppError `transfer.too-large` before the file gets longer than what can be read again
 */
export function* transferFile(head: TransferHead, parts: TransferParts, most = mostTransferBytes): Generator<string> {
  let bytes = 0;
  for (const text of textOf(head, parts)) {
    bytes += Buffer.byteLength(text);
    if (bytes > most) throw new AppError('transfer.too-large', { retry: 'after-change' });
    yield text;
  }
}

function* textOf(head: TransferHead, { entries, records }: TransferParts): Generator<string> {
  // The checksum covers the content as JSON without line breaks, which is what a reader gets by serializing it again.
  const sum = createHash('sha256');
  const summed = (text: string) => {
    sum.update(text);
    return text;
  };
  yield `{\n"format": ${JSON.stringify(format)},\n"version": ${version},\n"content": ${summed(JSON.stringify(head).slice(0, -1))}`;
  for (const [name, parts] of Object.entries({ entries, records })) {
    yield summed(`,"${name}":[`);
    let isFirst = true;
    for (const part of parts) {
      if (part.length === 0) continue;
      const items = part.map((item) => JSON.stringify(item));
      summed(`${isFirst ? '' : ','}${items.join(',')}`);
      yield `${isFirst ? '' : ','}\n${items.join(',\n')}`;
      isFirst = false;
    }
    yield summed(']');
  }
  yield `${summed('}')},\n"checksum": "${sum.digest('hex')}"\n}\n`;
}

const refused = () => new AppError('transfer.not-a-file', { retry: 'after-change' });
const newer = () => new AppError('storage.newer', { retry: 'after-change' });

/**
 * @throws AppError `transfer.not-a-file` for anything else or a damaged file; `storage.newer` if a newer app wrote it
 */
export function readTransferFile(text: string): TransferContent {
  let whole: Record<string, unknown> | null;
  try {
    whole = JSON.parse(text) as Record<string, unknown> | null;
  } catch {
    throw refused();
  }
  if (whole?.['format'] !== format || typeof whole['version'] !== 'number') throw refused();
  if (whole['version'] > version) throw newer();
  if (checksumOf(whole['content']) !== whole['checksum']) throw refused();
  return valid(content, whole['content']);
}

function valid<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw refused();
  return parsed.data;
}

/** Characters that are read in one turn of the event loop: a few milliseconds of work. */
const readAtOnce = 128 * 1024;

/**
 * {@link readTransferFile} in parts, with turns of main between them: twenty thousand entries take a second. Only what
 * another program has laid out differently is read at once.
 */
export async function readTransferParts(system: Pick<System, 'after'>, bytes: Buffer): Promise<TransferContent> {
  const lines = linesOf(bytes);
  const begin = beginOf(lines);
  if (begin === null) return readTransferFile(bytes.toString('utf8'));
  const steps = contentOf(begin, lines);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await new Promise<void>((resolve) => void system.after(0, resolve));
  }
}

type Lines = Generator<string, void, void>;

/** Editors may have given the lines other ends. */
function* linesOf(bytes: Buffer): Lines {
  for (let from = 0; from < bytes.length;) {
    const found = bytes.indexOf('\n', from);
    const end = found < 0 ? bytes.length : found;
    yield bytes.toString('utf8', from, end).replace(/\r$/, '');
    from = end + 1;
  }
}

/** @throws AppError at the end of the file */
function nextOf(lines: Lines): string {
  const line = lines.next();
  if (line.done === true) throw refused();
  return line.value;
}

const contentBegins = '"content": ';
const entriesBegin = ',"entries":[';

/** @returns the content up to its first entry; null if these are not the lines that {@link transferFile} writes */
function beginOf(lines: Lines): string | null {
  const next = () => {
    const line = lines.next();
    return line.done === true ? '' : line.value;
  };
  const isOurs = next() === '{' && next() === `"format": ${JSON.stringify(format)},`;
  const said = /^"version": (\d{1,9}),$/.exec(next())?.[1];
  const begin = next();
  if (!isOurs || said === undefined || !begin.startsWith(contentBegins) || !begin.endsWith(entriesBegin)) return null;
  if (Number(said) > version) throw newer();
  return begin.slice(contentBegins.length);
}

type List = 'entries' | 'records';

/** What may stand behind an item of each list, and the list of the next line; null: there is none. */
const ends: Readonly<Record<List, readonly (readonly [end: string, next: List | null])[]>> = {
  entries: [
    ['],"records":[', 'records'],
    ['],"records":[]},', null],
    [',', 'entries'],
  ],
  records: [
    [',', 'records'],
    [']},', null],
  ],
};

/** What stands behind an item is that without which it is JSON. @throws AppError for any other line */
function itemOf(line: string, list: List): { item: unknown; next: List | null } {
  for (const [end, next] of ends[list]) {
    if (!line.endsWith(end)) continue;
    try {
      const item = JSON.parse(line.slice(0, -end.length)) as unknown;
      return { item, next };
    } catch {
      // Another end, or none that fits.
    }
  }
  throw refused();
}

/** Yields after each part of the work. @param begin see {@link beginOf} */
function* contentOf(begin: string, lines: Lines): Generator<void, TransferContent, void> {
  const sum = createHash('sha256').update(begin);
  const found: Pick<TransferContent, List> = { entries: [], records: [] };
  let read = 0;
  for (let list: List | null = 'entries'; list !== null;) {
    const line = nextOf(lines);
    const { item, next }: ReturnType<typeof itemOf> = itemOf(line, list);
    add(found, list, item);
    sum.update(next === null ? line.slice(0, -1) : line);
    list = next;
    read += line.length;
    if (read < readAtOnce) continue;
    read = 0;
    yield;
  }
  const isWhole = nextOf(lines) === `"checksum": "${sum.digest('hex')}"` && nextOf(lines) === '}';
  if (!isWhole || [...lines].some((line) => line.trim() !== '')) throw refused();
  // What the checksum covers is what was written.
  return { ...valid(headShape, JSON.parse(`${begin.slice(0, -entriesBegin.length)}}`)), ...found };
}

function add(found: Pick<TransferContent, List>, list: List, item: unknown): void {
  if (found[list].length === mostItems) throw refused();
  if (list === 'entries') found.entries.push(valid(entry, item));
  else found.records.push(valid(record, item));
}
