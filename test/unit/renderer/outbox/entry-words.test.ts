import { describe, expect, it } from 'vitest';
import {
  actionsOf,
  actionsOfAlike,
  actionText,
  entryTitle,
  heldText,
  isIn,
  isSafe,
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
  heldBy: null,
  waitsFor: null,
};

const line = (state: ConnectivityState['state']): ConnectivityState => ({ state, since: now, error: null });
const key = (refused: boolean, kind: ConnectionState['kind'] = 'planning'): ConnectionState => ({
  kind,
  kept: 'keychain',
  refused,
  otherAccount: false,
});

describe('the text of an entry', () => {
  it('names the entry that it waits for and the state of that one', () => {
    const { id, kind, name, address, planId, planTitle } = entry;
    expect(waitText(entry)).toBeNull();
    const waitsFor = { id, kind, state: 'decision', name, address, planId, planTitle } as const;
    const text = waitText({ waitsFor });
    expect(text).toContain('New stop: Anna Berger, Lindenweg 3, 10115 Neuhafen, plan “North tour”');
    expect(text).toContain(stateText('decision'));
  });

  it('is different for every state', () => {
    expect(new Set(entryStates.map(stateText)).size).toBe(entryStates.length);
    expect(new Set(entryStates.map(stateExplained)).size).toBe(entryStates.length);
  });

  it('shows open states under Open, and each state in exactly one other group', () => {
    for (const state of entryStates) {
      expect(isIn('open', { state })).toBe((openStates as readonly string[]).includes(state));
      expect(entryGroups.filter((group) => group !== 'open' && isIn(group, { state }))).toHaveLength(1);
    }
  });

  it('has the kind and the name, else the address, else the kind alone', () => {
    expect(entryTitle(entry)).toBe('New stop: Anna Berger');
    expect(entryTitle({ ...entry, name: null })).toBe('New stop: Lindenweg 3, 10115 Neuhafen');
    expect(entryTitle({ ...entry, name: null, address: '' })).toBe('New stop');
    expect(wholeTitle(entry)).toBe('New stop: Anna Berger, Lindenweg 3, 10115 Neuhafen, plan “North tour”');
    const save: EntryRow = { ...entry, kind: 'plans.save', name: 'North tour', address: '' };
    expect(wholeTitle(save)).toBe('Save live changes: North tour');
  });

  it('is different for every kind, and names a plan only if there is one', () => {
    const kinds = Object.keys(operations) as EntryKind[];
    expect(new Set(kinds.map(kindText)).size).toBe(26);
    expect(planText({ planId: null, planTitle: null })).toBe('');
    expect(planText({ planId: 'plans/p1', planTitle: null })).toBe('Plan not loaded yet');
  });

  it('gives the reason from the message table', () => {
    expect(reasonText({ code: 'outbox.day-passed', detail: {} })).toBe('The day of the plan is over.');
    expect(reasonText(null)).toBeNull();
  });
});

describe('the next step', () => {
  const up = { connectivity: line('up'), connections: [key(false)] };

  it('counts down to the next attempt', () => {
    expect(nextText({ ...entry, notBefore: now + 5 * 60_000 }, up, now)).toBe('in 5 min');
    expect(nextText({ ...entry, notBefore: now - 1 }, up, now)).toBe('now');
    expect(nextText(entry, up, now)).toBe('now');
  });

  it('is to go online or to enter a key if that is missing', () => {
    expect(nextText(entry, { ...up, connectivity: line('down') }, now)).toBe('when online');
    expect(nextText({ ...entry, state: 'in-doubt' }, { ...up, connectivity: line('down') }, now)).toBe('when online');
    expect(nextText(entry, { ...up, connections: [key(true)] }, now)).toBe('needs a new key');
  });

  it('waits for the orders key only with entries of orders', () => {
    const refused = { ...up, connections: [key(false), key(true, 'orders')] };
    expect(nextText(entry, refused, now)).toBe('now');
    expect(nextText({ ...entry, kind: 'orders.submit' }, refused, now)).toBe('needs a new key');
  });

  it('is the user’s decision, whether online or not', () => {
    for (const state of ['refused', 'blocked', 'decision'] as const) {
      expect(nextText({ ...entry, state }, { ...up, connectivity: line('down') }, now)).toBe('your decision');
    }
  });
});

