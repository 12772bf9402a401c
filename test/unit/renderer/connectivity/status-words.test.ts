import { describe, expect, it } from 'vitest';
import {
  lineWords,
  outboxWords,
  waitingSentence,
  waitingText,
} from '../../../../src/renderer/connectivity/status-words.ts';
import type { ConnectionState, ConnectivityState } from '../../../../src/shared/connections.ts';
import type { OutboxSummary } from '../../../../src/shared/outbox.ts';

const now = Date.parse('2026-06-15T12:31:00Z');
const since = Date.parse('2026-06-15T12:05:00Z');
const line = (state: ConnectivityState['state']): ConnectivityState => ({ state, since, error: null });
const key = (kind: ConnectionState['kind'], refused: boolean): ConnectionState => ({
  kind,
  kept: 'keychain',
  refused,
  otherAccount: false,
});
const empty: OutboxSummary = { waiting: 0, inDoubt: 0, pending: 0, waitingOf: {}, asking: 0, oldestAt: null };
const said = (outbox: OutboxSummary) => outboxWords({ outbox, reading: { first: null, failed: [] } }, now);
const words = (
  state: ConnectivityState['state'],
  connections: ConnectionState[] = [],
  running: boolean | null = null,
) =>
  lineWords(
    { connectivity: line(state), connections, training: running === null ? null : { running }, outbox: empty },
    now,
  );

describe('the text for the connectivity', () => {
  it('says whether it is online, or since when not', () => {
    expect(words('up').text).toBe('Online');
    expect(words('down')).toMatchObject({ text: 'Offline since 14:05', action: 'try' });
    expect(words('down', [], false).text).toBe('Training service stopped since 14:05');
    expect(words('down', [], true).text).toBe('Offline since 14:05');
    expect(words('unknown').text).toBe('Not connected yet');
  });

  it('mentions a refused key first, because nothing is sent until that is settled', () => {
    expect(words('up', [key('planning', true), key('orders', false)])).toMatchObject({
      text: 'Planning key rejected',
      action: 'key',
    });
    expect(words('paused', [key('planning', true), key('orders', true)]).text).toBe('Key rejected');
  });

  it('names the keychain that has not given a key, and offers to try again', () => {
    const unread: ConnectionState = { ...key('planning', false), kept: 'unread' };
    expect(words('unknown', [unread])).toMatchObject({
      text: 'Waiting for the keychain of this computer',
      action: 'try',
    });
  });
});

describe('the text for the outbox', () => {
  const stops = (waiting: number, asking = 0): OutboxSummary => ({
    ...empty,
    waiting,
    waitingOf: waiting === 0 ? {} : { stops: waiting },
    asking,
    oldestAt: waiting + asking === 0 ? null : since,
  });

  it('says how many entries wait, how many need a decision, and since when', () => {
    expect(said(stops(3))).toEqual({ text: '3 stops waiting · oldest 26 min', tone: 'warning' });
    expect(said(stops(1, 2))).toEqual({
      text: '1 stop waiting · 2 need a decision · oldest 26 min',
      tone: 'danger',
    });
    expect(said(stops(0)).text).toBe('All changes sent');
  });

  it('counts waiting entries by their kind', () => {
    expect(waitingText({ stops: 12, orders: 3, plans: 1 })).toBe('12 stops, 3 orders, 1 plan');
    const mixed: OutboxSummary = { ...empty, waiting: 15, waitingOf: { stops: 12, orders: 3 }, oldestAt: since };
    expect(said(mixed).text).toBe('Waiting: 12 stops, 3 orders · oldest 26 min');
  });

  it('says in one sentence what everything waits for', () => {
    const sentence = (outbox: OutboxSummary, state: ConnectivityState['state'], connections: ConnectionState[] = []) =>
      waitingSentence({ connectivity: line(state), connections, training: null, outbox }, now);
    expect(sentence(stops(12), 'down')).toBe('Offline since 14:05 · 12 stops, oldest 26 min');
    expect(sentence(stops(12), 'up')).toBe('Sending now · 12 stops, oldest 26 min');
    expect(sentence(stops(12), 'up', [key('planning', true)])).toBe('Waiting for a new key · 12 stops, oldest 26 min');
    expect(sentence(stops(1, 2), 'down')).toBe('Offline since 14:05 · 1 stop, 2 need a decision, oldest 26 min');
    expect(sentence(stops(0, 1), 'up')).toBe('Waiting for your decision · 1 needs a decision, oldest 26 min');
    expect(sentence(stops(0), 'up')).toBeNull();
  });

  it('says since when it is offline, whether or not entries wait', () => {
    const session = { connectivity: line('down'), connections: [], training: null };
    expect(lineWords({ ...session, outbox: stops(2) }, now).text).toBe('Offline since 14:05');
    expect(lineWords({ ...session, outbox: stops(0) }, now).text).toBe('Offline since 14:05');
  });
});
