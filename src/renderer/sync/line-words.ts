/** The state of the line and of the outbox in words. */
import type { Session } from '../../shared/connections.ts';
import { unreachable } from '../../shared/errors.ts';
import type { OutboxSummary } from '../../shared/outbox.ts';
import { formatAge, formatMoment } from '../lib/format.ts';
import { t } from '../messages/index.ts';

export interface LineWords {
  text: string;
  tone: 'neutral' | 'positive' | 'warning' | 'danger';
  icon: 'up' | 'down' | 'key';
  /** What the person can do about it. */
  action: 'try' | 'key' | null;
}

/** @param now milliseconds since the epoch */
export function lineWords(session: Pick<Session, 'line' | 'connections' | 'training'>, now: number): LineWords {
  const refused = session.connections.filter((connection) => connection.refused).map((connection) => connection.kind);
  if (refused.length > 0) {
    const key = { planning: 'shell.keyRefusedPlanning', orders: 'shell.keyRefusedOrders' } as const;
    const only = refused.length === 1 ? refused[0] : undefined;
    return { text: t(only ? key[only] : 'shell.keyRefused'), tone: 'danger', icon: 'key', action: 'key' };
  }
  const { state, since } = session.line;
  switch (state) {
    case 'unknown':
      return { text: t('shell.lineUnknown'), tone: 'neutral', icon: 'up', action: null };
    case 'up':
      return { text: t('shell.lineUp'), tone: 'positive', icon: 'up', action: null };
    case 'down': {
      const stopped = session.training !== null && !session.training.running;
      const words = stopped ? 'shell.trainingStopped' : 'shell.lineDown';
      return { text: t(words, { since: formatMoment(since, now) }), tone: 'warning', icon: 'down', action: 'try' };
    }
    case 'paused':
      return { text: t('shell.linePaused'), tone: 'warning', icon: 'down', action: 'try' };
    default:
      return unreachable(state);
  }
}

/** How much waits or asks, and for how long. */
export function outboxWords(
  { waiting, asking, oldestAt }: OutboxSummary,
  now: number,
): { text: string; tone: 'positive' | 'warning' | 'danger' } {
  if (waiting + asking === 0) return { text: t('shell.allSent'), tone: 'positive' };
  const parts: string[] = [];
  if (waiting > 0) parts.push(t('shell.waiting', { count: waiting }));
  if (asking > 0) parts.push(t('shell.asking', { count: asking }));
  if (oldestAt !== null) parts.push(t('shell.oldest', { age: formatAge(now - oldestAt) }));
  return { text: parts.join(' · '), tone: asking > 0 ? 'danger' : 'warning' };
}
