/**
 * Checks that everything ever entered is in exactly one of these states: once on the service, visibly waiting, visibly
 * needing a decision.
 */
import type { StoredEntry } from '../../../src/main/db/outbox-storage.ts';
import { isInFile } from './cache.ts';
import type { Disk } from './memory-storage.ts';
import type { ServiceModel } from './service-model.ts';
import type { Body, Held } from './held.ts';
import type { Item } from './items.ts';
import { numberHolder, typedNumber } from './number-fields.ts';
import { severalOf } from './several-fields.ts';

export type Violation = 'lost' | 'doubled' | 'stuck' | 'misplaced' | 'asked';

export interface Found {
  violation: Violation;
  tag: string;
  why: string;
}

const asking = new Set(['refused', 'blocked', 'decision']);
const isSettled = ({ state }: StoredEntry) => state === 'acknowledged' || state === 'given-up';

/** It is waiting, needs a decision, or a sweep for a late copy is pending. */
function isOpen(disk: Disk, recordId: string): boolean {
  return disk.entries.some(
    (entry) => entry.recordId === recordId && (!isSettled(entry) || entry.sweepAt !== null || isInFile(entry)),
  );
}

/** It is waiting or needs a decision. */
function isUnsettled(disk: Disk, recordId: string): boolean {
  return disk.entries.some((entry) => entry.recordId === recordId && (!isSettled(entry) || isInFile(entry)));
}

/** Runs after every step. @returns the first violation, or null */
export function checkStep(items: readonly Item[], disk: Disk, model: ServiceModel): Found | null {
  for (const item of items) {
    if (item.wanted === 'unknown') continue;
    const count = model.tags.get(item.tag)?.size ?? 0;
    const wanted = item.wanted === 'present' ? 1 : 0;
    // The common case: all is as expected, so the disk need not be scanned.
    if (count === wanted) continue;
    if (item.recordId !== null && isOpen(disk, item.recordId)) continue;
    if (item.movedTo.some((id) => isUnsettled(disk, id))) continue;
    const why = `${count} on the service, ${wanted} wanted`;
    return { violation: count < wanted ? 'lost' : 'doubled', tag: item.tag, why };
  }
  return null;
}

/** Runs at the end: nothing waits, nothing needs a decision, and every record matches its input. */
export function checkEnd(items: readonly Item[], disk: Disk, model: ServiceModel): Found[] {
  const found: Found[] = [];
  for (const entry of disk.entries) {
    const { state, kind, content, reason } = entry;
    const tag = content.slice(0, 80);
    if (isSettled(entry)) {
      if (entry.sweepAt !== null) found.push({ violation: 'stuck', tag, why: `${kind}: copies are never looked for` });
      continue;
    }
    const why = `${kind} ${state} ${reason?.code ?? ''} ${reason?.detail.serviceCode ?? ''}`;
    found.push({ violation: asking.has(state) ? 'asked' : 'stuck', tag, why });
  }
  if (found.length > 0) return found;
  for (const item of items) {
    if (item.wanted !== 'present') continue;
    const [id = ''] = model.tags.get(item.tag) ?? [];
    const why = wrongAbout(item, heldOf(model, item.noun, id), disk);
    if (why !== null) found.push({ violation: 'misplaced', tag: item.tag, why });
  }
  return found;
}

function wrongAbout(item: Item, held: Held | undefined, disk: Disk): string | null {
  if (held === undefined) return `not among the ${item.noun}`;
  const planId = item.planId.includes('/') ? item.planId : disk.records.get(item.planId)?.serverId;
  if (item.noun === 'stops' && held['plan'] !== planId) return `in ${String(held['plan'])}, not in ${planId ?? ''}`;
  if (item.submitted !== null && (held['submitted'] === true) !== item.submitted) return 'submitted or not';
  const recipient = held['recipient'] as Body | null | undefined;
  const notes = item.noun === 'orders' ? (held['deliveryInstructions'] as Body | undefined)?.['notes'] : held['notes'];
  if (notes !== item.fields['notes']) return `notes ${String(notes)}, not ${String(item.fields['notes'])}`;
  for (const name of ['displayName', 'depot']) {
    if (item.fields[name] !== undefined && held[name] !== item.fields[name]) return `${name} ${String(held[name])}`;
  }
  const several = severalOf(held);
  for (const name of ['packageCount', 'window', 'driver']) {
    const wanted = item.fields[name] ?? null;
    if ((several[name] ?? null) !== wanted)
      return `${name} ${JSON.stringify(several[name])}, not ${JSON.stringify(wanted)}`;
  }
  const { phone } = item.fields;
  if (phone !== undefined && recipient?.['phone'] !== phone) return `phone ${String(recipient?.['phone'])}`;
  const { number } = item.fields;
  if (number !== undefined) {
    const there = (held[numberHolder(item.noun)] as Body | null | undefined)?.['externalId'];
    const isRight = (typedNumber(there) ?? null) === number;
    return isRight ? null : `number ${JSON.stringify(there)}, not ${JSON.stringify(number)}`;
  }
  const record = item.recordId === null ? undefined : disk.records.get(item.recordId);
  const carries = item.noun === 'stops' || item.noun === 'unassignedStops';
  if (carries && record !== undefined && record.marker !== '' && recipient?.['externalId'] !== record.marker)
    return `marker ${String(recipient?.['externalId'])}`;
  return null;
}

function heldOf(model: ServiceModel, noun: Item['noun'], id: string): Held | undefined {
  return model[noun].get(id);
}
