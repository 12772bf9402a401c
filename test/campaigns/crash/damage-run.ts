/**
 * Damages copies of an outbox by flipping one to eight bits in each, opens them, and compares the result with the
 * input.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openOutboxFile } from '../../../src/main/db/outbox-file.ts';
import { chanceOf } from '../../fixtures/wire/mutate.ts';
import { contentOf, idOf, now, typed } from './typed-run.ts';

/** Waiting entries at the time of the damage. */
const waiting = 60;

export interface Template {
  folder: string;
  /** The content of the waiting entries by id, which must not change. */
  entries: Map<string, string>;
}

/**
 * Creates an outbox in normal use: a backup that is some hours old, settled entries, waiting ones, drafts.
 * @param killed leaves the files as after a kill, with the write-ahead log
 */
export async function makeTemplate(folder: string, killed: boolean): Promise<Template> {
  const source = join(folder, 'source');
  mkdirSync(source, { recursive: true });
  const file = openOutboxFile(join(source, 'outbox.db'), now);
  for (let number = 0; number < 80; number += 1) file.entries.commit(typed(number));
  for (let number = 0; number < 50; number += 1) {
    file.entries.commit([
      { do: 'change-record', id: idOf(1, number), set: { serverId: `plans/p${number % 3}/stops/s${number}` } },
      { do: 'change-entry', id: idOf(2, number), set: { state: 'acknowledged', settledAt: now } },
    ]);
  }
  await file.backUpIfDue(now);
  for (let number = 80; number < 50 + waiting; number += 1) file.entries.commit(typed(number));
  file.drafts.save({ id: 'draft', form: 'stop', planId: 'plans/p1', savedAt: now, fields: { name: 'Half' } });
  const entries = new Map(
    file.entries.list(0).map((entry) => {
      if (entry.state !== 'queued') throw new Error('the template is not what it should be');
      return [entry.id, contentOf(entry)];
    }),
  );
  if (entries.size !== waiting) throw new Error('the template is not what it should be');
  if (!killed) file.close();
  const template = join(folder, 'template');
  mkdirSync(template, { recursive: true });
  for (const name of names) {
    if (existsSync(join(source, name))) copyFileSync(join(source, name), join(template, name));
  }
  if (killed) file.close();
  return { folder: template, entries };
}

const names = ['outbox.db', 'outbox.db-wal', 'outbox.db.journal', 'outbox.db.backup-1'];

export interface Damage {
  /** Where bits were flipped, or what was removed. */
  what: string;
  recovered: number;
  /** Corrupt entries whose bytes are kept and that need a decision. */
  asking: number;
  lost: number;
  /** Entries that claim to be intact but differ from the input. */
  false: number;
  crashed: string | null;
}

function flip(path: string, random: () => number): number {
  const bytes = readFileSync(path);
  const bits = 1 + Math.floor(random() * 8);
  for (let bit = 0; bit < bits; bit += 1) {
    const at = Math.floor(random() * bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8));
  }
  writeFileSync(path, bytes);
  return bits;
}

export function damageOnce(template: Template, seed: number, folder: string): Damage {
  const random = chanceOf(seed);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const present = names.filter((name) => existsSync(join(template.folder, name)));
  for (const name of present) copyFileSync(join(template.folder, name), join(folder, name));

  const hasLog = present.includes('outbox.db-wal');
  const chance = random();
  let what: string;
  if (hasLog && chance < 0.15) {
    rmSync(join(folder, 'outbox.db-wal'));
    what = 'write-ahead log lost';
  } else {
    const target =
      chance < 0.75
        ? hasLog && chance < 0.5
          ? 'outbox.db-wal'
          : 'outbox.db'
        : chance < 0.9
          ? 'outbox.db.journal'
          : 'both';
    const files = target === 'both' ? ['outbox.db', 'outbox.db.journal'] : [target];
    what = files.map((name) => `${flip(join(folder, name), random)} bits of ${name}`).join(', ');
  }
  const result: Damage = { what, recovered: 0, asking: 0, lost: 0, false: 0, crashed: null };
  try {
    const file = openOutboxFile(join(folder, 'outbox.db'), now + 60_000);
    const found = new Map(file.entries.list(1_000).map((entry) => [entry.id, entry]));
    const asking = [...found.values()].filter((entry) => !entry.intact).length;
    for (const [entryId, content] of template.entries) {
      const entry = found.get(entryId);
      if (entry?.intact === true && contentOf(entry) === content && entry.state !== 'acknowledged')
        result.recovered += 1;
      else if (entry?.intact === true) result.false += 1;
    }
    const missing = template.entries.size - result.recovered - result.false;
    result.asking = Math.min(asking, missing);
    result.lost = missing - result.asking;
    file.close();
  } catch (error) {
    result.crashed = error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
  return result;
}
