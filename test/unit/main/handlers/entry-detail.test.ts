/** The content of an entry names the records that it mentions, on each side of a conflict. */
import { expect, it } from 'vitest';
import type { Cache } from '../../../../src/main/db/cache-functions.ts';
import { entryDetail } from '../../../../src/main/handlers/entry-detail.ts';
import { coreInMemory } from '../../../fixtures/core-in-memory.ts';

const known = new Map([
  ['drivers/anna', 'Anna'],
  ['drivers/ben', 'Ben'],
  ['drivers/carl', 'Carl'],
]);
const cache = {
  subjectsOf: (ids: readonly string[]) =>
    Promise.resolve(ids.map((id) => ({ id, name: known.get(id) ?? null, address: '' }))),
} as unknown as Cache;

it("names what a colleague has chosen, which is in neither this entry's values nor its base", async () => {
  const { intake, storage } = coreInMemory();
  const base = ['drivers/ben'];
  const mine = ['drivers/ben', 'drivers/anna'];
  const theirs = ['drivers/ben', 'drivers/carl', 'drivers/unknown'];
  const { entryId } = intake.edit('plans.update', 'plans/p1', '', { drivers: mine }, { drivers: base });
  const made = storage.find(entryId ?? '');
  if (made === undefined) throw new Error('it was not kept');
  const conflicts = [{ field: 'drivers', base, mine, theirs }];
  const detail = await entryDetail({ ...made, progress: { conflicts } }, cache);
  expect(detail).toMatchObject({ typed: { drivers: mine }, base: { drivers: base }, conflicts });
  expect(detail.names).toEqual(Object.fromEntries(known));
});
