import { expect, it } from 'vitest';
import type { ServiceClient } from '../../../../src/main/outbox/core.ts';
import { coreInMemory } from '../../../fixtures/core-in-memory.ts';
import { ServiceModel } from '../../../campaigns/sim/service-model.ts';
import type { Body } from '../../../campaigns/sim/held.ts';

const planId = 'plans/p1';

/**
 * Two copies of a stop are on the service, and the second is deleted. `meanwhile` runs during that, `asked` before it.
 */
function twoCopies(meanwhile: () => void, asked: () => void = () => undefined) {
  const service: ServiceClient = {
    read: ((name: string, call: object) => {
      asked();
      return Promise.resolve(model.apply(name, call).value);
    }) as ServiceClient['read'],
    write: ((name: string, call: object) => {
      const { value } = model.apply(name, call);
      meanwhile();
      return Promise.resolve({ kind: 'answered', value });
    }) as unknown as ServiceClient['write'],
  };
  const core = coreInMemory({ service });
  const model = new ServiceModel(() => core.system.now());
  model.put(model.plans, { id: planId, title: 'Tour 1', writable: true, distributed: false });
  const { entryId } = core.intake.create('stops.create', planId, { address: { addressLineOne: 'Quay 1' } });
  const id = entryId ?? '';
  const entry = () => core.storage.find(id);
  const content = JSON.parse(entry()?.content ?? '') as Body;
  const copies = [1, 2].map(() => model.add(model.stops, `${planId}/stops/s`, { ...content, plan: planId }).id);
  const doubt = { progress: { doubts: 2 }, doubtUntil: core.system.now() + 60_000, sweepAt: core.system.now() };
  const sweep = async () => {
    for (const one of core.outbox.doubtful()) await core.outbox.reconcile(one);
  };
  return { ...core, id, entry, copies, doubt, sweep, left: () => [...model.stops.keys()] };
}

it('acknowledges a rejected stop that exists before it deletes the copy, so that it cannot be discarded in between', async () => {
  const given: boolean[] = [];
  const all = twoCopies(() => given.push(all.choices.giveUp(all.id)));
  all.put(all.id, { state: 'refused', ...all.doubt });
  await all.sweep();
  expect(all.entry()).toMatchObject({ state: 'acknowledged', serverId: all.copies[0] });
  await all.sweep();
  expect(all.left()).toEqual([all.copies[0]]);
  expect(given).toEqual([false]);
});

it('searches again after the user discarded the entry while a copy was deleted', async () => {
  const all = twoCopies(() => void all.choices.giveUp(all.id));
  // Its last search. The entry was queued again and is discarded in the middle.
  const now = all.system.now();
  all.put(all.id, { state: 'queued', notBefore: now + 600_000, ...all.doubt, doubtUntil: now - 10_000 });
  all.storage.commit([
    { do: 'change-record', id: all.entry()?.recordId ?? '', set: { serverId: all.copies[0] ?? '' } },
  ]);
  await all.sweep();
  expect(all.entry()).toMatchObject({ state: 'given-up' });
  expect(all.entry()?.sweepAt).not.toBeNull();
});

it('does not count as the last search if the clock is set back by days during it', async () => {
  let by = -2 * 86_400_000;
  const all = twoCopies(
    () => undefined,
    () => {
      all.system.setClock(by);
      by = 0;
    },
  );
  all.put(all.id, { state: 'acknowledged', ...all.doubt });
  all.storage.commit([
    { do: 'change-record', id: all.entry()?.recordId ?? '', set: { serverId: all.copies[0] ?? '' } },
  ]);
  await all.sweep();
  expect(all.left()).toEqual([all.copies[0]]);
  expect(all.entry()?.sweepAt).not.toBeNull();
});
