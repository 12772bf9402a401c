/**
 * The training service's controls, as the app reads them from the control API and shows them. Written independently of
 * the service's own description, like everything that the app knows about a service.
 */
import { z } from './schemas.ts';

export const presetNames = [
  'line-bad',
  'line-down',
  'restart',
  'slow',
  'answers-lost',
  'too-many',
  'hotel',
  'certificate',
  'clock',
  'everything',
] as const;
export type PresetName = (typeof presetNames)[number];

const milliseconds = z.number().int().min(0).max(3_600_000);

/** What can go wrong; durations in milliseconds. */
export const fault = z.discriminatedUnion('kind', [
  z
    .strictObject({
      kind: z.literal('latency'),
      direction: z.enum(['up', 'down', 'both']),
      least: milliseconds,
      most: milliseconds,
    })
    .refine(({ least, most }) => least <= most, { path: ['least'] }),
  z.strictObject({ kind: z.literal('loss-before') }),
  z.strictObject({ kind: z.literal('loss-after') }),
  z.strictObject({
    kind: z.literal('status'),
    status: z.union([z.literal(500), z.literal(502), z.literal(503)]),
    applied: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal('late'),
    /** At most ten minutes. */
    after: z.number().int().min(0).max(600_000),
    connection: z.enum(['cut', 'open']),
  }),
  z.strictObject({
    kind: z.literal('too-many'),
    /** Seconds; null: the answer does not say. */
    retryAfter: z.number().int().min(0).max(86_400).nullable(),
  }),
  z.strictObject({ kind: z.literal('truncated'), bytes: z.number().int().min(0).max(16_777_216) }),
  z.strictObject({ kind: z.literal('html'), applied: z.boolean() }),
  z.strictObject({ kind: z.literal('slow-headers'), takes: milliseconds }),
  z.strictObject({ kind: z.literal('slow-body'), takes: milliseconds }),
  z.strictObject({ kind: z.literal('clock-skew'), by: z.number().min(-34_560_000_000).max(34_560_000_000) }),
  z.strictObject({ kind: z.literal('refused') }),
  z.strictObject({
    kind: z.literal('certificate'),
    problem: z.enum(['expired', 'wrong-host', 'self-signed', 'unknown-issuer']),
  }),
]);
export type Fault = z.infer<typeof fault>;
export type FaultKind = Fault['kind'];

/** Faults of a connection, which strike before a request exists and therefore have no share. */
export const isOfConnection = ({ kind }: Pick<Fault, 'kind'>): boolean => kind === 'refused' || kind === 'certificate';

const moment = z.number().int().nonnegative();

/** Which requests a rule matches. Omitted conditions match everything. */
const hits = z.strictObject({
  methods: z.array(z.enum(['GET', 'POST', 'PATCH', 'DELETE'])).optional(),
  path: z.string().min(1).max(300).optional(),
  operations: z.array(z.string().max(100)).optional(),
  limitClasses: z.array(z.string().max(100)).optional(),
  /** 0 to 1 */
  share: z.number().min(0).max(1).optional(),
  atMost: z.number().int().min(0).max(1_000_000).optional(),
  /** By the service's time, milliseconds since the epoch. */
  from: moment.optional(),
  until: moment.optional(),
  /** Milliseconds since the rules were activated. */
  startsAfter: milliseconds.optional(),
  endsAfter: milliseconds.optional(),
});

export const faultRule = z.strictObject({ hits, fault });
export type FaultRule = z.infer<typeof faultRule>;

/** The state of the training service. Unknown fields and presets of another version must not fail the parse. */
export const trainingState = z.object({
  /** Milliseconds since the epoch; speed 0 stops the clock, 1 is normal. */
  clock: z.object({ now: z.number(), speed: z.number() }),
  /** Behaviour that the documents leave open, by the switch's name. */
  switches: z.record(z.string(), z.string()),
  /** The settings of each switch, the documented one first. */
  choices: z.record(z.string(), z.array(z.string())),
  faults: z.object({
    preset: z.string().nullable(),
    rules: z.array(faultRule),
    /** How often each rule has hit. */
    hits: z.array(z.number()),
    /** There were rules, but none can match again. */
    over: z.boolean(),
  }),
  counts: z.object({
    requests: z.number(),
    /** Requests without an answer that will still be applied. */
    pending: z.number(),
  }),
});
export type TrainingState = z.infer<typeof trainingState>;

/** One request to the training service. */
export const trainingRequest = z.object({
  number: z.number(),
  /** The service's time, milliseconds since the epoch. */
  at: z.number(),
  method: z.string(),
  path: z.string(),
  /** The status of the answer. Null: none. */
  status: z.number().nullable(),
  faults: z.array(z.string()),
  applied: z.enum(['yes', 'no', 'later']).nullable(),
  /** The request is finished. */
  ended: z.boolean(),
});
export type TrainingRequest = z.infer<typeof trainingRequest>;

export const trainingRequests = z.object({ requests: z.array(trainingRequest), count: z.number() });

/** Everything that the training screen shows, read at once. */
export interface TrainingView {
  state: TrainingState;
  /** The last requests, newest first; at most 200. */
  requests: TrainingRequest[];
}
