/** How far an update is, in words. */
import { unreachable, decodeError } from '../../shared/errors.ts';
import type { UpdateState } from '../../shared/updates.ts';
import { t } from '../../messages/index.ts';
import { errorLine } from '../lib/error-text.ts';
import { formatMoment } from '../lib/format.ts';

export interface UpdateWords {
  text: string;
  tone: 'plain' | 'info' | 'warning' | 'danger';
}

const currentWords = {
  current: 'settings.updatesCurrent',
  later: 'settings.updatesLater',
  elsewhere: 'settings.updatesElsewhere',
} as const;

const percent = (done: number, bytes: number) => Math.floor((100 * done) / bytes);

/** @param now milliseconds since the epoch */
export function updateWords(state: UpdateState, now: number): UpdateWords {
  const plain = (text: string): UpdateWords => ({ text, tone: 'plain' });
  switch (state.kind) {
    case 'off':
      return plain(t(`settings.updatesOff.${state.why}`));
    case 'current':
      if (state.checkedAt === null) return plain(t('settings.updatesNotChecked'));
      return plain(t(currentWords[state.why ?? 'current'], { at: formatMoment(state.checkedAt, now) }));
    case 'checking':
      return plain(t('settings.updatesChecking'));
    case 'fetching':
      return plain(
        t('settings.updatesFetching', { version: state.version, percent: String(percent(state.done, state.bytes)) }),
      );
    case 'ready':
      return { text: t('settings.updatesReady', { version: state.version }), tone: 'info' };
    case 'waiting':
      return { text: t('settings.updatesWaiting', { version: state.version }), tone: 'info' };
    case 'installing':
      return { text: t('settings.updatesInstalling', { version: state.version }), tone: 'info' };
    case 'refused':
      return { text: t(`settings.updatesRefused.${state.why}`), tone: 'warning' };
    case 'failed':
      return { text: errorLine(decodeError(state.error)), tone: 'warning' };
    default:
      return unreachable(state);
  }
}
