/** Filter and sort order of the outbox screen. */
import {
  noPlan,
  type EntryGroup,
  type EntryOrder,
  type EntryQuery,
  entryOrders,
  groupStates,
  type OutboxOverview,
} from '../../shared/entries.ts';
import { entryStates } from '../../shared/outbox.ts';
import { type EntryKind, type Noun, operations } from '../../shared/outbox-kinds.ts';
import { codesSaying } from '../lib/error-text.ts';
import { type PlainKey, t } from '../../messages/index.ts';
import { stateText } from './entry-words.ts';
import { kindText, nounWords } from './kind-words.ts';

const orderWords: Readonly<Record<EntryOrder, PlainKey>> = {
  typed: 'outbox.orderTyped',
  newest: 'outbox.orderNewest',
  next: 'outbox.orderNext',
  name: 'outbox.orderName',
  plan: 'outbox.orderPlan',
};
export const orderOptions = entryOrders.map((value) => ({ value, label: t(orderWords[value]) }));

export interface EntryView {
  group: EntryGroup;
  noun: Noun | 'all';
  /** Id of a plan, `none` for entries without a plan, or `all`. */
  plan: string;
  order: EntryOrder;
  /** The search text as typed. */
  filter: string;
}

export const wholeView: EntryView = { group: 'open', noun: 'all', plan: 'all', order: 'typed', filter: '' };

/** Whether any filter other than the group of states is set. */
export const isNarrowed = ({ noun, plan, filter }: EntryView): boolean =>
  noun !== 'all' || plan !== 'all' || filter.trim() !== '';

const kinds = Object.keys(operations) as EntryKind[];

/** The query for main. */
export function queryOf({ group, noun, plan, order, filter }: EntryView): Omit<EntryQuery, 'cursor'> {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 50);
  return {
    group,
    noun: noun === 'all' ? null : noun,
    planId: plan === 'all' ? null : plan,
    order,
    // Main searches names and addresses; the texts for kinds, states and reasons exist only here.
    words: words.map((text) => ({
      text: text.slice(0, 255),
      kinds: kinds.filter((kind) => kindText(kind).toLowerCase().includes(text)),
      states: entryStates.filter((state) => stateText(state).toLowerCase().includes(text)),
      reasons: codesSaying(text),
    })),
  };
}

/** Number of entries in a group. */
export const countIn = (group: EntryGroup, { states }: Pick<OutboxOverview, 'states'>): number =>
  groupStates[group].reduce((sum, state) => sum + (states[state] ?? 0), 0);

/** Options for the kinds that occur in the outbox, "all" first. */
export const nounOptions = ({ nouns }: Pick<OutboxOverview, 'nouns'>): { value: Noun | 'all'; label: string }[] => [
  { value: 'all', label: t('outbox.nounsAll') },
  ...nouns.map((value) => ({ value, label: t(nounWords[value]) })),
];

/** Options for the plans that occur in the outbox, "all" first, then by title. */
export function planOptions({ plans }: Pick<OutboxOverview, 'plans'>): { value: string; label: string }[] {
  const named = plans.map(({ id, title }) => ({
    value: id ?? noPlan,
    label: id === null ? t('outbox.plansNone') : (title ?? t('outbox.planUnknown')),
  }));
  return [
    { value: 'all', label: t('outbox.plansAll') },
    ...named.sort((one, other) => one.label.localeCompare(other.label)),
  ];
}
