/** Undoes a deletion that has not left this computer, or brings back what was taken back before it was sent. */
import { isOurMarker } from '../../shared/outbox.ts';
import { isCreate, isLocalId, markerField, operationOf } from '../../shared/outbox-kinds.ts';
import type { Fields } from '../../shared/outbox-merge.ts';
import type { OutboxStorage, StoredEntry } from '../../shared/outbox-storage.ts';
import type { Choices } from './choices.ts';
import { isUnsent, type CreateKind, type EditKind, type Intake } from './intake.ts';

export interface Restoring {
  storage: OutboxStorage;
  intake: Intake;
  choices: Choices;
  /** Milliseconds since the epoch. */
  now: number;
}

/**
 * @param id the record, by the service's id or ours
 * @returns the id of the record that is there again; null when its deletion has left, or there is none
 */
export function restore(how: Restoring, id: string): string | null {
  const { storage, intake, choices, now } = how;
  const record = isLocalId(id) ? storage.record(id) : storage.ownerOf(id);
  if (record === undefined) return null;
  const entries = storage.entriesOf(record.id);
  const [made] = entries;
  if (record.serverId === null && made !== undefined && isTakenBack(made) && isCreate(made.kind)) {
    if (made.doubtUntil > 0) return null;
    // As something new: what was given up stays so.
    return intake.create(made.kind as CreateKind, record.parentId, typed(made)).recordId;
  }
  const deletion = entries.findLast(({ kind, state }) => state !== 'given-up' && isDeletion(kind));
  // Of what goes elsewhere the deletion alone cannot be undone: it would be in both places.
  if ((deletion?.progress?.needs ?? []).length > 0) return null;
  if (deletion === undefined || !isUnsent(deletion, now) || !choices.giveUp(deletion.id)) return null;
  // An edit that the deletion took back is typed anew.
  const edit = entries.findLast((entry) => isTakenBack(entry) && operationOf(entry.kind).action.endsWith('edit'));
  if (edit?.settledAt != null && edit.sequence < deletion.sequence && edit.settledAt >= deletion.createdAt - tookPart) {
    intake.edit(edit.kind as EditKind, record.id, record.parentId, fieldsOf(edit.body), fieldsOf(edit.base));
  }
  return record.id;
}

/** What was taken back by a deletion was taken back in the moment in which it was made, give or take. */
export const tookPart = 1_000;

const isTakenBack = ({ state, reason }: StoredEntry) => state === 'given-up' && reason?.code === 'outbox.taken-back';

const isDeletion = (kind: StoredEntry['kind']) => operationOf(kind).action.endsWith('delete');

const fieldsOf = (json: string | null) => JSON.parse(json ?? '{}') as Fields;

/** Its content without a marker of ours: what is made anew gets a new one. */
function typed(entry: StoredEntry): Fields {
  const content = fieldsOf(entry.content);
  const field = markerField(entry.noun);
  const holder = field === null ? undefined : (content[field[0]] as Fields | undefined);
  if (field === null || holder === undefined || !isOurMarker(entry.marker)) return content;
  const { [field[1]]: _ours, ...others } = holder;
  const { [field[0]]: _holder, ...rest } = content;
  return Object.keys(others).length === 0 ? rest : { ...rest, [field[0]]: others };
}
