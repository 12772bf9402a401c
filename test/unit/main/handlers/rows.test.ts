/** Records are read by the id that they have now. */
import { expect, it } from 'vitest';
import { inPlan } from '../../../../src/main/handlers/rows.ts';
import { coreInMemory } from '../../../fixtures/core-in-memory.ts';

const starts = { day: 16, month: 6, year: 2026 };

/** An outbox with a new plan. `read` knows a plan by the id of the service once there is one, as the cache does. */
function withPlan() {
  const { storage, intake } = coreInMemory();
  const { recordId } = intake.create('plans.create', '', { title: 'Tour 1', starts });
  const confirm = () => storage.commit([{ do: 'change-record', id: recordId, set: { serverId: 'plans/p1' } }]);
  const known = (id: string) => id === (storage.record(recordId)?.serverId ?? recordId);
  const read = (id: string) => Promise.resolve(known(id) ? `read as ${id === recordId ? 'its own' : id}` : null);
  const workspace = { outboxFile: { entries: storage } } as unknown as Parameters<typeof inPlan>[0];
  return { workspace, recordId, confirm, read };
}

it('reads a plan again that got its id of the service meanwhile', async () => {
  const { workspace, recordId, confirm, read } = withPlan();
  expect(await inPlan(workspace, recordId, read)).toBe('read as its own');
  const asked: string[] = [];
  const late = (id: string) => {
    asked.push(id);
    if (asked.length === 1) confirm();
    return read(id);
  };
  expect(await inPlan(workspace, recordId, late)).toBe('read as plans/p1');
  expect(asked).toEqual([recordId, 'plans/p1']);
});

it('says that a plan is not there, having asked once', async () => {
  const { workspace } = withPlan();
  let asked = 0;
  const none = () => {
    asked += 1;
    return Promise.resolve(null);
  };
  await expect(inPlan(workspace, 'plans/p2', none)).rejects.toMatchObject({ code: 'record.not-found' });
  expect(asked).toBe(1);
});
