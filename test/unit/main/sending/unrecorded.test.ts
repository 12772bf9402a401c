import { describe, expect, it } from 'vitest';
import type { ServiceClient } from '../../../../src/main/outbox/core.ts';
import { SendLoop } from '../../../../src/main/sending/send-loop.ts';
import type { StoredEntry } from '../../../../src/main/db/outbox-storage.ts';
import { coreInMemory } from '../../../fixtures/core-in-memory.ts';

const planId = 'plans/p1';
const id = `${planId}/stops/s1`;
const content = { address: { addressLineOne: 'Quay 1' } };

/** A service that has one stop after the first create and answers every request. */
function service(sent: string[]): ServiceClient {
  const stops: object[] = [];
  return {
    read: ((name: string) => {
      sent.push(name);
      return Promise.resolve({ stops, nextPageToken: null });
    }) as unknown as ServiceClient['read'],
    write: ((name: string, { body }: { body: object }) => {
      sent.push(name);
      stops.push({ ...body, id });
      return Promise.resolve({ kind: 'answered', value: stops[0] });
    }) as unknown as ServiceClient['write'],
  };
}

describe('22: a request whose outcome cannot be recorded', () => {
  it('is in doubt at the next check and looked up without a restart', async () => {
    const sent: string[] = [];
    const { outbox, intake, storage, disk, system, states } = coreInMemory({ service: service(sent) });
    const failed: unknown[] = [];
    const loop = new SendLoop<StoredEntry>({
      system,
      maySend: () => true,
      groups: (wanted) => outbox.groups(wanted),
      doubtful: () => outbox.doubtful(),
      send: (group) => outbox.send(group),
      reconcile: (entry) => outbox.reconcile(entry),
      nextDue: (since) => outbox.nextDue(since),
      failed: (error) => failed.push(error),
    });
    const { entryId } = intake.create('stops.create', planId, content);
    const commit = disk.commit.bind(disk);
    let refusals = 3;
    // After the claim the disk is full for the outcome and the commits after it.
    disk.commit = (changes) => {
      const isClaim = JSON.stringify(changes).includes('"sending"');
      if (!isClaim && refusals > 0) {
        refusals -= 1;
        throw new Error('disk full');
      }
      commit(changes);
    };
    loop.wake();
    // In steps, so that answers are processed before time goes on.
    for (let step = 0; step < 60; step += 1) await system.advance(1_000);
    expect(states()).toEqual(['stops.create acknowledged']);
    expect(storage.find(entryId ?? '')).toMatchObject({ serverId: id, attempts: 1 });
    expect(sent.filter((name) => name === 'stops.create')).toHaveLength(1);
    expect(failed).toHaveLength(3);
    await loop.close();
  });
});
