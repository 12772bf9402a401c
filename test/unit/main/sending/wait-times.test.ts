import { describe, expect, it } from 'vitest';
import { safeTimes } from '../../../../src/main/outbox/core.ts';
import { timesAsked, timesFor } from '../../../../src/main/sending/wait-times.ts';

const asked = { settle: 300, late: 900 };

describe('the wait times of the core', () => {
  it.each(['https://127.0.0.1:4711', 'https://localhost', 'https://[::1]:4711'])(
    'are as configured for a service on this computer: %s',
    (origin) => expect(timesFor(origin, asked)).toEqual(asked),
  );

  it.each([
    'https://api.example',
    'https://127.0.0.1.example',
    'https://localhost.example',
    'https://10.0.0.1',
    'https://192.168.1.2:4711',
  ])('are the safe ones for any other service: %s', (origin) => expect(timesFor(origin, asked)).toEqual(safeTimes));

  it('are never longer than the safe ones, and the first never longer than the second', () => {
    const origin = 'https://127.0.0.1:1';
    expect(timesFor(origin, { settle: 9_999_999, late: 9_999_999 })).toEqual(safeTimes);
    expect(timesFor(origin, { late: 900 })).toEqual({ settle: 900, late: 900 });
    expect(timesFor(origin, {})).toEqual(safeTimes);
  });

  it('are read from the environment as whole milliseconds only', () => {
    expect(timesAsked({ DEPOT_DESK_SETTLE_MS: '300', DEPOT_DESK_LATE_MS: '900' })).toEqual(asked);
    expect(timesAsked({ DEPOT_DESK_SETTLE_MS: '-1', DEPOT_DESK_LATE_MS: '1e3' })).toEqual({});
    expect(timesAsked({})).toEqual({});
  });
});
