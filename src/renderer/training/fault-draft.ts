/** A fault rule while it is edited: texts that may not be valid yet, and their conversion to a rule. */
import { faultRule, isOfConnection, type Fault, type FaultKind, type FaultRule } from '../../shared/training.ts';
import { t } from '../../messages/index.ts';

export type FaultField =
  | {
      type: 'number';
      name: string;
      /** Wire units per displayed unit. */
      unit: number;
      /** In the displayed unit. */
      least: number;
      most: number;
      /** May be empty, which is null on the wire. */
      optional?: true;
    }
  | { type: 'choice'; name: string; values: readonly string[] };

const seconds = (name: string, most = 3_600): FaultField => ({ type: 'number', name, unit: 1_000, least: 0, most });
const applied: FaultField = { type: 'choice', name: 'applied', values: ['true', 'false'] };

export const fieldsOf: Readonly<Record<FaultKind, readonly FaultField[]>> = {
  latency: [seconds('least'), seconds('most'), { type: 'choice', name: 'direction', values: ['up', 'down', 'both'] }],
  'loss-before': [],
  'loss-after': [],
  status: [{ type: 'choice', name: 'status', values: ['500', '502', '503'] }, applied],
  late: [seconds('after', 600), { type: 'choice', name: 'connection', values: ['cut', 'open'] }],
  'too-many': [{ type: 'number', name: 'retryAfter', unit: 1, least: 0, most: 86_400, optional: true }],
  truncated: [{ type: 'number', name: 'bytes', unit: 1, least: 0, most: 1_000_000 }],
  html: [applied],
  'slow-headers': [seconds('takes')],
  'slow-body': [seconds('takes')],
  'clock-skew': [{ type: 'number', name: 'by', unit: 60_000, least: -576_000, most: 576_000 }],
  refused: [],
  certificate: [
    { type: 'choice', name: 'problem', values: ['expired', 'wrong-host', 'self-signed', 'unknown-issuer'] },
  ],
};

/** Initial values of an added fault. */
const beginnings: { [Kind in FaultKind]: Extract<Fault, { kind: Kind }> } = {
  latency: { kind: 'latency', direction: 'both', least: 500, most: 3_000 },
  'loss-before': { kind: 'loss-before' },
  'loss-after': { kind: 'loss-after' },
  status: { kind: 'status', status: 500, applied: true },
  late: { kind: 'late', after: 30_000, connection: 'cut' },
  'too-many': { kind: 'too-many', retryAfter: null },
  truncated: { kind: 'truncated', bytes: 40 },
  html: { kind: 'html', applied: false },
  'slow-headers': { kind: 'slow-headers', takes: 5_000 },
  'slow-body': { kind: 'slow-body', takes: 5_000 },
  'clock-skew': { kind: 'clock-skew', by: 7_200_000 },
  refused: { kind: 'refused' },
  certificate: { kind: 'certificate', problem: 'expired' },
};

export const faultKinds = Object.keys(beginnings) as FaultKind[];

/** The affected requests; `others` stands for a choice that this screen does not offer. */
export type Which = 'all' | 'reads' | 'writes' | 'others';

const writes = ['POST', 'PATCH', 'DELETE'] as const;

export interface FaultDraft {
  kind: FaultKind;
  /** Field texts by field name. */
  texts: Record<string, string>;
  /** 0 to 100. */
  percent: number;
  which: Which;
  /** The original conditions; those the screen does not show are kept. */
  hits: FaultRule['hits'];
}

function whichOf({ methods }: FaultRule['hits']): Which {
  if (methods === undefined) return 'all';
  if (methods.join() === 'GET') return 'reads';
  return methods.length === writes.length && writes.every((method) => methods.includes(method)) ? 'writes' : 'others';
}

type Value = string | number | boolean | null;

function textOf(field: FaultField, value: Value | undefined): string {
  if (value === null || value === undefined) return '';
  return field.type === 'number' ? String(Number(value) / field.unit) : String(value);
}

export function draftOf({ hits, fault }: FaultRule): FaultDraft {
  const values: Readonly<Record<string, Value>> = { ...fault };
  return {
    kind: fault.kind,
    texts: Object.fromEntries(fieldsOf[fault.kind].map((field) => [field.name, textOf(field, values[field.name])])),
    percent: Math.round((hits.share ?? 1) * 100),
    which: whichOf(hits),
    hits,
  };
}

export const newDraft = (kind: FaultKind): FaultDraft => draftOf({ hits: {}, fault: beginnings[kind] });

/** Whether a rule has conditions that the screen does not show. */
export const hasFurther = ({ hits }: FaultDraft): boolean =>
  Object.entries(hits).some(([name, value]) => value !== undefined && name !== 'share' && name !== 'methods');

/** The field's value for the service; undefined when the text is invalid. */
function valueOf(field: FaultField, text: string): unknown {
  if (field.type === 'choice') {
    if (field.name === 'applied') return text === 'true';
    return field.name === 'status' ? Number(text) : text;
  }
  const typed = text.trim().replace(',', '.');
  if (typed === '') return field.optional ? null : undefined;
  const value = /^-?\d+(\.\d+)?$/.test(typed) ? Number(typed) : NaN;
  return value >= field.least && value <= field.most ? Math.round(value * field.unit) : undefined;
}

/** Problem texts by field name; empty when there are none. */
export function problemsOf({ kind, texts }: FaultDraft): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const field of fieldsOf[kind]) {
    if (field.type !== 'number' || valueOf(field, texts[field.name] ?? '') !== undefined) continue;
    problems[field.name] = t('training.notANumber', { least: field.least, most: field.most });
  }
  const [least, most] = ['least', 'most'].map((name) => Number((texts[name] ?? '').replace(',', '.')));
  if (kind === 'latency' && !('least' in problems) && least !== undefined && most !== undefined && least > most) {
    problems['least'] = t('training.notInOrder');
  }
  return problems;
}

function hitsOf(draft: FaultDraft): FaultRule['hits'] {
  const { share: _share, methods, ...kept } = draft.hits;
  if (isOfConnection(draft)) return kept;
  const share = draft.percent === 100 ? {} : { share: draft.percent / 100 };
  switch (draft.which) {
    case 'all':
      return { ...kept, ...share };
    case 'reads':
      return { ...kept, ...share, methods: ['GET'] };
    case 'writes':
      return { ...kept, ...share, methods: [...writes] };
    case 'others':
      return { ...kept, ...share, ...(methods === undefined ? {} : { methods }) };
  }
}

/** The edited rule; undefined while a field is invalid. */
export function ruleOf(draft: FaultDraft): FaultRule | undefined {
  const values = fieldsOf[draft.kind].map((field) => [field.name, valueOf(field, draft.texts[field.name] ?? '')]);
  const read = faultRule.safeParse({
    hits: hitsOf(draft),
    fault: { kind: draft.kind, ...(Object.fromEntries(values) as Record<string, unknown>) },
  });
  return read.success ? read.data : undefined;
}
