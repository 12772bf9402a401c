import { beforeEach, describe, expect, it } from 'vitest';
import { batchOutcomes, submitOutcomes } from '../../../../src/main/sending/batch-answers.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import type { Outcome } from '../../../../src/shared/outbox.ts';
import type { StoredEntry } from '../../../../src/main/db/outbox-storage.ts';
import type { BatchResult } from '../../../../src/shared/shapes.ts';
import { coreInMemory } from '../../../fixtures/core-in-memory.ts';

const acknowledged: Outcome = { kind: 'acknowledged', serverId: null };
const inDoubt: Outcome = { kind: 'in-doubt', reason: { code: 'outbox.counts-disagree', detail: {} } };
const refused = (detail: object): Outcome => ({ kind: 'refused', reason: { code: 'service.refused', detail } });
const error = { code: 'bad_address', message: 'The address is not known.' };
const because = refused({ serviceCode: 'bad_address', serviceMessage: 'The address is not known.' });

let all: ReturnType<typeof coreInMemory>;

beforeEach(() => {
  all = coreInMemory();
});

function entry(id: string | null): StoredEntry {
  const one = all.storage.find(id ?? '');
  if (one === undefined) throw new Error('it is not kept');
  return one;
}

const stops = (kind: 'stops.create' | 'unassignedStops.create', count: number) =>
  Array.from({ length: count }, (_, at) =>
    entry(
      all.intake.create(kind, kind === 'stops.create' ? 'plans/p1' : '', { recipient: { name: `No. ${at}` } }).entryId,
    ),
  );
const orders = (count: number) =>
  Array.from({ length: count }, () => entry(all.intake.create('orders.create', '', { reference: 'x' }).entryId));
const echo = (of: StoredEntry | undefined) => ({ recipient: { externalId: of?.marker } });

const imported = (entries: StoredEntry[], result: BatchResult) =>
  batchOutcomes(entries, { kind: 'answered', value: result });

