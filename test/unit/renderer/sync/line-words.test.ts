import { describe, expect, it } from 'vitest';
import { lineWords, outboxWords } from '../../../../src/renderer/sync/line-words.ts';
import type { ConnectionState, LineState } from '../../../../src/shared/connections.ts';

const now = Date.parse('2026-06-15T12:31:00Z');
const since = Date.parse('2026-06-15T12:05:00Z');
const line = (state: LineState['state']): LineState => ({ state, since, error: null });
const key = (kind: ConnectionState['kind'], refused: boolean): ConnectionState => ({
  kind,
  kept: 'keychain',
  refused,
  otherAccount: false,
});
const words = (state: LineState['state'], connections: ConnectionState[] = [], running: boolean | null = null) =>
  lineWords({ line: line(state), connections, training: running === null ? null : { running } }, now);

describe('the line in words', () => {
  it('says whether it is up, and since when not', () => {
    expect(words('up').text).toBe('Line is up');
    expect(words('down')).toMatchObject({ text: 'No line since 14:05', action: 'try' });
    expect(words('down', [], false).text).toBe('Training service stopped since 14:05');
    expect(words('down', [], true).text).toBe('No line since 14:05');
    expect(words('unknown').text).toBe('Line not tried yet');
  });

  it('says first that a key was refused, because nothing goes out until that is settled', () => {
    expect(words('up', [key('planning', true), key('orders', false)])).toMatchObject({
      text: 'Planning key refused',
      action: 'key',
    });
    expect(words('paused', [key('planning', true), key('orders', true)]).text).toBe('Key refused');
  });
});

describe('the outbox in words', () => {
  it('says how much waits, how much asks and since when', () => {
    expect(outboxWords({ waiting: 3, asking: 0, oldestAt: since }, now)).toEqual({
      text: '3 stops wait · oldest 26 min',
      tone: 'warning',
    });
    expect(outboxWords({ waiting: 1, asking: 2, oldestAt: since }, now)).toEqual({
      text: '1 stop waits · 2 ask for a decision · oldest 26 min',
      tone: 'danger',
    });
    expect(outboxWords({ waiting: 0, asking: 0, oldestAt: null }, now).text).toBe('Everything has reached the service');
  });
});
