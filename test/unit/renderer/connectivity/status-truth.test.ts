/** Every combination of what the status bar has to say, and what it must never say together. */
import { describe, expect, it } from 'vitest';
import { statusSentence } from '../../../../src/renderer/connectivity/status-words.ts';
import type { ConnectivityState } from '../../../../src/shared/connections.ts';
import type { Session } from '../../../../src/shared/session.ts';

const now = Date.parse('2026-06-15T12:31:00Z');
const since = Date.parse('2026-06-15T12:05:00Z');

const reaches = ['not connected yet', 'online', 'offline', 'sign-in page'] as const;
const states = {
  'not connected yet': 'unknown',
  online: 'up',
  offline: 'down',
  'sign-in page': 'down',
} as const satisfies Record<(typeof reaches)[number], ConnectivityState['state']>;

interface Situation {
  reach: (typeof reaches)[number];
  keyRefused: boolean;
  firstReading: boolean;
  unread: boolean;
  inDoubt: boolean;
  asking: boolean;
  pending: boolean;
}

function sentenceOf(situation: Situation): string {
  const { reach, keyRefused, firstReading, unread, inDoubt, asking, pending } = situation;
  const error = reach === 'sign-in page' ? 'line.odd-answer' : 'line.unreachable';
  const state = states[reach];
  const session: Pick<Session, 'connectivity' | 'connections' | 'training' | 'outbox' | 'reading'> = {
    connectivity: {
      state,
      since,
      error: state === 'down' ? { code: error, retry: 'later', detail: {} } : null,
    },
    connections: [{ kind: 'planning', kept: 'keychain', refused: keyRefused, otherAccount: false }],
    training: null,
    reading: {
      first: firstReading ? { done: 37, of: 200, secondsLeft: 170 } : null,
      failed: unread ? ['drivers'] : [],
    },
    outbox: {
      waiting: inDoubt ? 2 : 0,
      inDoubt: inDoubt ? 1 : 0,
      pending: pending ? 3 : 0,
      waitingOf: inDoubt ? { stops: 2 } : {},
      asking: asking ? 1 : 0,
      oldestAt: inDoubt || asking ? since : null,
    },
  };
  return statusSentence(session, now);
}

const both = [false, true];
const all: Situation[] = reaches.flatMap((reach) =>
  both.flatMap((keyRefused) =>
    both.flatMap((firstReading) =>
      both.flatMap((unread) =>
        both.flatMap((inDoubt) =>
          both.flatMap((asking) =>
            both.map((pending) => ({ reach, keyRefused, firstReading, unread, inDoubt, asking, pending })),
          ),
        ),
      ),
    ),
  ),
);
const calm = {
  reach: 'online',
  keyRefused: false,
  firstReading: false,
  unread: false,
  inDoubt: false,
  asking: false,
  pending: false,
} as const;

describe('the status bar', () => {
  it.each([
    [{}, 'Online · All changes sent'],
    [{ reach: 'offline' }, 'Offline since 14:05 · All changes sent'],
    [{ reach: 'not connected yet' }, 'Not connected yet · All changes sent'],
    [{ reach: 'sign-in page' }, 'Sign-in page of the network in the way since 14:05 · All changes sent'],
    [{ keyRefused: true }, 'Planning key rejected · All changes sent'],
    [{ firstReading: true }, 'Online · Reading 37 of 200 plans, about 3 min left · All changes sent'],
    [{ unread: true }, 'Online · Not loaded: drivers · No changes waiting'],
    [{ unread: true, firstReading: true }, 'Online · Not loaded: drivers · No changes waiting'],
    [{ pending: true }, 'Online · All changes sent · 3 pending on service'],
    [{ inDoubt: true }, 'Online · 2 stops waiting · 1 unconfirmed · oldest 26 min'],
    [{ asking: true }, 'Online · 1 needs a decision · oldest 26 min'],
    [
      { reach: 'offline', inDoubt: true, asking: true },
      'Offline since 14:05 · 2 stops waiting · 1 unconfirmed · 1 needs a decision · oldest 26 min',
    ],
    [
      { reach: 'sign-in page', inDoubt: true },
      'Sign-in page of the network in the way since 14:05 · 2 stops waiting · 1 unconfirmed · oldest 26 min',
    ],
  ] as const)('in the situation %j says: %s', (difference, sentence) => {
    expect(sentenceOf({ ...calm, ...difference })).toBe(sentence);
  });

  it(`is true in each of ${all.length} combinations`, () => {
    const wrong = all.flatMap((situation) => {
      const sentence = sentenceOf(situation);
      const { reach, keyRefused, firstReading, unread, inDoubt, asking } = situation;
      const rules: Record<string, boolean> = {
        'says Online exactly when the service answers and takes the key':
          sentence.includes('Online') === (reach === 'online' && !keyRefused),
        'says that all is sent only when all was, and never beside a list that was not read':
          sentence.includes('All changes sent') === (!inDoubt && !asking && !unread),
        'names the reading that goes on':
          sentence.includes('Reading') === (reach === 'online' && firstReading && !unread),
        'names what could not be read': sentence.includes('Not loaded') === (reach === 'online' && unread),
        'counts what is unconfirmed': sentence.includes('unconfirmed') === inDoubt,
        'counts what needs a decision': sentence.includes('needs a decision') === asking,
        'is one sentence without a gap': !/^ · | · $|· ·/.test(sentence) && sentence.length > 0,
      };
      return Object.entries(rules).flatMap(([rule, isKept]) => (isKept ? [] : [`${rule}: ${sentence}`]));
    });
    expect(all).toHaveLength(256);
    expect(wrong).toEqual([]);
  });
});
