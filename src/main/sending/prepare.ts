/**
 * Finds out what must be known before sending: what existed before, the record's current state, whether the day is
 * over.
 */
import { isGeocodedFrom } from '../../shared/address-fields.ts';
import { AppError } from '../../shared/errors.ts';
import type { Outcome } from '../../shared/outbox.ts';
import { isObject, merge, type Fields, type Whole } from '../../shared/outbox-merge.ts';
import { markerField, operationOf, type Noun } from '../../shared/outbox-kinds.ts';
import type { StoredEntry } from '../db/outbox-storage.ts';
import type { Progress } from '../outbox-json.ts';
import { withSentOverrides } from '../../shared/plan-content.ts';
import { propertyTexts } from '../../shared/stop-content.ts';
import { wallClock } from '../../shared/zones.ts';
import { bareId } from '../../shared/ids.ts';
import { reasonOf, restOf, serverIdOf, type Core } from '../outbox/core.ts';
import { learnDriverIds, listedDrivers } from './driver-ids.ts';
import { isAcceptedDriver } from './readiness.ts';
import { byMarker, hitsFor, oursOf } from './service-matches.ts';
import { pending } from './outcomes.ts';
import { isThere, notTypedAgain, pendingBefore, pendingBeside, withPending } from './pending-changes.ts';
import { bodyOf, recordPath, stepOf, targetOf } from '../outbox/entry-request.ts';
import { storedFields } from '../stored-json.ts';

/**
 * From this many entries of one list, the list is read instead of looking up each entry. A page holds fifty records,
 * and many look-ups would starve the list's refresh, which has a lower priority.
 */
export const listedFrom = 10;

export type Prepared =
  | { kind: 'send'; knownIds: string[] | null; body: Fields }
  /** The record's id was found; the entry is prepared again with it. */
  | { kind: 'learnt'; recordId: string; serverId: string }
  /** Nothing is sent; this is the outcome. */
  | { kind: 'settled'; outcome: Outcome; progress?: Progress };

/**
 * Reads what must be known first. When a read fails, the entry stays in the queue.
 *
 * @param among how many entries are prepared for the same request
 */
export async function prepare(core: Core, entry: StoredEntry, among: number): Promise<Prepared> {
  try {
    return await read(core, entry, among);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const wait = error.detail.waitMilliseconds ?? restOf(core, entry.attempts);
    return { kind: 'settled', outcome: { kind: 'later', reason: reasonOf(error), waitMilliseconds: wait } };
  }
}

async function read(core: Core, entry: StoredEntry, among: number): Promise<Prepared> {
  const driverId = unknownDriver(core, entry);
  if (driverId !== undefined) return learnDriver(core, driverId, parentRefused);
  const step = stepOf(entry);
  const send = (knownIds: string[] | null, body: Fields = {}): Prepared => ({ kind: 'send', knownIds, body });
  // What existed before the first step of a move still counts in the second.
  const { knownIds } = entry;
  switch (step) {
    case 'create':
    case 'live-create': {
      if (await isDayOver(core, entry)) return decided('outbox.day-passed');
      return send(await knownBefore(core, entry, among));
    }
    case 'operate':
      return send(await knownBefore(core, entry, among), bodyOf(core, entry));
    case 'edit':
    case 'live-edit':
      if (targetOf(core, entry) === null) return learn(core, entry, entry.recordId, among);
      return edit(core, entry);
    case 'delete':
    case 'live-delete':
      if (targetOf(core, entry) !== null) return send(knownIds);
      // The stop never reached the old place, so the move ends with its first step.
      if (neverGotThere(core, entry)) return { kind: 'settled', outcome: { kind: 'acknowledged', serverId: null } };
      return learnToDelete(core, entry, among);
    case 'submit':
    case 'withdraw':
      return entry.serverId === null ? learn(core, entry, entry.recordId, among) : send(null, bodyOf(core, entry));
    case 'announce':
      return send(null);
  }
}

function neverGotThere(core: Core, entry: StoredEntry): boolean {
  const { old } = entry.progress ?? {};
  const [made] = old === undefined ? [] : core.storage.entriesOf(old.id);
  // What left in a file may have been sent from elsewhere: it is looked for.
  if (made === undefined || made.reason?.code === 'outbox.exported') return false;
  return ['refused', 'blocked', 'given-up'].includes(made.state);
}

const decided = (code: 'outbox.day-passed' | 'outbox.several-found'): Prepared => ({
  kind: 'settled',
  outcome: { kind: 'decision', reason: { code, detail: {} } },
});

/**
 * Ids that matched before the first attempt. Later attempts keep them: a late duplicate of the first attempt must not
 * count as having existed before.
 */
