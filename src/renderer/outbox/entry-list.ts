/** Which entries the outbox screen shows, and in which order. */
import type { EntryRow } from '../../shared/entries.ts';
import type { Noun } from '../../shared/outbox-kinds.ts';
import { type PlainKey, t } from '../messages/index.ts';
import { type EntryGroup, entryFits, isIn, planText, subjectText } from './entry-words.ts';
import { nounOf, nounWords } from './kind-words.ts';

const orders = ['typed', 'newest', 'next', 'name', 'plan'] as const;
type EntryOrder = (typeof orders)[number];

const orderWords: Readonly<Record<EntryOrder, PlainKey>> = {
  typed: 'outbox.orderTyped',
  newest: 'outbox.orderNewest',
  next: 'outbox.orderNext',
  name: 'outbox.orderName',
  plan: 'outbox.orderPlan',
};
export const orderOptions = orders.map((value) => ({ value, label: t(orderWords[value]) }));

export interface EntryView {
  group: EntryGroup;
  noun: Noun | 'all';
  /** Id of a plan, `none` for what belongs to none, `all`. */
  plan: string;
  order: EntryOrder;
  /** As typed. */
  filter: string;
}

export const wholeView: EntryView = { group: 'open', noun: 'all', plan: 'all', order: 'typed', filter: '' };

/** True while something beside the group of states leaves entries out. */
export const isNarrowed = ({ noun, plan, filter }: EntryView): boolean =>
  noun !== 'all' || plan !== 'all' || filter.trim() !== '';

const fitsPlan = ({ planId }: EntryRow, plan: string) => plan === 'all' || (planId ?? 'none') === plan;

const byText = (text: (entry: EntryRow) => string) => (one: EntryRow, other: EntryRow) =>
  text(one).localeCompare(text(other)) || one.sequence - other.sequence;

// As typed is by sequence, never by clock (outbox, Rule 13).
const comparisons: Readonly<Record<EntryOrder, (one: EntryRow, other: EntryRow) => number>> = {
  typed: (one, other) => one.sequence - other.sequence,
  newest: (one, other) => other.sequence - one.sequence,
  next: (one, other) => (one.notBefore ?? 0) - (other.notBefore ?? 0) || one.sequence - other.sequence,
  name: byText(subjectText),
  plan: byText(planText),
};

/** The entries that fit, in order. */
export function entriesShown(all: readonly EntryRow[], view: EntryView): EntryRow[] {
  const { group, noun, plan, order, filter } = view;
  return all
    .filter((entry) => isIn(group, entry) && (noun === 'all' || nounOf(entry.kind) === noun) && fitsPlan(entry, plan))
    .filter((entry) => entryFits(entry, filter))
    .sort(comparisons[order]);
}

/** Kinds that there are entries of, everything first. */
export function nounOptions(all: readonly EntryRow[]): { value: Noun | 'all'; label: string }[] {
  const present = new Set(all.map(({ kind }) => nounOf(kind)));
  const nouns = (Object.keys(nounWords) as Noun[]).filter((noun) => present.has(noun));
  return [
    { value: 'all', label: t('outbox.nounsAll') },
    ...nouns.map((value) => ({ value, label: t(nounWords[value]) })),
  ];
}

/** Plans that there are entries of, by title. */
export function planOptions(all: readonly EntryRow[]): { value: string; label: string }[] {
  const titles = new Map<string, string>();
  for (const entry of all)
    titles.set(entry.planId ?? 'none', entry.planId === null ? t('outbox.plansNone') : planText(entry));
  const plans = [...titles].map(([value, label]) => ({ value, label }));
  return [
    { value: 'all', label: t('outbox.plansAll') },
    ...plans.sort((one, other) => one.label.localeCompare(other.label)),
  ];
}
