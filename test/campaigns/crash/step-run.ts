/**
 * Runs one step of the outbox in its own process, which is killed or gets an error at any of its file calls. It prints
 * each result as soon as the app would show it to the user: what was printed must be true afterwards.
 *
 *     node test/campaigns/crash/step-run.ts STEP FILE [NORMAL]
 */
import { appendFileSync, writeSync } from 'node:fs';
import type { Database } from '../../../src/main/db/database.ts';
import { openOutboxFile, type OutboxFile } from '../../../src/main/db/outbox-file.ts';
import type { StorageChange } from '../../../src/main/db/outbox-storage.ts';
import { draft, idOf, now, typed } from './typed-run.ts';

/** A file that also receives every line, so that its order among the file calls is known. */
const alsoTo = process.env['DEPOT_DESK_CRASH_SAID'];

function say(text: string): void {
  if (alsoTo !== undefined) appendFileSync(alsoTo, `${text}\n`);
  writeSync(1, `${text}\n`);
}

/** Commits like a handler, and reports it as saved or not saved. */
function commit(file: OutboxFile, changes: readonly StorageChange[], saved: string): void {
  try {
    file.entries.commit(changes);
    say(saved);
  } catch (error) {
    say(`not ${saved}: ${error instanceof Error && 'code' in error ? String(error.code) : String(error)}`);
  }
}

const change = (number: number, set: Extract<StorageChange, { do: 'change-entry' }>['set']): StorageChange => ({
  do: 'change-entry',
  id: idOf(2, number),
  set,
});

export const steps: Record<string, (file: OutboxFile) => void | Promise<unknown>> = {
  enqueue(file) {
    for (const number of [100, 101, 102]) commit(file, typed(number), `saved ${number}`);
  },
  claim(file) {
    const sending = { state: 'sending', attemptId: 'attempt', attempts: 1, lastAttemptAt: now } as const;
    commit(file, [change(0, sending), change(3, sending)], 'claimed');
  },
  acknowledge(file) {
    const settled = { state: 'acknowledged', settledAt: now } as const;
    for (const number of [1, 4]) {
      const serverId = `plans/p1/stops/s${number}`;
      commit(
        file,
        [{ do: 'change-record', id: idOf(1, number), set: { serverId } }, change(number, settled)],
        `acknowledged ${number}`,
      );
    }
  },
  merge(file) {
    const content = JSON.stringify({ address: { addressLineOne: 'Merged 2' } });
    commit(file, [{ do: 'change-record', id: idOf(1, 2), set: { content } }], 'merged 2');
  },
  discard(file) {
    file.drafts.remove(draft.id);
    say('removed');
  },
  async backup(file) {
    // Long after the existing backup.
    if (await file.backUpIfDue(Date.now() + 86_400_000)) say('copied');
  },
  // These two steps are done when the file is open.
  migrate: () => say('migrated'),
  recover: () => say('recovered'),
};

if (import.meta.main) {
  const [name = '', path = '', level] = process.argv.slice(2);
  const step = steps[name];
  if (!step) throw new Error(`no step ${name}`);
  try {
    // Only to show that the power-cut test can fail: the app has no such switch.
    const file = openOutboxFile(path, now + 60_000);
    if (level === 'NORMAL') weaken(file);
    say('opened');
    await step(file);
    file.close();
  } catch (error) {
    say(`failed: ${error instanceof Error && 'code' in error ? String(error.code) : String(error)}`);
  }
}

function weaken(file: OutboxFile): void {
  const { database } = file.entries as unknown as { database: Database };
  database.pragma('synchronous = NORMAL');
}