async function knownBefore(core: Core, entry: StoredEntry, among: number): Promise<string[] | null> {
  if (entry.doubtUntil > 0) return entry.knownIds;
  const { doubt } = operationOf(entry.kind);
  if (doubt === 'marker') {
    if (entry.markerIsOurs) return null;
    const inList = () => core.cached.idsByMarker(entry.noun, entry.parentId, entry.marker);
    let known = await inList();
    if (known === null && among >= listedFrom) {
      await core.cached.readList(entry.noun, entry.parentId);
      known = await inList();
    }
    // Without a recent list, records with the user's marker are looked up: a doubt could not be resolved without them.
    return known ?? (await byMarker(core, entry)).map((hit) => hit.id);
  }
  return (await hitsFor(core, entry)).map((hit) => hit.id);
}

/**
 * Unsent stops of a plan whose day is over at its depot need a decision before they are sent (outbox, Rule 12). Stops
 * entered after that day was over are sent: the user meant them.
 */
async function isDayOver(core: Core, entry: StoredEntry): Promise<boolean> {
  if (entry.noun !== 'stops' || entry.progress?.dayConfirmed === true) return false;
  const known = await core.cached.dayOf(entry.parentId);
  if (known === null) return false;
  const dayAt = (moment: number) => wallClock(moment, known.zone).day;
  return known.day < dayAt(core.system.now()) && known.day >= dayAt(entry.createdAt);
}

/** Like {@link learn}; a stop that was deleted with its plan needs no deletion. */
async function learnToDelete(core: Core, entry: StoredEntry, among: number): Promise<Prepared> {
  const recordId = entry.progress?.old?.id ?? entry.recordId;
  const learnt = await learn(core, entry, recordId, among);
  if (learnt.kind !== 'settled' || learnt.outcome.kind !== 'refused') return learnt;
  const { noun, parentId } = core.storage.record(recordId) ?? {};
  const planId = noun === 'stops' && parentId !== undefined ? serverIdOf(core, parentId) : null;
  if (planId === null || !(await isGone(core, planId))) return learnt;
  return { kind: 'settled', outcome: { kind: 'acknowledged', serverId: null } };
}

async function isGone(core: Core, planId: string): Promise<boolean> {
  try {
    await core.service.read('plans.get', { path: { planId: bareId(planId) }, priority: 'outbox' });
    return false;
  } catch (error) {
    if (error instanceof AppError && error.code === 'service.not-found') return true;
    throw error;
  }
}

/** A driver whom the entry names, and whose import was acknowledged without an id (readiness.ts). */
const unknownDriver = (core: Core, entry: StoredEntry): string | undefined =>
  entry.progress?.needs?.find((id) => isAcceptedDriver(core, id));

const refused = (code: 'service.not-found' | 'outbox.parent-refused'): Prepared => ({
  kind: 'settled',
  outcome: { kind: 'refused', reason: { code, detail: {} } },
});
const parentRefused = refused('outbox.parent-refused');
const notFound = refused('service.not-found');

/** Looks a new driver up in the list. @param absent the entry's outcome if it does not show the driver */
async function learnDriver(core: Core, recordId: string, absent: Prepared): Promise<Prepared> {
  await learnDriverIds(core, await listedDrivers(core), core.storage.record(recordId));
  const serverId = core.storage.record(recordId)?.serverId ?? null;
  return serverId === null ? absent : { kind: 'learnt', recordId, serverId };
}

/** Looks up the id of a record whose import was acknowledged without one, unless a refresh finds it first. */
async function learn(core: Core, entry: StoredEntry, recordId: string, among: number): Promise<Prepared> {
  const [made] = core.storage.entriesOf(recordId);
  if (made?.noun === 'drivers') return learnDriver(core, recordId, notFound);
  if (made === undefined || made.marker === '') return decided('outbox.several-found');
  // The first read may join one that was in flight before the import was answered.
  for (let reads = 0; among >= listedFrom && reads < 2; reads += 1) {
    await core.cached.readList(made.noun, made.parentId);
    const serverId = core.storage.entriesOf(recordId)[0]?.serverId ?? null;
    if (serverId !== null) return { kind: 'learnt', recordId, serverId };
  }
  const ours = oursOf(core, made, await byMarker(core, made));
  const [first] = ours;
  // Several matches: the sweep after the doubt removes the duplicates.
  if (ours.length > 1) return made.sweepAt === null ? decided('outbox.several-found') : rests(core, entry);
  return first === undefined ? notFound : { kind: 'learnt', recordId, serverId: first.id };
}

const rests = (core: Core, entry: StoredEntry): Prepared => ({
  kind: 'settled',
  outcome: {
    kind: 'later',
    reason: { code: 'outbox.waits', detail: {} },
    waitMilliseconds: restOf(core, entry.attempts),
  },
});

