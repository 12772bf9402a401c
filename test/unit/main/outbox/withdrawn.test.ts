import { expect, it } from 'vitest';
import type { WriteOutcome } from '../../../../src/main/api/client.ts';
import type { ServiceClient } from '../../../../src/main/outbox/core.ts';
import { restore } from '../../../../src/main/outbox/restore.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import { coreInMemory } from '../../../fixtures/core-in-memory.ts';

const notDone: WriteOutcome<unknown>[] = [
  { kind: 'not-sent', error: new AppError('line.unreachable', { retry: 'later' }) },
  { kind: 'key-refused', error: new AppError('service.key-refused') },
];

it.each(notDone)('cannot undo the deletion of a submitted order that was withdrawn for it: $kind', async (last) => {
  const outcomes: WriteOutcome<unknown>[] = [
    { kind: 'refused', error: new AppError('service.conflict', { detail: { serviceCode: 'order_submitted' } }) },
    { kind: 'answered', value: { success: ['orders/o1'], failed: [] } },
    last,
  ];
  const service = {
    read: () => Promise.reject(new Error('nothing is read')),
    write: () => Promise.resolve(outcomes.shift()),
  } as unknown as ServiceClient;
  const { intake, outbox, choices, storage, system } = coreInMemory({ service });
  const { entryId } = intake.remove('orders.delete', 'orders/o1', '', undefined, { withdraws: true });
  await outbox.send([storage.find(entryId ?? '')!]);
  expect(storage.find(entryId ?? '')?.state).toBe('in-doubt');
  expect(restore({ storage, choices, now: system.now() }, 'orders/o1')).toBeNull();
});

it('submits an order after its first submission was discarded before an unsent withdrawal', () => {
  const { intake, choices, states } = coreInMemory();
  const courier = { courierId: 'couriers/c1' };
  const submit = intake.command('orders.submit', 'orders/o1', courier);
  intake.edit('orders.update', 'orders/o1', '', { recipient: { name: 'New' } }, {});
  intake.command('orders.withdraw', 'orders/o1', {});
  choices.giveUp(submit.entryId ?? '');
  intake.command('orders.submit', 'orders/o1', courier);
  expect(states()).toEqual([
    'orders.submit given-up',
    'orders.update queued',
    'orders.withdraw given-up',
    'orders.submit queued',
  ]);
});
