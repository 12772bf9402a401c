/**
 * What a trainer steers in the training service, as the app reads it from the control API and shows it. Written apart
 * from the service's own description of it, as everything the app knows of a service.
 */
import { z } from 'zod';

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

/** Faults that meet a connection before a request is seen: they have no share. */
export const isOfConnection = ({ kind }: Pick<Fault, 'kind'>): boolean => kind === 'refused' || kind === 'certificate';

const moment = z.number().int().nonnegative();

/** Which requests a rule hits; what is left out does not matter. */
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
  /** Milliseconds since the rules were put in force. */
  startsAfter: milliseconds.optional(),
  endsAfter: milliseconds.optional(),
});

export const faultRule = z.strictObject({ hits, fault });
export type FaultRule = z.infer<typeof faultRule>;

/** The state of the training service; unknown fields and presets of another version are no reason to show nothing. */
export const trainingState = z.object({
  /** Milliseconds since the epoch; a speed of 0 stands still, 1 is as usual. */
  clock: z.object({ now: z.number(), speed: z.number() }),
  /** Where the documents are silent: what the service does, by the switch's name. */
  switches: z.record(z.string(), z.string()),
  /** What each switch can be set to, the documented way first. */
  choices: z.record(z.string(), z.array(z.string())),
  faults: z.object({
    preset: z.string().nullable(),
    rules: z.array(faultRule),
    /** How often each rule has hit. */
    hits: z.array(z.number()),
    /** There were rules, and none of them can hit any more. */
    over: z.boolean(),
  }),
  counts: z.object({
    requests: z.number(),
    /** Requests without an answer that are still to be applied. */
    pending: z.number(),
  }),
});
export type TrainingState = z.infer<typeof trainingState>;

/** One request that came to the training service. */
export const trainingRequest = z.object({
  number: z.number(),
  /** The service's time, milliseconds since the epoch. */
  at: z.number(),
  method: z.string(),
  path: z.string(),
  /** What was answered; null: nothing. */
  status: z.number().nullable(),
  faults: z.array(z.string()),
  applied: z.enum(['yes', 'no', 'later']).nullable(),
  /** Nothing more becomes of it. */
  ended: z.boolean(),
});
export type TrainingRequest = z.infer<typeof trainingRequest>;

export const trainingRequests = z.object({ requests: z.array(trainingRequest), count: z.number() });

/** Everything the training screen shows, read in one go. */
export interface TrainingView {
  state: TrainingState;
  /** The last requests, newest first; at most 200. */
  requests: TrainingRequest[];
}
