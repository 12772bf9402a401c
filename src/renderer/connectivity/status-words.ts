/** Texts for connectivity and outbox. */
import type { Session } from '../../shared/session.ts';
import { unreachable } from '../../shared/errors.ts';
import type { OutboxSummary } from '../../shared/outbox.ts';
import type { Noun } from '../../shared/outbox-kinds.ts';
import { formatAge, formatDuration, formatMoment } from '../lib/format.ts';
import { type MessageKey, t } from '../../messages/index.ts';

export interface LineWords {
  text: string;
  tone: 'neutral' | 'positive' | 'warning' | 'danger';
  icon: 'up' | 'down' | 'key';
  /** The action offered to the user. */
  action: 'try' | 'key' | null;
}

/** @param now milliseconds since the epoch */
export function lineWords(
  session: Pick<Session, 'connectivity' | 'connections' | 'training' | 'outbox'>,
  now: number,
): LineWords {
  const refused = session.connections.filter((connection) => connection.refused).map((connection) => connection.kind);
  if (refused.length > 0) {
    const key = { planning: 'shell.keyRefusedPlanning', orders: 'shell.keyRefusedOrders' } as const;
    const only = refused.length === 1 ? refused[0] : undefined;
    return { text: t(only ? key[only] : 'shell.keyRefused'), tone: 'danger', icon: 'key', action: 'key' };
  }
  const [other] = session.connections.filter(({ otherAccount }) => otherAccount);
  if (other !== undefined) {
    const words = { planning: 'shell.otherAccountPlanning', orders: 'shell.otherAccountOrders' } as const;
    return { text: t(words[other.kind]), tone: 'danger', icon: 'key', action: 'key' };
  }
  if (isKeyUnread(session)) return { text: t('shell.keysUnread'), tone: 'warning', icon: 'key', action: 'try' };
  const { state, since } = session.connectivity;
  switch (state) {
    case 'unknown':
      return { text: t('shell.lineUnknown'), tone: 'neutral', icon: 'up', action: null };
    case 'up':
      return { text: t('shell.lineUp'), tone: 'positive', icon: 'up', action: null };
    case 'down': {
      const stopped = session.training !== null && !session.training.running;
      const foreign = session.connectivity.error?.code === 'line.odd-answer';
      const words = stopped ? 'shell.trainingStopped' : foreign ? 'shell.signInPage' : 'shell.lineDown';
      return { text: t(words, { since: formatMoment(since, now) }), tone: 'warning', icon: 'down', action: 'try' };
    }
    case 'paused':
      return { text: t('shell.linePaused'), tone: 'warning', icon: 'down', action: 'try' };
    default:
      return unreachable(state);
  }
}

const isKeyUnread = ({ connections }: Pick<Session, 'connections'>) =>
  connections.some(({ kept }) => kept === 'unread');

const counts = {
  stops: 'shell.countStops',
  unassignedStops: 'shell.countUnassigned',
  orders: 'shell.countOrders',
  drivers: 'shell.countDrivers',
  plans: 'shell.countPlans',
} as const satisfies Record<Noun, MessageKey>;

/** `12 stops`, `12 stops, 3 orders`. */
export function waitingText(waitingOf: OutboxSummary['waitingOf']): string {
  const nouns = (Object.keys(counts) as Noun[]).filter((noun) => (waitingOf[noun] ?? 0) > 0);
  return nouns.map((noun) => t(counts[noun], { count: waitingOf[noun] ?? 0 })).join(', ');
}

/** How far the first reading is, or what could not be read; null: nothing to say, or offline, which says more. */
export function readingWords({
  connectivity,
  reading: { first, failed },
}: Pick<Session, 'connectivity' | 'reading'>): { text: string; tone: 'neutral' | 'warning' } | null {
  if (connectivity.state !== 'up') return null;
  if (failed.length > 0) {
    const lists = failed.map((list) => t(`shell.list.${list}`)).join(', ');
    return { text: t('shell.notLoaded', { lists }), tone: 'warning' };
  }
  if (first === null) return null;
  const { done, of, secondsLeft } = first;
  const text =
    secondsLeft === null
      ? t('shell.readingPlans', { done, of })
      : t('shell.readingPlansLeft', { done, of, left: formatDuration(secondsLeft) });
  return { text, tone: 'neutral' };
}