describe('the actions for an entry', () => {
  const may = (state: EntryState, ways: Way[] = [], kind: EntryKind = 'stops.create') =>
    actionsOf({ kind, state, ways, heldBy: null });

  it('are none while it is in flight or settled', () => {
    for (const state of ['sending', 'acknowledged', 'given-up'] as const) expect(may(state)).toEqual([]);
  });

  it('are only a lookup while it is in doubt, because it may be on the service', () => {
    expect(may('in-doubt')).toEqual(['look-up']);
  });

  it('start with a correction if a rejected entry came from a form', () => {
    const ofStops = ['stops.create', 'stops.move', 'stops.liveCreate', 'stops.liveUpdate'] as const;
    for (const kind of [...ofStops, 'orders.update', 'drivers.create', 'plans.create'] as const)
      expect(may('refused', ['send-again', 'give-up'], kind)).toEqual(['correct', 'send-again', 'give-up']);
    for (const kind of ['plans.distribute', 'stops.delete', 'orders.submit'] as const)
      expect(may('refused', ['send-again', 'give-up'], kind)).toEqual(['send-again', 'give-up']);
  });

  it('do not include a correction of a blocked entry, because the fault is in another', () => {
    expect(may('blocked', ['other-plan', 'give-up'])).toEqual(['other-plan', 'give-up']);
  });

  it('are the choices of a decision, except that a conflict is resolved elsewhere', () => {
    expect(may('decision', ['live', 'other-plan', 'give-up'])).toEqual(['live', 'other-plan', 'give-up']);
    expect(may('decision', ['resolve', 'give-up'])).toEqual(['give-up']);
  });

  it('leave out discarding one half of a move, and say why', () => {
    const half: EntryRow = { ...entry, kind: 'unassignedStops.delete', heldBy: 'waiting' };
    expect(actionsOf(half)).toEqual(['retry']);
    expect(actionsOf({ ...half, state: 'blocked' })).toEqual([]);
    expect(heldText(half)).toContain('discard the new stop first');
    const moved: EntryRow = { ...entry, kind: 'stops.move', heldBy: 'done' };
    expect(actionsOf(moved)).toEqual(['retry']);
    expect(actionsOf({ ...moved, state: 'refused', ways: ['send-again'] })).toEqual(['send-again']);
    expect(heldText(moved)).toContain('already on the service');
    expect(heldText({ ...moved, state: 'acknowledged' })).toBeNull();
    expect(heldText(entry)).toBeNull();
  });

  it('for all similar entries are the same but without a form', () => {
    const refused: EntryRow = { ...entry, state: 'refused', ways: ['send-again', 'give-up'] };
    expect(actionsOf(refused)).toEqual(['correct', 'send-again', 'give-up']);
    expect(actionsOfAlike(refused)).toEqual(['send-again', 'give-up']);
  });

  it('are primary only if they neither discard, nor send what is out of date, nor call sent what was not seen', () => {
    const safe = (action: Parameters<typeof isSafe>[0], code: EntryReason['code'] | null) =>
      isSafe(action, { reason: code === null ? null : { code, detail: {} } });
    expect(safe('give-up', null)).toBe(false);
    expect(safe('send-again', 'outbox.day-passed')).toBe(false);
    expect(safe('other-plan', 'outbox.day-passed')).toBe(true);
    expect(safe('send-again', 'service.refused')).toBe(true);
    expect(safe('on-service', 'outbox.cannot-tell')).toBe(false);
    expect(safe('on-service', null)).toBe(false);
    expect(safe('on-service', 'outbox.several-found')).toBe(true);
    expect(safe('correct', null)).toBe(true);
  });

  it('describe resending according to the reason', () => {
    const text = (code: EntryReason['code']) =>
      actionText('send-again', { state: 'decision', reason: { code, detail: {} } });
    expect(text('outbox.day-passed')).toBe('Send anyway…');
    expect(text('outbox.discarded')).toBe('Send again');
    expect(text('outbox.cannot-tell')).toBe('Send again…');
    expect(actionText('give-up', { state: 'queued', reason: null })).toBe('Discard…');
  });
});
