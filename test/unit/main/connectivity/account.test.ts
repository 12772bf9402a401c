import { describe, expect, it } from 'vitest';
import { Account, type KnownThing } from '../../../../src/main/connectivity/account.ts';
import { AppError, type ErrorCode } from '../../../../src/shared/errors.ts';
import { VirtualSystem } from '../../../fixtures/virtual-system.ts';

const plan = (planId: string): KnownThing => ({ name: 'plans.get', path: { planId } });

/**
 * @param answers the answer for each plan: true if it exists
 * @param list whether the account's list shows something known, or why it cannot be read
 */
function start(known: KnownThing[], answers: Record<string, true | ErrorCode>, list: boolean | ErrorCode = false) {
  const system = new VirtualSystem();
  const log: string[] = [];
  const account = new Account({
    system,
    known: () => Promise.resolve(known),
    read: (_name, { path }) => {
      const answer = answers[path?.['planId'] ?? ''] ?? 'service.not-found';
      log.push(`read ${path?.['planId'] ?? ''}`);
      return answer === true ? Promise.resolve({}) : Promise.reject(new AppError(answer));
    },
    listsKnown: () => {
      log.push('list');
      return typeof list === 'boolean' ? Promise.resolve(list) : Promise.reject(new AppError(list));
    },
    changed: (kind) =>
      log.push(`${kind} ${account.isSame(kind) ? 'same' : account.isOther(kind) ? 'other' : 'unseen'}`),
  });
  return { system, account, log, answers };
}

describe('a changed key', () => {
  it('sends nothing before it has found a known record', async () => {
    const { account, system, log } = start([plan('gone'), plan('p1'), plan('p2')], { p1: true });
    expect(account.isSame('planning')).toBe(false);
    account.keyChanged('planning');
    await system.advance(0);
    expect(log).toEqual(['read gone', 'read p1', 'planning same']);
    expect(account.isSame('orders')).toBe(false);
  });

  it('is checked again after an unexpected error, as after a lost connection', async () => {
    const system = new VirtualSystem();
    let looks = 0;
    const account = new Account({
      system,
      known: () => (++looks === 1 ? Promise.reject(new Error('disk I/O error')) : Promise.resolve([])),
      read: () => Promise.resolve({}),
      listsKnown: () => Promise.resolve(false),
      changed: () => undefined,
    });
    account.keyChanged('planning');
    await system.advance(0);
    expect(account.isSame('planning')).toBe(false);
    await system.advance(10_000);
    expect(account.isSame('planning')).toBe(true);
  });

  it('counts as another account if it finds no known record, until the user confirms it', async () => {
    const { account, system, log } = start([plan('p1'), plan('p2')], { p2: 'service.forbidden' });
    account.keyChanged('planning');
    await system.advance(600_000);
    expect(log).toEqual(['read p1', 'read p2', 'list', 'planning other']);
    expect(account.isOther('planning')).toBe(true);
    account.confirm('planning');
    expect(account.isSame('planning')).toBe(true);
  });

  it('counts as the same account if its records were deleted and its list shows other known ones', async () => {
    const { account, system, log } = start([plan('p1'), plan('p2')], {}, true);
    account.keyChanged('planning');
    await system.advance(0);
    expect(log).toEqual(['read p1', 'read p2', 'list', 'planning same']);
  });

  it('is checked again if its records are gone and the list cannot be read', async () => {
    const { account, system, log } = start([plan('p1')], {}, 'line.timeout');
    account.keyChanged('planning');
    await system.advance(6_000);
    expect(log).toEqual(['read p1', 'list', 'read p1', 'list']);
    expect(account.isOther('planning')).toBe(false);
  });

  it('counts as another account if it may not read the list either', async () => {
    const { account, system } = start([plan('p1')], {}, 'service.forbidden');
    account.keyChanged('planning');
    await system.advance(0);
    expect(account.isOther('planning')).toBe(true);
  });

  it('counts as another account until the right key is entered', async () => {
    const { account, system, answers } = start([plan('p1')], {});
    account.keyChanged('planning');
    await system.advance(0);
    expect(account.isOther('planning')).toBe(true);
    answers['p1'] = true;
    account.keyChanged('planning');
    expect(account.isOther('planning')).toBe(false);
    await system.advance(0);
    expect(account.isSame('planning')).toBe(true);
  });

  it('is checked again if no answer came, without a result in between', async () => {
    const { account, system, log, answers } = start([plan('p1')], { p1: 'line.timeout' });
    account.keyChanged('planning');
    await system.advance(6_000);
    expect(log).toEqual(['read p1', 'read p1']);
    answers['p1'] = true;
    await system.advance(5_000);
    expect(account.isSame('planning')).toBe(true);
  });

  it('is checked once as soon as the app is online again', async () => {
    const { account, system, log, answers } = start([plan('p1')], { p1: 'line.timeout' });
    account.keyChanged('planning');
    await system.advance(1_000);
    answers['p1'] = true;
    account.lineIsUp();
    account.lineIsUp();
    await system.advance(60_000);
    expect(log).toEqual(['read p1', 'read p1', 'planning same']);
  });

  it.each(['service.failed', 'line.odd-answer', 'line.too-large', 'service.refused'] as const)(
    'is checked with the other records if one can never be read: %s',
    async (code) => {
      const { account, system, log } = start([plan('p1'), plan('p2')], { p1: code, p2: true });
      account.keyChanged('planning');
      await system.advance(0);
      expect(log).toEqual(['read p1', 'read p2', 'planning same']);
    },
  );

  it('is checked with the list if one record can never be read and the others are gone', async () => {
    const { account, system, log } = start([plan('p1'), plan('p2')], { p1: 'service.failed' }, true);
    account.keyChanged('planning');
    await system.advance(0);
    expect(log).toEqual(['read p1', 'read p2', 'list', 'planning same']);
  });

  it('does not count as another account while a record could not be read', async () => {
    const { account, system, answers } = start([plan('p1'), plan('p2')], { p1: 'service.failed' });
    account.keyChanged('planning');
    await system.advance(6_000);
    expect([account.isSame('planning'), account.isOther('planning')]).toEqual([false, false]);
    answers['p1'] = true;
    await system.advance(5_000);
    expect(account.isSame('planning')).toBe(true);
  });

  it.each(['line.timeout', 'service.key-refused', 'service.busy'] as const)(
    'asks for no further record after a failure that concerns all of them: %s',
    async (code) => {
      const { account, system, log } = start([plan('p1'), plan('p2')], { p1: code, p2: true });
      account.keyChanged('planning');
      await system.advance(0);
      expect(log).toEqual(['read p1']);
      expect(account.isSame('planning')).toBe(false);
    },
  );

  it('is not checked if no record is known yet', async () => {
    const { account, system, log } = start([], {});
    account.keyChanged('orders');
    await system.advance(0);
    expect(log).toEqual(['orders same']);
  });
});
