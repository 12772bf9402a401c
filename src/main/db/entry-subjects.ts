/** What an outbox entry is about, derived from the entry alone, without the cache. */
import { isCreate, type Noun } from '../../shared/outbox-kinds.ts';
import type { Fields } from '../../shared/outbox-merge.ts';
import type { StoredEntry } from './outbox-storage.ts';
import type { Described } from './history.ts';
import { addressText } from './stop-rows.ts';
import { fields, fromStoredOr } from '../stored-json.ts';

export function describeEntry(entry: StoredEntry): Described {
  const { content, edit } = fieldsOf(entry);
  return {
    planId: planOf(entry),
    name: nameIn(entry.noun, edit) ?? nameIn(entry.noun, content),
    address: addressIn(content),
    said: entry.intact ? saidBy(entry) : null,
  };
}

/** JSON for the history: the body of an edit or a command, or the content of a new record. */
export const saidBy = ({ kind, body, content }: StoredEntry): string => body ?? (isCreate(kind) ? content : '{}');

/** The record as entered, and the fields that an edit sets. */
export function fieldsOf({ intact, content, body }: StoredEntry): { content: Fields; edit: Fields } {
  return { content: intact ? parsed(content) : {}, edit: intact && body !== null ? parsed(body) : {} };
}

/** The plan that the entry belongs to or is about, or null. */
export function planOf({ noun, parentId, serverId, recordId }: StoredEntry): string | null {
  if (noun === 'plans') return serverId ?? recordId;
  return noun === 'stops' && parentId !== '' ? parentId : null;
}

/** Unreadable JSON counts as empty. The entry's state reports the damage. */
export const parsed = (json: string): Fields => fromStoredOr(fields, json, {});

export const addressIn = (fields: Fields): string =>
  addressText(fields['address'] as Parameters<typeof addressText>[0]);

const textIn = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

/** Display name of a record, from its own fields, as entered or as edited. */
export function nameIn(noun: Noun, fields: Fields): string | null {
  const recipient = textIn((fields['recipient'] as Fields | null | undefined)?.['name']);
  switch (noun) {
    case 'stops':
    case 'unassignedStops':
      return recipient;
    case 'orders':
      return recipient ?? textIn((fields['packageInfo'] as Fields | null | undefined)?.['externalId']);
    case 'drivers':
      return ['displayName', 'name', 'email', 'phone'].map((name) => textIn(fields[name])).find(Boolean) ?? null;
    case 'plans':
      return textIn(fields['title']);
  }
}
