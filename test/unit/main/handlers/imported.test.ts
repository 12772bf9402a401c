/** Each row of an import is saved once, and what is saved is read once for all parts, with the real SQLite. */
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openOutboxFile } from '../../../../src/main/db/outbox-file.ts';
import { addPart, type TakenPart } from '../../../../src/main/handlers/imported.ts';
import type { Gesture } from '../../../../src/main/handlers/gestures.ts';
import type { Workspace } from '../../../../src/main/workspace.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import { workOf } from '../../../fixtures/import-work.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';

const now = Date.parse('2026-06-15T12:00:00Z');
const importId = '0197f0a4-3c1e-7d2a-9b1c-0123456789ab';

/** When a part fails: as its last row is created, or as it is saved, which has happened anyway. */
type Failure = 'rolled-back' | 'saved-anyway';

function desk() {
  const outboxFile = openOutboxFile(join(temporaryFolder(), 'outbox.db'), now);
  onTestFinished(() => outboxFile.close());
  const { entries, gestures } = outboxFile;
  const workspace = { outboxFile } as unknown as Workspace;
  const created: string[] = [];

  /** Saves the rows with these keys as one part. */
  function add(keys: readonly string[], failure: Failure | null = null): void {
    const id = `${importId}:orders-${keys.join('-')}`;
    const before = created.length;
    const gesture: Gesture<TakenPart> = {
      before: null,
      commit(work) {
        const made: TakenPart[] = [];
        entries.commit([], () => {
          const outcome = work();
          made.push(outcome);
          const row = { id, call: 'orders.addMany', argument: '', state: 'done' as const, at: now };
          gestures.save({ ...row, outcome: JSON.stringify(outcome) });
          if (failure === 'rolled-back') throw new AppError('storage.not-saved');
        });
        if (failure === 'saved-anyway') throw new AppError('storage.not-saved');
        const [outcome] = made;
        if (outcome === undefined) throw new Error('nothing was made');
        return outcome;
      },
    };
    const part = {
      ...{ gesture: id, items: keys, of: { importId, name: 'retailer.xlsx', keys: [...keys], last: false } },
      ...{ place: '', at: now },
    };
    const create = (key: string) => {
      created.push(key);
      return { recordId: key, entryId: null };
    };
    if (failure === null) addPart(workspace, 'orders.addMany', part, gesture, create);
    else expect(() => addPart(workspace, 'orders.addMany', part, gesture, create)).toThrow(AppError);
    if (failure === 'rolled-back') created.length = before;
  }
  return { outboxFile, add, created };
}

it('reads what is saved once for all parts of an import', () => {
  const { outboxFile, add, created } = desk();
  const parts = vi.spyOn(outboxFile.gestures, 'parts');
  const taken = vi.spyOn(outboxFile.drafts, 'taken');
  outboxFile.drafts.saveImport(importId, now, workOf({}));
  const keys = Array.from({ length: 30 }, (_, at) => `line-${at + 2}`);
  for (let from = 0; from < keys.length; from += 3) add(keys.slice(from, from + 3));
  expect([parts.mock.calls.length, taken.mock.calls.length]).toEqual([1, 1]);
  // Other parts of the same rows.
  add(keys.slice(1, 5));
  add([...keys.slice(28), 'line-99']);
  expect(created).toEqual([...keys, 'line-99']);
});

it('takes no row for saved whose part was rolled back', () => {
  const { outboxFile, add, created } = desk();
  add(['line-2']);
  add(['line-3', 'line-4'], 'rolled-back');
  add(['line-4', 'line-5']);
  outboxFile.drafts.saveImport(importId, now, workOf({}));
  add(['line-6'], 'rolled-back');
  add(['line-2', 'line-3', 'line-6']);
  expect(created).toEqual(['line-2', 'line-4', 'line-5', 'line-3', 'line-6']);
});

it('saves no row again whose part was saved although it failed', () => {
  const { add, created } = desk();
  add(['line-2']);
  add(['line-3', 'line-4'], 'saved-anyway');
  add(['line-4', 'line-5']);
  expect(created).toEqual(['line-2', 'line-3', 'line-4', 'line-5']);
});

it('knows what the window says of the import meanwhile', () => {
  const { outboxFile, add, created } = desk();
  add(['line-2']);
  outboxFile.drafts.saveImport(importId, now, workOf({ taken: ['line-3'] }));
  add(['line-3', 'line-4']);
  expect(created).toEqual(['line-2', 'line-4']);
});
