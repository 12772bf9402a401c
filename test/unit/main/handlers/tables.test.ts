/** Exported lists: where they are written, and under which name. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tableHandlers } from '../../../../src/main/handlers/tables.ts';
import { contract } from '../../../../src/shared/contract.ts';
import { desktopOf } from '../../../fixtures/desktop.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';

/** A user who saves under the suggested name, in a folder that exists or not. */
function saving(folder = temporaryFolder()) {
  const suggested: string[] = [];
  const chooseSaveFile = (name: string) => {
    suggested.push(name);
    return Promise.resolve(join(folder, name));
  };
  return { folder, suggested, tables: tableHandlers({ desktop: desktopOf({ text: '' }, { chooseSaveFile }) }) };
}

it('7: writes csv with a byte order mark, under a name that every file system takes', async () => {
  const { folder, suggested, tables } = saving();
  const saved = await tables.save({ name: '../North: 12/6', file: { kind: 'csv', text: 'a,b' } });
  expect(saved).toEqual({ name: suggested[0] });
  expect(suggested[0]).toMatch(/^[^/:]+\.csv$/);
  expect(readFileSync(join(folder, suggested[0] ?? ''), 'utf8')).toBe('\uFEFFa,b');
});

it('writes the bytes of a workbook', async () => {
  const { folder, tables } = saving();
  await tables.save({ name: 'North', file: { kind: 'xlsx', bytes: new Uint8Array([80, 75, 3, 4]) } });
  expect([...readFileSync(join(folder, 'North.xlsx'))]).toEqual([80, 75, 3, 4]);
});

it('writes nothing when the user cancels, and says why when the file cannot be written', async () => {
  const cancelled = tableHandlers({ desktop: desktopOf({ text: '' }) });
  expect(await cancelled.save({ name: 'North', file: { kind: 'csv', text: '' } })).toBeNull();
  const { tables } = saving(join(temporaryFolder(), 'missing'));
  await expect(tables.save({ name: 'North', file: { kind: 'csv', text: '' } })).rejects.toMatchObject({
    code: 'save.failed',
  });
});

it.each([
  { kind: 'csv', text: 'a' },
  { kind: 'xlsx', bytes: new Uint8Array(4) },
])('takes the content of a file: $kind', (file) => {
  expect(contract.tables.save.argument.safeParse({ name: 'x', file }).success).toBe(true);
});

it.each([
  { kind: 'exe', text: 'a' },
  { kind: 'xlsx', bytes: [80, 75] },
  { kind: 'csv', text: 'a', path: '/tmp/x' },
])('takes nothing else: %j', (file) => {
  expect(contract.tables.save.argument.safeParse({ name: 'x', file }).success).toBe(false);
});