describe('an import', () => {
  it('is acknowledged when all succeed, without assigning ids to entries', () => {
    expect(imported(stops('stops.create', 2), { success: ['a/2', 'a/1'], failed: [] })).toEqual([
      acknowledged,
      acknowledged,
    ]);
  });

  it('rejects the stop that is echoed, whatever its position', () => {
    const three = stops('stops.create', 3);
    const failed = [{ error, stop: echo(three[1]) }];
    expect(imported(three, { success: ['a/1', 'a/3'], failed })).toEqual([acknowledged, because, acknowledged]);
    const loose = stops('unassignedStops.create', 2);
    const second = [{ error, unassignedStop: echo(loose[1]) }];
    expect(imported(loose, { success: ['a/1'], failed: second })).toEqual([acknowledged, because]);
  });

  it('rejects the driver whose email or phone is echoed, however the service writes it', () => {
    const contents: { email?: string; phone?: string }[] = [
      ...[{ email: 'Mia@depot.example' }, { phone: '0151 7700002' }, { email: 'tom@depot.example' }],
    ];
    const failing = (driver: object) => {
      const drivers = contents.map((one) => entry(all.intake.create('drivers.create', '', one).entryId));
      return imported(drivers, { success: ['a/2', 'a/1'], failed: [{ error, driver }] });
    };
    const mia = { name: null, email: 'mia@depot.example', phone: null };
    expect(failing(mia)).toEqual([because, acknowledged, acknowledged]);
    expect(failing({ phone: '+49 151 7700002' })).toEqual([acknowledged, because, acknowledged]);
    contents[2] = { ...contents[2]!, phone: '0151 7700003' };
    const tom = [acknowledged, acknowledged, because];
    expect(failing({ email: 'tom@depot.example', phone: null }), 'of two, one is echoed').toEqual(tom);
    expect(failing({ email: 'ole@depot.example' })).toEqual([inDoubt, inDoubt, inDoubt]);
  });

  describe('of which nothing was made', () => {
    const drivers = (count: number) =>
      Array.from({ length: count }, (_, at) =>
        entry(all.intake.create('drivers.create', '', { email: `no${at}@depot.example` }).entryId),
      );
    const named = (of: typeof error) => ({ error: of, driver: { name: 'Mia' } });
    const other = { code: 'no_depot', message: 'The depot is gone.' };

    it('rejects all, even those that no echo names', () => {
      expect(imported(drivers(2), { success: [], failed: [named(error), named(error)] })).toEqual([because, because]);
      expect(imported(orders(1), { success: [], failed: [{ error, index: null }] })).toEqual([because]);
    });

    it('gives no reason to those whose reasons differ', () => {
      const failed = [named(error), named(other)];
      expect(imported(drivers(2), { success: [], failed })).toEqual([refused({}), refused({})]);
    });

    it('gives the reason that is left to the one that is not recognized', () => {
      const two = stops('stops.create', 2);
      const failed = [
        { error: other, stop: null },
        { error, stop: echo(two[0]) },
      ];
      const left = refused({ serviceCode: 'no_depot', serviceMessage: 'The depot is gone.' });
      expect(imported(two, { success: [], failed })).toEqual([because, left]);
    });

    it.each([1, 3])('is in doubt as a whole if %i of two failed', (count) => {
      const failed = Array.from({ length: count }, () => named(error));
      expect(imported(drivers(2), { success: [], failed })).toEqual([inDoubt, inDoubt]);
    });

    it('is in doubt as a whole if one failed twice, even as many as were sent', () => {
      const three = stops('stops.create', 3);
      const failed = [{ error, stop: echo(three[0]) }, { error, stop: echo(three[0]) }, { error }];
      expect(imported(three, { success: [], failed })).toEqual([inDoubt, inDoubt, inDoubt]);
    });
  });

  it('rejects the order with the failed index', () => {
    expect(imported(orders(2), { success: ['a/1'], failed: [{ error, index: 1 }] })).toEqual([acknowledged, because]);
    expect(imported(orders(2), { success: ['a/1'], failed: [{ error, index: 0 }] })).toEqual([because, acknowledged]);
  });

  it.each<[string, (two: StoredEntry[]) => BatchResult]>([
    ['an id is missing', () => ({ success: ['a/1'], failed: [] })],
    ['an id is too many', () => ({ success: ['a/1', 'a/2', 'a/3'], failed: [] })],
    ['an id stands twice', () => ({ success: ['a/1', 'a/1'], failed: [] })],
    ['one failed and all succeeded', ([one]) => ({ success: ['a/1', 'a/2'], failed: [{ error, stop: echo(one) }] })],
    [
      'one failed twice',
      ([one]) => ({
        success: [],
        failed: [
          { error, stop: echo(one) },
          { error, stop: echo(one) },
        ],
      }),
    ],
    [
      "a stranger's failed",
      () => ({ success: ['a/1'], failed: [{ error, stop: { recipient: { externalId: 'other' } } }] }),
    ],
    ['what failed is not echoed', () => ({ success: ['a/1'], failed: [{ error }] })],
    ['what failed is echoed as nothing', () => ({ success: ['a/1'], failed: [{ error, stop: null }] })],
    ['what failed is echoed as a text', () => ({ success: ['a/1'], failed: [{ error, stop: 'No. 1' }] })],
    [
      'what failed is echoed as of no plan',
      ([one]) => ({ success: ['a/1'], failed: [{ error, unassignedStop: echo(one) }] }),
    ],
  ])('is in doubt as a whole if %s', (_, result) => {
    const two = stops('stops.create', 2);
    expect(imported(two, result(two))).toEqual([inDoubt, inDoubt]);
  });

  it.each([2, -1, '1', null, undefined])('of orders is in doubt if the index is %o', (index) => {
    expect(imported(orders(2), { success: ['a/1'], failed: [{ error, index }] })).toEqual([inDoubt, inDoubt]);
  });

  it('has the same outcome for all entries if it got no answer', () => {
    const reason = { code: 'line.timeout', detail: {} };
    const outcomes = batchOutcomes(stops('stops.create', 2), { kind: 'in-doubt', error: new AppError('line.timeout') });
    expect(outcomes).toEqual([
      { kind: 'in-doubt', reason },
      { kind: 'in-doubt', reason },
    ]);
  });

  it('keeps the reason of a rejection up to a maximum length', () => {
    const why = (of: BatchResult['failed'][number]['error']) =>
      imported(orders(1), { success: [], failed: [{ error: of, index: 0 }] });
    expect(why(null)).toEqual([refused({})]);
    expect(why({ code: '', message: '' })).toEqual([refused({})]);
    expect(why({ code: 'c'.repeat(101), message: 'm'.repeat(501) })).toEqual([
      refused({ serviceCode: 'c'.repeat(100), serviceMessage: 'm'.repeat(500) }),
    ]);
  });
});

describe('orders submitted or withdrawn together', () => {
  const ids = ['orders/o1', 'orders/o2', 'orders/o3'];
  const commanded = (kind: 'submit' | 'withdraw', failed: BatchResult['failed']) => {
    all = coreInMemory();
    const entries = ids.map((id) => entry(all.intake.command(`orders.${kind}`, id, {}).entryId));
    return submitOutcomes(entries, { success: ['orders/o2'], failed }, kind);
  };

  it('have outcomes by their ids, and unmentioned ones are in doubt', () => {
    const failed = [{ orderId: 'orders/o1', error }];
    expect(commanded('submit', failed)).toEqual([because, acknowledged, inDoubt]);
    expect(commanded('withdraw', failed)).toEqual([because, acknowledged, inDoubt]);
  });

  it('count as withdrawn if they were drafts already', () => {
    const failed = [{ orderId: 'orders/o1', error: { code: 'order_not_submitted', message: null } }];
    expect(commanded('withdraw', failed)[0]).toEqual(acknowledged);
    expect(commanded('submit', failed)[0]).toEqual(refused({ serviceCode: 'order_not_submitted' }));
  });

  it('are in doubt without an id', () => {
    const { recordId } = all.intake.create('orders.create', '', { reference: 'x' });
    const one = entry(all.intake.command('orders.submit', recordId, {}).entryId);
    expect(submitOutcomes([one], { success: [], failed: [{ orderId: 'orders/o1', error }] }, 'submit')).toEqual([
      inDoubt,
    ]);
  });
});
