import { describe, expect, it } from 'vitest';
import { coreInMemory } from '../../../fixtures/core-in-memory.ts';

const planId = 'plans/p1';

describe('the return of the connection', () => {
  it('ends the rest of any number of entries, but not the wait of settling ones', () => {
    const { intake, outbox, put, storage, system } = coreInMemory();
    const ids = Array.from({ length: 700 }, (_, number) => {
      const { entryId } = intake.create('stops.create', planId, { address: { addressLineOne: `Quay ${number}` } });
      return entryId ?? '';
    });
    const later = system.now() + 60_000;
    const [settling = '', rested = ''] = [ids[0], ids.at(-1)];
    put(settling, { notBefore: later, reason: { code: 'outbox.settling', detail: {} } });
    put(rested, { notBefore: later, reason: { code: 'line.unreachable', detail: {} } });
    outbox.wakeQueued();
    expect(storage.find(settling)).toMatchObject({ notBefore: later });
    expect(storage.find(rested)).toMatchObject({ notBefore: 0 });
  });
});
