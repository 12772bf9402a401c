import { describe, expect, it } from 'vitest';
import type { Core, ServiceClient } from '../../../../src/main/outbox/core.ts';
import { coreInMemory } from '../../../fixtures/core-in-memory.ts';
import { nothingKnown } from '../../../fixtures/core-parts.ts';

const planId = 'plans/p1';
const serverId = `${planId}/stops/s1`;
const content = { address: { addressLineOne: 'Quay 1' } };

/** A stop that the service has under its marker, with an id that is not known here. */
function office() {
  const shown: string[] = [];
  const known: Core['cached'] = {
    ...nothingKnown,
    put: (_noun, _parentId, view) => Promise.resolve(void shown.push(view.id)),
  };
  let marker = '';
  const read = (name: string) => {
    const stops = [{ ...content, recipient: { externalId: marker }, id: serverId }];
    return Promise.resolve(name === 'stops.list' ? { stops, nextPageToken: null } : {});
  };
  const service: ServiceClient = {
    read: read as unknown as ServiceClient['read'],
    write: () => Promise.reject(new Error('nothing is sent')),
  };
  const all = coreInMemory({ cached: known, service });
  const { entryId, recordId } = all.intake.create('stops.create', planId, content);
  marker = all.storage.record(recordId)?.marker ?? '';
  return { ...all, shown, entryId: entryId ?? '', recordId };
}

describe('a record whose id is learned by a lookup', () => {
  it('is cached before its id is recorded when a change of it is sent', async () => {
    const { outbox, intake, put, storage, system, shown, entryId, recordId } = office();
    put(entryId, { state: 'acknowledged', settledAt: system.now(), lastAttemptAt: system.now() });
    const change = intake.edit('stops.update', recordId, planId, { notes: 'x' }, { notes: null });
    await outbox.send([storage.find(change.entryId ?? '')!]);
    expect(storage.record(recordId)?.serverId).toBe(serverId);
    expect(shown).toEqual([serverId]);
  });

  it('is cached before its id is recorded when copies of it are searched for', async () => {
    const { outbox, put, storage, system, shown, entryId, recordId } = office();
    const now = system.now();
    put(entryId, { state: 'acknowledged', settledAt: now, lastAttemptAt: now, doubtUntil: now + 1, sweepAt: now });
    await outbox.reconcile(storage.find(entryId)!);
    expect(storage.record(recordId)?.serverId).toBe(serverId);
    expect(shown).toEqual([serverId]);
  });
});
