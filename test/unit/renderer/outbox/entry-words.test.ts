import { describe, expect, it } from 'vitest';
import {
  actionsOf,
  actionsOfAlike,
  actionText,
  entryTitle,
  isIn,
  nextText,
  planText,
  reasonText,
  stateExplained,
  stateText,
  waitText,
  wholeTitle,
} from '../../../../src/renderer/outbox/entry-words.ts';
import { kindText } from '../../../../src/renderer/outbox/kind-words.ts';
import type { ConnectionState, ConnectivityState } from '../../../../src/shared/connections.ts';
import { entryGroups, type EntryRow } from '../../../../src/shared/entries.ts';
import { entryStates, openStates, type EntryReason, type EntryState } from '../../../../src/shared/outbox.ts';
import type { Way } from '../../../../src/shared/outbox-decisions.ts';
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
  recordId: 'record-1',
  name: 'Anna Berger',
  address: 'Lindenweg 3, 10115 Neuhafen',
  ways: [],
  waitsFor: null,
};

const line = (state: ConnectivityState['state']): ConnectivityState => ({ state, since: now, error: null });
const key = (refused: boolean, kind: ConnectionState['kind'] = 'planning'): ConnectionState => ({
  kind,
  kept: 'keychain',
  refused,
  otherAccount: false,
});

describe('entries in words', () => {
  it('name the entry that one waits for, and where that one stands', () => {
    const { id, kind, name, address, planId, planTitle } = entry;
    expect(waitText(entry)).toBeNull();
    const waitsFor = { id, kind, state: 'decision', name, address, planId, planTitle } as const;
    const text = waitText({ waitsFor });
    expect(text).toContain('New stop: Anna Berger, Lindenweg 3, 10115 Neuhafen, plan “North tour”');
    expect(text).toContain(stateText('decision'));
  });

  it('has words of its own for every state', () => {
    expect(new Set(entryStates.map(stateText)).size).toBe(entryStates.length);
    expect(new Set(entryStates.map(stateExplained)).size).toBe(entryStates.length);
  });

  it('shows every state that is open under Open, and each state in one group besides', () => {
    for (const state of entryStates) {
      expect(isIn('open', { state })).toBe((openStates as readonly string[]).includes(state));
      expect(entryGroups.filter((group) => group !== 'open' && isIn(group, { state }))).toHaveLength(1);
    }
  });

  it('says what it is and of what: by name, else by address, else no more', () => {
    expect(entryTitle(entry)).toBe('New stop: Anna Berger');
    expect(entryTitle({ ...entry, name: null })).toBe('New stop: Lindenweg 3, 10115 Neuhafen');
    expect(entryTitle({ ...entry, name: null, address: '' })).toBe('New stop');
    expect(wholeTitle(entry)).toBe('New stop: Anna Berger, Lindenweg 3, 10115 Neuhafen, plan “North tour”');
    const save: EntryRow = { ...entry, kind: 'plans.save', name: 'North tour', address: '' };
    expect(wholeTitle(save)).toBe('Save live changes: North tour');
  });

  it('has words of its own for every kind, and a plan only where there is one', () => {
    const kinds = Object.keys(operations) as EntryKind[];
    expect(new Set(kinds.map(kindText)).size).toBe(26);
    expect(planText({ planId: null, planTitle: null })).toBe('');
    expect(planText({ planId: 'plans/p1', planTitle: null })).toBe('Plan not loaded yet');
  });

  it('says why with the words of the table', () => {
    expect(reasonText({ code: 'outbox.day-passed', detail: {} })).toBe('The day of the plan is over.');
    expect(reasonText(null)).toBeNull();
  });
});

describe('what comes next', () => {
  const up = { connectivity: line('up'), connections: [key(false)] };

  it('counts down to the next look', () => {
    expect(nextText({ ...entry, notBefore: now + 5 * 60_000 }, up, now)).toBe('in 5 min');
    expect(nextText({ ...entry, notBefore: now - 1 }, up, now)).toBe('now');
    expect(nextText(entry, up, now)).toBe('now');
  });

  it('names the line or the key when they are what is missing', () => {
    expect(nextText(entry, { ...up, connectivity: line('down') }, now)).toBe('when online');
    expect(nextText({ ...entry, state: 'in-doubt' }, { ...up, connectivity: line('down') }, now)).toBe('when online');
    expect(nextText(entry, { ...up, connections: [key(true)] }, now)).toBe('needs a new key');
  });

  it('does not wait for the orders key with a stop, but with an order', () => {
    const refused = { ...up, connections: [key(false), key(true, 'orders')] };
    expect(nextText(entry, refused, now)).toBe('now');
    expect(nextText({ ...entry, kind: 'orders.submit' }, refused, now)).toBe('needs a new key');
  });

  it('says that it is the person’s turn, whatever the line', () => {
    for (const state of ['refused', 'blocked', 'decision'] as const) {
      expect(nextText({ ...entry, state }, { ...up, connectivity: line('down') }, now)).toBe('your decision');
    }
  });
});

describe('what a person may do', () => {
  const may = (state: EntryState, ways: Way[] = [], kind: EntryKind = 'stops.create') =>
    actionsOf({ kind, state, ways });

  it('offers nothing for what is on its way or settled', () => {
    for (const state of ['sending', 'acknowledged', 'given-up'] as const) expect(may(state)).toEqual([]);
  });

  it('only looks an entry in doubt up: it may be on the service', () => {
    expect(may('in-doubt')).toEqual(['look-up']);
  });

  it('offers what was refused for correcting first where it was typed into a form, new or changed', () => {
    const ofStops = ['stops.create', 'stops.move', 'stops.liveCreate', 'stops.liveUpdate'] as const;
    for (const kind of [...ofStops, 'orders.update', 'drivers.create', 'plans.create'] as const)
      expect(may('refused', ['send-again', 'give-up'], kind)).toEqual(['correct', 'send-again', 'give-up']);
    for (const kind of ['plans.distribute', 'stops.delete', 'orders.submit'] as const)
      expect(may('refused', ['send-again', 'give-up'], kind)).toEqual(['send-again', 'give-up']);
  });

  it('offers no correcting of what is blocked: that something else was refused is not mended there', () => {
    expect(may('blocked', ['other-plan', 'give-up'])).toEqual(['other-plan', 'give-up']);
  });

  it('offers what is open for an entry that asks; a conflict is resolved elsewhere', () => {
    expect(may('decision', ['live', 'other-plan', 'give-up'])).toEqual(['live', 'other-plan', 'give-up']);
    expect(may('decision', ['resolve', 'give-up'])).toEqual(['give-up']);
  });

  it('offers for all that are alike what is open for this one, but no form', () => {
    const refused: EntryRow = { ...entry, state: 'refused', ways: ['send-again', 'give-up'] };
    expect(actionsOf(refused)).toEqual(['correct', 'send-again', 'give-up']);
    expect(actionsOfAlike(refused)).toEqual(['send-again', 'give-up']);
  });

  it('says what sending again means after each reason', () => {
    const text = (code: EntryReason['code']) =>
      actionText('send-again', { state: 'decision', reason: { code, detail: {} } });
    expect(text('outbox.day-passed')).toBe('Send anyway…');
    expect(text('outbox.discarded')).toBe('Send again');
    expect(text('outbox.cannot-tell')).toBe('Send again…');
    expect(actionText('give-up', { state: 'queued', reason: null })).toBe('Discard…');
  });
});
