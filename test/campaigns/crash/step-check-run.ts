/** The invariants of an outbox after a step of step-run.ts, however it ended. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from '../../../src/main/db/database.ts';
import { migrate } from '../../../src/main/db/migrate.ts';
import { outboxMigrations } from '../../../src/main/db/migrations/outbox.ts';
import { openOutboxFile } from '../../../src/main/db/outbox-file.ts';
import { contentOf, draft, idOf, now, typed } from './typed-run.ts';

/** Waiting entries before the step. */
const before = 10;

export const stepNames = [
  'enqueue',
  'claim',
  'acknowledge',
  'merge',
  'discard',
  'migrate',
  'backup',
  'recover',
] as const;
export type StepName = (typeof stepNames)[number];

/** Creates the initial outbox of each step. */
export async function makeStart(step: StepName, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'outbox.db');
  if (step === 'migrate') {
    const older = new Database(path, { synchronous: 'FULL' });
    migrate(older, outboxMigrations.slice(0, 1));
    for (let number = 0; number < before; number += 1) {
      const [record, entry] = typed(number);
      if (record?.do !== 'add-record' || entry?.do !== 'add-entry') throw new Error('not what is typed');
      const { id, noun, parentId, marker, content } = record.record;
      older.change(
        `INSERT INTO records (id, noun, parent_id, marker, marker_is_ours, content, checksum) VALUES (?, ?, ?, ?, 1, ?, '')`,
        ...[id, noun, parentId, marker, content],
      );
      older.change(
        `INSERT INTO entries (id, record_id, kind, lane, state, created_at) VALUES (?, ?, ?, ?, 'queued', ?)`,
        ...[entry.entry.id, id, entry.entry.kind, entry.entry.lane, entry.entry.createdAt],
      );
    }
    older.close();
    return;
  }
  const file = openOutboxFile(path, now);
  for (let number = 0; number < before; number += 1) file.entries.commit(typed(number));
  if (step === 'discard') file.drafts.save(draft);
  await file.backUpIfDue(now);
  file.close();
  if (step === 'recover') {
    const bytes = readFileSync(path);
    bytes.fill(0xa5, 3 * 4096, 5 * 4096);
    writeFileSync(path, bytes);
  }
}

/** Copies all files of a folder to a new one. */
export function copyFolder(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) copyFileSync(join(from, name), join(to, name));
}

const expected = new Map(
  Array.from({ length: before }, (_, number) => {
    const [record, entry] = typed(number);
    if (record?.do !== 'add-record' || entry?.do !== 'add-entry') throw new Error('not what is typed');
    const { noun: _noun, serverId: _serverId, ...rest } = record.record;
    return [idOf(2, number), { ...rest, ...entry.entry }] as const;
  }),
);

/**
 * Opens the outbox after the step and checks it.
 * @param said lines that the step wrote before it ended
 * @returns the violations, or an empty list
 */
export function problemsAfter(folder: string, said: readonly string[]): string[] {
  const path = join(folder, 'outbox.db');
  const problems: string[] = [];
  if (!existsSync(path) && !existsSync(`${path}.journal`)) return ['nothing is left'];
  let file: ReturnType<typeof openOutboxFile>;
  try {
    file = openOutboxFile(path, now + 120_000);
  } catch (error) {
    return [`cannot be opened: ${error instanceof Error ? error.message : String(error)}`];
  }
  const entries = new Map(file.entries.list(1_000).map((entry) => [entry.id, entry]));
  const was = (line: string) => said.includes(line);
  const fail = (text: string) => problems.push(text);

  for (const entry of entries.values()) if (!entry.intact) fail(`${entry.id} is not whole`);
  for (const [id, { content }] of expected) {
    const number = Number(id.slice(-4));
    const entry = entries.get(id);
    if (entry === undefined) {
      fail(`${number} is lost`);
      continue;
    }
    const merged = JSON.stringify({ address: { addressLineOne: 'Merged 2' } });
    const right = number === 2 ? [content, merged] : [content];
    if (!right.includes(entry.content)) fail(`${number} is not what was typed: ${contentOf(entry)}`);
    if (number === 2 && was('merged 2') && entry.content !== merged) fail('said to be merged and is not');
    if (was(`acknowledged ${number}`) && (entry.state !== 'acknowledged' || entry.serverId === null)) {
      fail(`${number} said to be acknowledged and is ${entry.state}`);
    }
    if ((number === 0 || number === 3) && was('claimed') && entry.state !== 'sending') {
      fail(`${number} said to be on its way and is ${entry.state}`);
    }
    if (entry.state === 'acknowledged' && entry.serverId === null) fail(`${number} is acknowledged by half`);
  }
  for (const number of [100, 101, 102]) {
    const entry = entries.get(idOf(2, number));
    if (was(`saved ${number}`) && entry === undefined) fail(`${number} said to be saved and is lost`);
  }
  if (was('removed')) {
    if (file.drafts.list().length > 0) fail('the draft said to be removed and is back');
    if (file.recovery !== null) fail('the file without the draft counts as damaged');
  }
  file.close();
  return problems;
}
