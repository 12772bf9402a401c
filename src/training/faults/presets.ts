/** Faults under names that a trainer understands. The app has its own texts for the same names. */
import type { Fault, FaultPlan, FaultRule, Hits } from './faults.ts';

export interface Preset {
  title: string;
  /** One sentence: what the user notices. */
  sentence: string;
  plan: FaultPlan;
}

const writes: Hits = { methods: ['POST', 'PATCH', 'DELETE'] };
const rule = (fault: Fault, hits: Hits = {}): FaultRule => ({ hits, fault });
const plan = (...rules: FaultRule[]): FaultPlan => ({ seed: 1, rules });

export const presets = {
  'line-bad': {
    title: 'Flaky network',
    sentence:
      'Everything takes a while, and now and then a connection breaks, before or after the service has done it.',
    plan: plan(
      rule({ kind: 'latency', direction: 'both', least: 200, most: 1_500 }),
      rule({ kind: 'loss-before' }, { share: 0.1 }),
      rule({ kind: 'loss-after' }, { share: 0.1 }),
    ),
  },
  'line-down': {
    title: 'Offline',
    sentence: 'Nobody can reach the service, as when the router is off.',
    plan: plan(rule({ kind: 'refused' })),
  },
  restart: {
    title: 'The service restarts',
    sentence: 'For twenty seconds nobody can connect, for ten more it answers 503; then it is back.',
    plan: plan(
      rule({ kind: 'refused' }, { endsAfter: 20_000 }),
      rule({ kind: 'status', status: 503, applied: false }, { startsAfter: 20_000, endsAfter: 30_000 }),
    ),
  },
  slow: {
    title: 'The service is slow',
    sentence: 'Each answer takes three to twelve seconds.',
    plan: plan(
      rule({ kind: 'latency', direction: 'down', least: 3_000, most: 8_000 }),
      rule({ kind: 'slow-body', takes: 4_000 }, { share: 0.3 }),
    ),
  },
  'answers-lost': {
    title: 'Answers get lost',
    sentence:
      'The service does what it is asked, but every other answer to a change never arrives; some are done late.',
    plan: plan(
      rule({ kind: 'late', after: 45_000, connection: 'cut' }, { ...writes, share: 0.15 }),
      rule({ kind: 'loss-after' }, { ...writes, share: 0.4 }),
    ),
  },
  'too-many': {
    title: 'Too many requests',
    sentence: 'Two of three requests are refused with “too many requests”, whatever the pace.',
    plan: plan(rule({ kind: 'too-many', retryAfter: null }, { share: 0.67 })),
  },
  hotel: {
    title: 'A hotel’s sign-in page',
    sentence:
      'Every request is answered with a page that asks to sign in to the network, and a status that says all is well.',
    plan: plan(rule({ kind: 'html', applied: false })),
  },
  certificate: {
    title: 'The certificate has run out',
    sentence: 'The service shows a certificate that was good until yesterday.',
    plan: plan(rule({ kind: 'certificate', problem: 'expired' })),
  },
  clock: {
    title: 'The clock is wrong',
    sentence: 'Every time that the service says is two hours ahead.',
    plan: plan(rule({ kind: 'clock-skew', by: 2 * 3_600_000 })),
  },
  everything: {
    title: 'Everything at once',
    sentence: 'Slow, lost, late, refused, cut short and answered by the wrong machine, by turns.',
    plan: plan(
      rule({ kind: 'latency', direction: 'both', least: 0, most: 2_000 }),
      rule({ kind: 'clock-skew', by: -5 * 60_000 }),
      rule({ kind: 'loss-before' }, { share: 0.06 }),
      rule({ kind: 'loss-after' }, { share: 0.06 }),
      rule({ kind: 'late', after: 20_000, connection: 'cut' }, { ...writes, share: 0.06 }),
      rule({ kind: 'status', status: 500, applied: true }, { share: 0.06 }),
      rule({ kind: 'status', status: 502, applied: false }, { share: 0.06 }),
      rule({ kind: 'too-many', retryAfter: 5 }, { share: 0.08 }),
      rule({ kind: 'truncated', bytes: 40 }, { share: 0.06 }),
      rule({ kind: 'html', applied: false }, { share: 0.05 }),
      rule({ kind: 'slow-headers', takes: 4_000 }, { share: 0.05 }),
      rule({ kind: 'slow-body', takes: 4_000 }, { share: 0.05 }),
    ),
  },
} as const satisfies Record<string, Preset>;

export type PresetName = keyof typeof presets;
export const presetNames = Object.keys(presets) as PresetName[];
