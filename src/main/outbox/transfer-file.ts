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

const content = z.strictObject({
  /** Milliseconds since the epoch. */
  writtenAt: z.number().int(),
  mode: z.enum(['connected', 'training']),
  /** `https://host` of the service that the entries are for. */
  origin: z.string().max(2000),
  /** Ids that identify the account: at least one has to exist on the service where the file is imported. */
  witnesses: z.array(id).max(200),
  records: z.array(record).max(200_000),
  entries: z.array(entry).max(200_000),
});
export type TransferContent = z.infer<typeof content>;

/** A longer file is neither read nor written: tens of thousands of entries fit. */
export const mostTransferBytes = 64 * 1024 * 1024;

const checksumOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** The part of the content before entries and records. */
export type TransferHead = Omit<TransferContent, 'records' | 'entries'>;

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

/**
 * @throws AppError `transfer.not-a-file` for anything else or a damaged file; `storage.newer` if a newer app wrote it
 */
export function readTransferFile(text: string): TransferContent {
  const refused = () => new AppError('transfer.not-a-file', { retry: 'after-change' });
  let whole: Record<string, unknown> | null;
  try {
    whole = JSON.parse(text) as Record<string, unknown> | null;
  } catch {
    throw refused();
  }
  if (whole?.['format'] !== format || typeof whole['version'] !== 'number') throw refused();
  if (whole['version'] > version) throw new AppError('storage.newer', { retry: 'after-change' });
  if (checksumOf(whole['content']) !== whole['checksum']) throw refused();
  const parsed = content.safeParse(whole['content']);
  if (!parsed.success) throw refused();
  return parsed.data;
}