/** How much is waiting, pending on the service or needs a decision, and for how long. */
export function outboxWords(
  { outbox, reading }: Pick<Session, 'outbox' | 'reading'>,
  now: number,
): { text: string; tone: 'neutral' | 'positive' | 'warning' | 'danger' } {
  const { waiting, waitingOf, inDoubt, pending, asking, oldestAt } = outbox;
  const onService = pending > 0 ? [t('shell.pending', { count: pending })] : [];
  if (waiting + asking === 0) {
    // Beside a list that could not be read nothing claims that all is well.
    const sent = reading.failed.length === 0 ? t('shell.allSent') : t('shell.nothingWaits');
    const isWell = reading.first === null && reading.failed.length === 0 && pending === 0;
    return { text: [sent, ...onService].join(' · '), tone: isWell ? 'positive' : 'neutral' };
  }
  const parts: string[] = [];
  if (waiting > 0) {
    const onlyStops = waitingOf.stops === waiting;
    const what = waitingText(waitingOf);
    parts.push(onlyStops ? t('shell.waiting', { count: waiting }) : t('shell.waitingOf', { what }));
  }
  if (inDoubt > 0) parts.push(t('shell.inDoubt', { count: inDoubt }));
  parts.push(...onService);
  if (asking > 0) parts.push(t('shell.asking', { count: asking }));
  if (oldestAt !== null) parts.push(t('shell.oldest', { age: formatAge(now - oldestAt) }));
  return { text: parts.join(' · '), tone: asking > 0 ? 'danger' : 'warning' };
}

/** All that the status bar says, as one sentence for screen readers. */
export function statusSentence(
  session: Pick<Session, 'connectivity' | 'connections' | 'training' | 'outbox' | 'reading'>,
  now: number,
): string {
  return [lineWords(session, now).text, readingWords(session)?.text, outboxWords(session, now).text]
    .filter((text) => text !== undefined)
    .join(' · ');
}

/**
 * Connectivity and outbox in one sentence: `Offline since 14:05 · 12 stops, oldest 26 min`; null while nothing is waiting
 * or needs a decision.
 */
export function waitingSentence(
  session: Pick<Session, 'connectivity' | 'connections' | 'training' | 'outbox'>,
  now: number,
): string | null {
  const { waiting, waitingOf, asking, oldestAt } = session.outbox;
  if (waiting + asking === 0) return null;
  const what = waiting > 0 ? waitingText(waitingOf) : t('shell.asking', { count: asking });
  const age = oldestAt === null ? '' : t('shell.oldest', { age: formatAge(now - oldestAt) });
  const counted = [what, ...(waiting > 0 && asking > 0 ? [t('shell.asking', { count: asking })] : []), age].filter(
    Boolean,
  );
  return [whatFor(session, now), counted.join(', ')].join(' · ');
}

function whatFor(session: Pick<Session, 'connectivity' | 'connections' | 'training' | 'outbox'>, now: number): string {
  if (session.outbox.waiting === 0) return t('shell.waitsForYou');
  const since = formatMoment(session.connectivity.since, now);
  if (session.connections.some(({ refused, otherAccount }) => refused || otherAccount)) return t('shell.waitsForKey');
  if (isKeyUnread(session)) return t('shell.keysUnread');
  if (session.connectivity.state === 'down') {
    const stopped = session.training !== null && !session.training.running;
    return t(stopped ? 'shell.trainingStopped' : 'shell.lineDown', { since });
  }
  return t(session.connectivity.state === 'up' ? 'shell.goingOut' : 'shell.lineUnknown');
}
