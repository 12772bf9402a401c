import { describe, expect, it } from 'vitest';
import {
  actionsOf,
  entryFits,
  entryTitle,
  groups,
  isIn,
  nextText,
  planText,
  reasonText,
  stateExplained,
  stateText,
  wholeTitle,
} from '../../../../src/renderer/outbox/entry-words.ts';
import { kindText } from '../../../../src/renderer/outbox/kind-words.ts';
import type { ConnectionState, LineState } from '../../../../src/shared/connections.ts';
import type { EntryRow } from '../../../../src/shared/entries.ts';
import { entryStates, openStates, type EntryReason, type EntryState } from '../../../../src/shared/outbox.ts';
import { operations, type EntryKind } from '../../../../src/shared/outbox-kinds.ts';

const now = Date.parse('2026-06-15T12:00:00Z');
const entry: EntryRow = {
  id: 'e1',
  sequence: 1,
  kind: 'stops.create',
  state: 'queued',
  reason: null,
  createdAt: now - 26 * 60_000,
  attempts: 0,
  lastAttemptAt: null,
  notBefore: null,
  planId: 'plans/p1',
  planTitle: 'North tour',
  orderId: null,
  name: 'Anna Berger',
  address: 'Lindenweg 3, 10115 Neuhafen',
};

const line = (state: LineState['state']): LineState => ({ state, since: now, error: null });
const key = (refused: boolean, kind: ConnectionState['kind'] = 'planning'): ConnectionState => ({
  kind,
  kept: 'keychain',
  refused,
  otherAccount: false,
});

describe('entries in words', () => {
  it('has words of its own for every state', () => {
    expect(new Set(entryStates.map(stateText)).size).toBe(entryStates.length);
    expect(new Set(entryStates.map(stateExplained)).size).toBe(entryStates.length);
  });

  it('shows every state that is open under Open, and each state in one group besides', () => {
    for (const state of entryStates) {
      expect(isIn('open', { state })).toBe((openStates as readonly string[]).includes(state));
      expect(groups.filter((group) => group !== 'open' && isIn(group, { state }))).toHaveLength(1);
    }
  });

  it('says what it is and of what: by name, else by address, else no more', () => {
    expect(entryTitle(entry)).toBe('New stop: Anna Berger');
    expect(entryTitle({ ...entry, name: null })).toBe('New stop: Lindenweg 3, 10115 Neuhafen');
    expect(entryTitle({ ...entry, name: null, address: '' })).toBe('New stop');
    expect(wholeTitle(entry)).toBe('New stop: Anna Berger, Lindenweg 3, 10115 Neuhafen, plan “North tour”');
    const save: EntryRow = { ...entry, kind: 'plans.save', name: 'North tour', address: '' };
    expect(wholeTitle(save)).toBe('Saving of live changes: North tour');
  });

  it('has words of its own for every kind, and a plan only where there is one', () => {
    const kinds = Object.keys(operations) as EntryKind[];
    expect(new Set(kinds.map(kindText)).size).toBe(26);
    expect(planText({ planId: null, planTitle: null })).toBe('');
    expect(planText({ planId: 'plans/p1', planTitle: null })).toBe('Plan not read yet');
  });

  it('is found by recipient, plan, state and reason', () => {
    const refused: EntryRow = { ...entry, state: 'refused', reason: { code: 'service.refused', detail: {} } };
    expect(entryFits(refused, 'berger north')).toBe(true);
    expect(entryFits(refused, 'refused')).toBe(true);
    expect(entryFits(refused, 'not accept')).toBe(true);
    expect(entryFits(refused, 'south')).toBe(false);
    expect(entryFits({ ...refused, kind: 'orders.submit' }, 'submission')).toBe(true);
  });

  it('says why with the words of the table', () => {
    expect(reasonText({ code: 'outbox.day-passed', detail: {} })).toBe('The day of the plan is over.');
    expect(reasonText(null)).toBeNull();
  });
});

describe('what comes next', () => {
  const up = { line: line('up'), connections: [key(false)] };

  it('counts down to the next look', () => {
    expect(nextText({ ...entry, notBefore: now + 5 * 60_000 }, up, now)).toBe('in 5 min');
    expect(nextText({ ...entry, notBefore: now - 1 }, up, now)).toBe('now');
    expect(nextText(entry, up, now)).toBe('now');
  });

  it('names the line or the key when they are what is missing', () => {
    expect(nextText(entry, { ...up, line: line('down') }, now)).toBe('when the line is up');
    expect(nextText({ ...entry, state: 'in-doubt' }, { ...up, line: line('down') }, now)).toBe('when the line is up');
    expect(nextText(entry, { ...up, connections: [key(true)] }, now)).toBe('when there is a new key');
  });

  it('does not wait for the orders key with a stop, but with an order', () => {
    const refused = { ...up, connections: [key(false), key(true, 'orders')] };
    expect(nextText(entry, refused, now)).toBe('now');
    expect(nextText({ ...entry, kind: 'orders.submit' }, refused, now)).toBe('when there is a new key');
  });

  it('says that it is the person’s turn, whatever the line', () => {
    for (const state of ['refused', 'blocked', 'decision'] as const) {
      expect(nextText({ ...entry, state }, { ...up, line: line('down') }, now)).toBe('your turn');
    }
  });
});

describe('what a person may do', () => {
  const may = (state: EntryState, reason: EntryReason | null = null, kind: EntryKind = 'stops.create') =>
    actionsOf({ kind, state, reason });

  it('offers nothing for what is on its way or settled', () => {
    for (const state of ['sending', 'acknowledged', 'given-up'] as const) expect(may(state)).toEqual([]);
  });

  it('only looks an entry in doubt up: it may be on the service', () => {
    expect(may('in-doubt')).toEqual(['look-up']);
  });

  it('offers a refused entry for correcting first', () => {
    expect(may('refused')).toEqual(['correct', 'retry', 'give-up']);
    // Only the form of a new stop takes an entry again.
    expect(may('refused', null, 'plans.distribute')).toEqual(['retry', 'give-up']);
  });

  it('never offers to send again what the service has more than once', () => {
    const reason = { code: 'outbox.several-found', detail: { count: 2 } } as const;
    expect(may('decision', reason)).toEqual(['on-service']);
  });

  it('leaves a way out of every decision', () => {
    for (const code of [
      'outbox.day-passed',
      'outbox.other-content',
      'outbox.unreadable',
      'outbox.plan-not-writable',
    ] as const) {
      expect(may('decision', { code, detail: {} })).toContain('decide-give-up');
    }
    expect(may('decision').length).toBeGreaterThan(0);
  });
});
