/** Validates a fault plan from the control API. As everywhere in this service, a 400 names the field. */
import { endpoints, limits, type EndpointName, type LimitClass } from '../../shared/endpoints.ts';
import { invalid } from '../http/errors.ts';
import { fields, list, number, oneOf, orNull, required, text, truth, whole, type Check } from '../validate/check.ts';
import { certificateProblems, isOfConnection, latest, methods } from './faults.ts';
import type { Fault, FaultKind, FaultPlan, FaultRule, Hits } from './faults.ts';

const mostRules = 50;
const longest = 3_600_000;
const moment = whole(0, Number.MAX_SAFE_INTEGER);
const duration = whole(0, longest);

type Rest = Record<string, unknown>;

/** An object with exactly these fields, all of them required. */
const all =
  <Shape extends Record<string, Check<unknown>>>(
    shape: Shape,
  ): Check<{ [Name in keyof Shape]: ReturnType<Shape[Name]> }> =>
  (value, path) => {
    const given = fields(shape)(value, path);
    required(given, path, ...Object.keys(shape));
    return given as { [Name in keyof Shape]: ReturnType<Shape[Name]> };
  };

const waits = all({ direction: oneOf('up', 'down', 'both'), least: duration, most: duration });

const checkWaits: Check<ReturnType<typeof waits>> = (value, path) => {
  const checked = waits(value, path);
  if (checked.least > checked.most) throw invalid(`${path}.least`, `${path}.least must not be above ${path}.most.`);
  return checked;
};

const checkStatus: Check<500 | 502 | 503> = (value, path) => {
  if (value !== 500 && value !== 502 && value !== 503) throw invalid(path, `${path} must be 500, 502 or 503.`);
  return value;
};

/** The checks of the other fields, by kind. */
const details: { [Kind in FaultKind]: Check<Omit<Extract<Fault, { kind: Kind }>, 'kind'>> } = {
  latency: checkWaits,
  'loss-before': all({}),
  'loss-after': all({}),
  status: all({ status: checkStatus, applied: truth }),
  late: all({ after: whole(0, latest), connection: oneOf('cut', 'open') }),
  'too-many': all({ retryAfter: orNull(whole(0, 86_400)) }),
  truncated: all({ bytes: whole(0, 16 * 1024 * 1024) }),
  html: all({ applied: truth }),
  'slow-headers': all({ takes: duration }),
  'slow-body': all({ takes: duration }),
  'clock-skew': all({ by: number(-400 * 86_400_000, 400 * 86_400_000) }),
  refused: all({}),
  certificate: all({ problem: oneOf(...certificateProblems) }),
};

export const faultKinds = Object.keys(details) as FaultKind[];

const checkKind = oneOf(...faultKinds);

export const faultCheck: Check<Fault> = (value, path) => {
  if (typeof value !== 'object' || value === null) throw invalid(path, `${path} must be an object.`);
  const { kind, ...rest }: Rest = { ...value };
  const checked = checkKind(kind, `${path}.kind`);
  // `details` has validated the rest for this kind.
  return { kind: checked, ...details[checked](rest, path) } as Fault;
};

const hits = fields({
  methods: list(oneOf(...methods), 1, methods.length),
  path: text(300),
  operations: list(oneOf(...(Object.keys(endpoints) as EndpointName[])), 1, 100),
  limitClasses: list(oneOf(...(Object.keys(limits) as LimitClass[])), 1, 20),
  share: number(0, 1),
  atMost: whole(0, 1_000_000),
  from: moment,
  until: moment,
  startsAfter: duration,
  endsAfter: duration,
});

const ofRequests = [
  'methods',
  'path',
  'operations',
  'limitClasses',
  'share',
  'atMost',
] as const satisfies (keyof Hits)[];

const rule: Check<FaultRule> = (value, path) => {
  const given = fields({ hits, fault: faultCheck })(value, path);
  required(given, path, 'fault');
  const checked: FaultRule = { hits: given.hits ?? {}, fault: given.fault as Fault };
  const wrong = isOfConnection(checked.fault) ? ofRequests.find((name) => checked.hits[name] !== undefined) : undefined;
  if (wrong !== undefined) {
    const field = `${path}.hits.${wrong}`;
    throw invalid(field, `${field} says nothing here: '${checked.fault.kind}' comes before a request is seen.`);
  }
  return checked;
};

/** `{seed?, rules}`; throws a refusal (400) that names the field. */
export const faultPlan: Check<FaultPlan> = (value, path) => {
  const given = fields({ seed: whole(0, 2 ** 32 - 1), rules: list(rule, 0, mostRules) })(value, path);
  required(given, path, 'rules');
  return { seed: given.seed ?? 1, rules: given.rules ?? [] };
};
