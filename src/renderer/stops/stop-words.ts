/** Texts about a stop, and whether a stop matches a filter. */
import type { ChangeKind } from '../../shared/pending-content.ts';
import { entryStates, type EntryState, isOurMarker } from '../../shared/outbox.ts';
import type { StopRow } from '../../shared/stops.ts';
import { searchText, textFits } from '../lib/filter.ts';
import { formatWindow } from '../lib/format.ts';
import { isUnsentState } from '../lib/unsent.ts';
import { deliveryTexts, resultWords } from '../../messages/delivery-words.ts';
import { type PlainKey, t } from '../../messages/index.ts';

export interface StopState {
  text: string;
  tone: 'neutral' | 'warning' | 'danger';
  /** clock: not on the service yet · ask: needs a decision · done · failed · planned */
  symbol: 'clock' | 'ask' | 'done' | 'failed' | 'planned';
}

/** Colour is for what is not as it should be: a list in which everything is coloured says nothing. */
const tones: Readonly<Record<EntryState, Omit<StopState, 'text'>>> = {
  queued: { tone: 'neutral', symbol: 'clock' },
  sending: { tone: 'neutral', symbol: 'clock' },
  'in-doubt': { tone: 'warning', symbol: 'clock' },
  pending: { tone: 'neutral', symbol: 'clock' },
  refused: { tone: 'danger', symbol: 'ask' },
  blocked: { tone: 'danger', symbol: 'ask' },
  decision: { tone: 'danger', symbol: 'ask' },
  acknowledged: { tone: 'neutral', symbol: 'planned' },
  'given-up': { tone: 'neutral', symbol: 'failed' },
};

/** Texts for the entry of a new stop. */
const createWords: Readonly<Record<EntryState, PlainKey>> = {
  queued: 'stops.waiting',
  sending: 'stops.sending',
  'in-doubt': 'stops.inDoubt',
  pending: 'stops.pending',
  refused: 'stops.refused',
  blocked: 'stops.blocked',
  decision: 'stops.decision',
  acknowledged: 'stops.acknowledged',
  'given-up': 'stops.givenUp',
};

/** Texts for the entries of an existing stop; missing ones fall back to those of a new stop. */
const changeWords: Readonly<Record<Exclude<ChangeKind, 'create'>, Partial<Record<EntryState, PlainKey>>>> = {
  edit: {
    queued: 'stops.editWaiting',
    sending: 'stops.editSending',
    pending: 'stops.editPending',
    refused: 'stops.editRefused',
  },
  delete: {
    queued: 'stops.deleteWaiting',
    sending: 'stops.deleteSending',
    pending: 'stops.deletePending',
    refused: 'stops.deleteRefused',
  },
  move: { queued: 'stops.moveWaiting', sending: 'stops.moveSending', refused: 'stops.moveRefused' },
};

/** Text and symbol for an entry about a stop. */
function entryWords(change: ChangeKind | null, state: EntryState): StopState {
  const ofChange = change === null || change === 'create' ? undefined : changeWords[change][state];
  return { text: t(ofChange ?? createWords[state]), ...tones[state] };
}

const changes: readonly ChangeKind[] = ['create', 'edit', 'delete', 'move'];
/** Every text that `stopState` may return, but for states that this version does not know. */
export const stopStates: readonly string[] = [
  ...changes.flatMap((change) => entryStates.map((state) => entryWords(change, state).text)),
  ...[t('stops.paused'), t('stops.start'), t('stops.end'), t('stops.unassigned'), t('stops.planned')],
  ...deliveryTexts,
];

/** What happens next to a change of a stop that the service has not confirmed. */
export function changeExplained(
  { change, entryState, isPaused }: Pick<StopRow, 'change' | 'entryState' | 'isPaused'>,
  online: boolean,
): string {
  if (isPaused === true) return t('stops.changePaused');
  switch (entryState) {
    case 'refused':
      return t(change === 'delete' ? 'stops.deletionRejected' : 'stops.changeRejected');
    case 'blocked':
    case 'decision':
      return t('stops.changeAsks');
    case 'in-doubt':
      return t('stops.changeInDoubt');
    case 'pending':
      return t('stops.changePending');
    case 'queued':
    case 'sending':
    case 'acknowledged':
    case 'given-up':
    case null:
      break;
  }
  if (change === 'move') return t('stops.moveWaits');
  if (change === 'delete') return t(online ? 'stops.deleteNext' : 'stops.deleteWaits');
  return t(online ? 'stops.changeNext' : 'stops.changeWaits');
}

/** The unsent entry that creates or moves this stop, whose content can still be corrected; null when there is none. */
export function unsentEntry({
  origin,
  change,
  entryState,
  entryId,
}: Pick<StopRow, 'origin' | 'change' | 'entryState' | 'entryId'>): string | null {
  const isMade = origin === 'outbox' && (change === 'create' || change === 'move');
  return isMade && isUnsentState(entryState) ? entryId : null;
}

/** Text and symbol for a stop: of its outbox entry, else of its delivery, else "planned". */
export function stopState(
  row: Pick<StopRow, 'change' | 'entryState' | 'isPaused' | 'deliveryState' | 'result' | 'type'>,
): StopState {
  if (row.isPaused === true) return { text: t('stops.paused'), ...tones.queued };
  if (row.entryState !== null && row.entryState !== 'acknowledged') return entryWords(row.change, row.entryState);
  if (row.type === 'start') return { text: t('stops.start'), tone: 'neutral', symbol: 'planned' };
  if (row.type === 'end') return { text: t('stops.end'), tone: 'neutral', symbol: 'planned' };
  if (row.type === 'unassigned') return { text: t('stops.unassigned'), tone: 'neutral', symbol: 'planned' };
  const planned = t('stops.planned');
  if (row.result === 'open') return { text: planned, tone: 'neutral', symbol: 'planned' };
  const failed = row.result === 'failed';
  return {
    text: resultWords(row) ?? planned,
    tone: failed ? 'danger' : 'neutral',
    symbol: failed ? 'failed' : 'done',
  };
}

/** The external ID as typed by a user; the app's own marker is hidden (outbox, Rule 4). */
export const typedExternalId = (externalId: string | null | undefined): string | null =>
  externalId == null || isOurMarker(externalId) ? null : externalId;

/** What is done at a stop; an activity that this version does not know is shown as it is. */
export const activityWords = (activity: string | null | undefined) =>
  activity === 'delivery' ? t('stops.delivery') : activity === 'pickup' ? t('stops.pickup') : (activity ?? null);

/** The time window of a stop in a list. */
export const stopWindow = ({ earliest, latest }: Pick<StopRow, 'earliest' | 'latest'>) =>
  formatWindow(earliest, latest);

/** Putting a stop's texts together takes longer than looking through them, and each letter typed looks again. */
const texts = new WeakMap<StopRow, string>();

/** The texts of a stop that a filter looks through. */
export function stopText(row: StopRow): string {
  const known = texts.get(row);
  if (known !== undefined) return known;
  const { recipientName, phone, address, driverName, notes } = row;
  const [externalId, state] = [typedExternalId(row.externalId), stopState(row).text];
  const text = searchText([recipientName, phone, address, externalId, driverName, notes, state]);
  texts.set(row, text);
  return text;
}

/** Whether every word of the filter occurs in the texts the table shows for the stop. */
export const stopFits = (row: StopRow, filter: string, whole = false): boolean =>
  textFits(filter, stopText(row), whole);