/** Nested objects that are replaced whole (resolved, Reading); an order's are merged (order-api, Edit semantics). */
const wholeOfStop: Whole = new Map([
  ['recipient', ['name', 'email', 'phone', 'externalId']],
  ['timing', ['estimatedAttemptDuration', 'earliestAttemptTime', 'latestAttemptTime']],
  ['orderInfo', ['products', 'sellerName', 'sellerOrderId', 'sellerWebsite']],
  ['customProperties', null],
]);
const wholeOfPlan: Whole = new Map([['routeOverrides', null]]);
const nothingWhole: Whole = new Map();
function wholeOf(noun: Noun): Whole {
  if (noun === 'plans') return wholeOfPlan;
  return noun === 'stops' || noun === 'unassignedStops' ? wholeOfStop : nothingWhole;
}
/** A record as its edits compare with it. */
const comparable = (noun: Noun, fields: Fields): Fields => (noun === 'plans' ? withSentOverrides(fields) : fields);

/**
 * What the service has, with the address as it was typed if the service has only geocoded it. Otherwise it would differ
 * from both sides, and look like a change that somebody else made. Only edits of orders contain an address.
 */
function asTyped({ base, mine }: { base: Fields; mine: Fields }, there: Fields): Fields {
  const typed = [base, mine].find(({ address }) => isGeocodedFrom(address, there['address']));
  return typed === undefined ? there : { ...there, address: typed['address'] };
}

const wasTaken = new Set(['acknowledged', 'pending']);

/** Sends only what still differs. Fields that both sides changed need a decision (outbox, Rule 9). */
async function edit(core: Core, entry: StoredEntry): Promise<Prepared> {
  const beside = pendingBeside(core, entry);
  const found = (await readRecord(core, entry)) as Fields | null;
  // A pending change was applied or dropped meanwhile, so the read may be from before or after it.
  if (pendingBeside(core, entry).length !== beside.length) return rests(core, entry);
  const theirs = withPending(core, beside, found);
  if (theirs === null) return notFound;
  const taken = core.storage.entriesOf(entry.recordId).filter(({ state }) => wasTaken.has(state));
  const mine = notTypedAgain(core, entry, taken);
  const { noun } = entry;
  const base = comparable(noun, storedFields(entry.base));
  const there = asTyped({ base, mine }, comparable(noun, theirs));
  const { send, conflicts } = merge(base, mine, there, wholeOf(noun));
  const [first] = conflicts;
  if (first !== undefined) {
    const outcome = { kind: 'decision', reason: { code: 'outbox.conflict', detail: { field: first.field } } } as const;
    return { kind: 'settled', outcome, progress: { ...entry.progress, conflicts } };
  }
  if (Object.keys(send).length === 0) return { kind: 'settled', outcome: withoutSending(core, entry, found) };
  return { kind: 'send', knownIds: null, body: withTexts(withMarker(entry, send)) };
}

/**
 * The outcome of an edit with nothing left to send. A live edit of something that only pending changes will have made so
 * is applied or dropped with them. Counted as applied, it would have replaced them, and what a colleague discards of them
 * would be lost.
 */
function withoutSending(core: Core, entry: StoredEntry, found: Fields | null): Outcome {
  const isPending =
    stepOf(entry) === 'live-edit' &&
    Object.entries(bodyOf(core, entry)).some(([name, value]) => !isThere(found ?? {}, name, value)) &&
    pendingBefore(core, entry).length > 0;
  return isPending ? pending(null) : { kind: 'acknowledged', serverId: entry.serverId };
}

/**
 * A PATCH of the object that holds the marker has to carry ours (outbox, Rule 4), unless there is a number in its place: a
 * typed one, or the one that the service has, which is in an object that is sent whole. A number that a person cleared
 * stays cleared where the record has no marker of ours.
 */
function withMarker({ noun, marker, markerIsOurs }: StoredEntry, body: Fields): Fields {
  const field = markerField(noun);
  const holder = field === null ? undefined : body[field[0]];
  if (field === null || noun === 'orders' || typeof holder !== 'object' || holder === null) return body;
  const [name, number] = field;
  const isNumbered = ((holder as Fields)[number] ?? null) !== null;
  return isNumbered || !markerIsOurs || marker === '' ? body : { ...body, [name]: { ...holder, [number]: marker } };
}

/**
 * Custom properties leave as a whole, and as texts (planning-api, StopCreate): one that is cleared is left out of them,
 * and so is one that the service has without a value. Without any, the object is cleared.
 */
function withTexts(body: Fields): Fields {
  const properties = body['customProperties'];
  if (!isObject(properties)) return body;
  const texts = propertyTexts(properties);
  return { ...body, customProperties: Object.keys(texts).length === 0 ? null : texts };
}

/** The record's current state on the service; null when it is gone. @throws AppError when the read fails */
export async function readRecord(core: Core, entry: StoredEntry): Promise<object | null> {
  const serverId = entry.serverId ?? '';
  const path = recordPath(core, entry.noun, entry.parentId, serverId);
  try {
    return await core.service.read(`${entry.noun}.get`, { path, priority: 'outbox' });
  } catch (error) {
    if (error instanceof AppError && error.code === 'service.not-found') return null;
    throw error;
  }
}
