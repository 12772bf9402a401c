/** Sends claimed entries, one request per group, and returns the outcome of each (outbox, Rules 5 and 8). */
import type { WriteOutcome } from '../api/client.ts';
import { bareId } from '../../shared/ids.ts';
import { AppError } from '../../shared/errors.ts';
import type { Outcome } from '../../shared/outbox.ts';
import type { Noun } from '../../shared/outbox-kinds.ts';
import type { Fields } from '../../shared/outbox-merge.ts';
import type { BatchResult } from '../../shared/shapes.ts';
import type { StoredEntry } from '../db/outbox-storage.ts';
import { reasonOf, serverIdOf, type Core } from '../outbox/core.ts';
import { unlessOptimised } from './busy-plan.ts';
import { batchOutcomes, submitOutcomes } from './batch-answers.ts';
import { isOpenBefore } from './pending-changes.ts';
import { readRecord } from './prepare.ts';
import { collectionPath, contentOf, recordPath, stepOf, targetOf } from '../outbox/entry-request.ts';
import { untilNextPoll } from './operation-polls.ts';
import { outcomeOf, pending } from './outcomes.ts';

export interface Claimed {
  entry: StoredEntry;
  body: Fields;
}

/** @returns one outcome per entry, in the same order */
export async function perform(core: Core, claimed: readonly Claimed[]): Promise<Outcome[]> {
  const [first] = claimed;
  if (first === undefined) return [];
  try {
    const { action } = { action: stepOf(first.entry) };
    if (action === 'submit' || action === 'withdraw') return await command(core, claimed, action);
    const outcomes = claimed.length > 1 ? await together(core, claimed, first.entry) : [await single(core, first)];
    return await unlessOptimised(core, planIdOf(core, first.entry), first.entry.attempts, outcomes);
  } catch (error) {
    // Refused before anything was sent: the content exceeds the documented limits.
    if (error instanceof AppError && (error.code === 'input.invalid' || error.code === 'connection.version')) {
      return notSendable(claimed.length, error);
    }
    throw error;
  }
}

/** Milliseconds until the others of a request are sent without the one that kept them from it. */
const withoutIt = 1_000;

/**
 * The outcomes of entries of which nothing was sent. When the error names one item of a list (`12.notes`,
 * `orders.12.notes`), only that one is rejected. At least one is, so that the others do not wait for ever.
 */
function notSendable(count: number, error: AppError): Outcome[] {
  const named = /^(?:[a-zA-Z]+\.)?(\d+)(?:\.|$)/.exec(error.detail.field ?? '')?.[1];
  const at = named === undefined ? count : Number(named);
  const isOneOfMany = count > 1 && at < count;
  return Array.from({ length: count }, (_, index): Outcome => {
    if (!isOneOfMany || index === at) return { kind: 'refused', reason: reasonOf(error) };
    return { kind: 'later', reason: { code: 'outbox.waits', detail: {} }, waitMilliseconds: withoutIt };
  });
}

/** The plan that the step acts on, as used in paths. */
function planIdOf(core: Core, entry: StoredEntry): string {
  if (entry.noun === 'plans') return bareId(entry.serverId ?? '');
  const { old } = entry.progress ?? {};
  const isOld = old !== undefined && stepOf(entry) === 'delete';
  return bareId(serverIdOf(core, isOld ? old.planId : entry.parentId) ?? '');
}

async function single(core: Core, { entry, body }: Claimed): Promise<Outcome> {
  const { service } = core;
  const step = stepOf(entry);
  const noun = step === 'delete' ? nounThere(core, entry) : entry.noun;
  const priority = 'outbox' as const;
  const target = targetOf(core, entry) ?? '';
  const path = recordPath(core, noun, entry.progress?.old?.planId ?? entry.parentId, target);
  switch (step) {
    case 'create': {
      const call = { path: collectionPath(core, noun, entry.parentId), body: contentOf(core, entry), priority };
      return made(await service.write(`${noun}.create`, call));
    }
    case 'edit':
      return made(await service.write(`${noun}.update`, { path, body, priority }));
    case 'delete':
      // The stop never reached the old place, so there is nothing to delete.
      if (target === '') return { kind: 'acknowledged', serverId: null };
      return noun === 'orders' ? removeOrder(core, entry, target, path) : remove(core, noun, path);
    case 'live-create': {
      const call = { path: collectionPath(core, noun, entry.parentId), body: contentOf(core, entry), priority };
      return live(core, entry, await service.write('stops.liveCreate', call));
    }
    case 'live-edit':
      return live(core, entry, await service.write('stops.liveUpdate', { path, body, priority }));
    case 'live-delete':
      return live(core, entry, await service.write('stops.liveDelete', { path, priority }));
    case 'operate':
      return operate(core, entry, path, body);
    case 'announce':
      return announce(core, entry, path);
    case 'submit':
    case 'withdraw':
      throw new Error('orders are commanded together');
  }
}

/**
 * The noun that the step acts on. For a move's second step that is the old stop's, which may have become unassigned
 * since.
 */
function nounThere(core: Core, entry: StoredEntry): Noun {
  const { old } = entry.progress ?? {};
  return (old === undefined ? undefined : core.storage.record(old.id)?.noun) ?? entry.noun;
}

function made(result: WriteOutcome<{ id: string }>): Outcome {
  if (result.kind !== 'answered') return outcomeOf(result);
  return { kind: 'acknowledged', serverId: result.value.id };
}

/** A record that is gone counts as deleted: by a request whose answer was lost, or by another user. */
async function remove(core: Core, noun: Exclude<Noun, 'orders'>, path: Record<string, string>): Promise<Outcome> {
  const result = await core.service.write(`${noun}.delete`, { path, priority: 'outbox' });
  const gone = result.kind === 'refused' && result.error.code === 'service.not-found';
  if (result.kind === 'answered' || gone) {
    return { kind: 'acknowledged', serverId: null };
  }
  return outcomeOf(result);
}

/**
 * A submitted order has to be withdrawn before it is deleted (order-api, States). Both requests are idempotent. It is
 * taken back from its courier only if the user knew that it has one: somebody else may have submitted it since.
 */
async function removeOrder(
  core: Core,
  { progress }: StoredEntry,
  orderId: string,
  path: Record<string, string>,
): Promise<Outcome> {
  const priority = 'outbox' as const;
  const result = await core.service.write('orders.delete', { path, priority });
  if (result.kind === 'answered') return { kind: 'acknowledged', serverId: null };
  if (result.kind !== 'refused') return outcomeOf(result);
  if (result.error.code === 'service.not-found') return { kind: 'acknowledged', serverId: null };
  // A key that may not delete the order would leave it withdrawn, and no courier would fetch it.
  const mayWithdraw = progress?.withdraws === true && result.error.code !== 'service.forbidden';
  if (!mayWithdraw) return outcomeOf(result);
  if (result.error.detail.serviceCode === 'order_read_only') return outcomeOf(result);
  const withdrawal = await core.service.write('orders.withdraw', { body: { orderIds: [orderId] }, priority });
  if (withdrawal.kind !== 'answered') return outcomeOf(withdrawal);
  // Not withdrawn: the refusal of the deletion is what counts. An order that turns out to be a draft already is fine.
  const [withdrawn] = submitOutcomes([{ serverId: orderId }], withdrawal.value, 'withdraw');
  if (withdrawn?.kind !== 'acknowledged') return outcomeOf(result);
  const again = await core.service.write('orders.delete', { path, priority });
  if (again.kind === 'answered') return { kind: 'acknowledged', serverId: null };
  // The order is withdrawn, so its state has changed: the deletion was sent in part and can no longer be undone.
  const hasNotLeft = again.kind === 'not-sent' || again.kind === 'key-refused';
  return hasNotLeft ? { kind: 'in-doubt', reason: reasonOf(again.error) } : outcomeOf(again);
}

type LiveAnswer = { pending?: boolean | null | undefined; stop?: { id: string } | null | undefined };

/** The plan is being optimised right now and accepts live changes again afterwards. */
const isBusy = (result: WriteOutcome<unknown>): result is Extract<WriteOutcome<unknown>, { kind: 'refused' }> =>
  result.kind === 'refused' && result.error.detail.serviceCode === 'plan_optimization_in_progress';

/** An import answers for all its stops whether they are pending, and names the id of none. */
function liveImported(entries: readonly StoredEntry[], result: WriteOutcome<BatchResult>): Outcome[] {
  if (isBusy(result)) {
    return entries.map(() => ({ kind: 'later', reason: reasonOf(result.error), waitMilliseconds: 0 }));
  }
  const isPending = result.kind === 'answered' && result.value.pending === true;
  return batchOutcomes(entries, result).map((outcome) =>
    isPending && outcome.kind === 'acknowledged' ? pending(null) : outcome,
  );
}

/** `pending`: applied by the next optimisation, or dropped (planning-api, States). */
function live(core: Core, entry: StoredEntry, result: WriteOutcome<LiveAnswer>): Outcome {
  if (result.kind !== 'answered') {
    const gone = result.kind === 'refused' && result.error.code === 'service.not-found';
    // Either gone for good, or its creation is pending from a request whose answer was lost. Reading the plan will
    // tell.
    if (gone && stepOf(entry) === 'live-delete') return pending(null);
    // The change it builds on may have been dropped. That is found out first, and this entry follows the decision about
    // it.
    if (gone && isOpenBefore(core, entry)) {
      return { kind: 'later', reason: { code: 'outbox.waits', detail: {} }, waitMilliseconds: 0 };
    }
    if (isBusy(result)) return { kind: 'later', reason: reasonOf(result.error), waitMilliseconds: 0 };
    return outcomeOf(result);
  }
  const serverId = result.value.stop?.id ?? null;
  if (result.value.pending === true) return pending(serverId);
  return { kind: 'acknowledged', serverId };
}

async function operate(core: Core, entry: StoredEntry, path: Record<string, string>, body: Fields): Promise<Outcome> {
  const priority = 'outbox' as const;
  const result =
    entry.kind === 'plans.reoptimize'
      ? await core.service.write('plans.reoptimize', { path, body, priority })
      : await core.service.write('plans.optimize', { path, priority });
  if (result.kind === 'answered')
    return { kind: 'pending', serverId: null, operationId: result.value.id, waitMilliseconds: untilNextPoll(0) };
  return isAlreadySo(result) ? { kind: 'acknowledged', serverId: null } : outcomeOf(result);
}

async function announce(core: Core, entry: StoredEntry, path: Record<string, string>): Promise<Outcome> {
  const priority = 'outbox' as const;
  const { service } = core;
  let result: WriteOutcome<unknown>;
  if (entry.kind === 'plans.distribute') result = await service.write('plans.distribute', { path, priority });
  else if (entry.kind === 'plans.redistribute') result = await service.write('plans.redistribute', { path, priority });
  else result = await service.write('plans.save', { path, priority });
  return result.kind === 'answered' || isAlreadySo(result)
    ? { kind: 'acknowledged', serverId: null }
    : outcomeOf(result);
}

/** The plan is already as the command wants it: an earlier press, or somebody else, was first. */
const isAlreadySo = (result: WriteOutcome<unknown>): boolean =>
  result.kind === 'refused' &&
  (result.error.detail.serviceCode === 'plan_already_distributed' ||
    result.error.detail.serviceCode === 'plan_already_optimized');

/** Creates with the same parent in one import (Rule 8). */
async function together(core: Core, claimed: readonly Claimed[], first: StoredEntry): Promise<Outcome[]> {
  const entries = claimed.map(({ entry }) => entry);
  const contents = entries.map((entry) => contentOf(core, entry));
  const priority = 'outbox' as const;
  const { noun } = first;
  const { service } = core;
  if (noun === 'orders') {
    const result = await service.write('orders.import', { body: { orders: contents }, priority });
    return batchOutcomes(entries, result);
  }
  if (noun === 'unassignedStops') {
    const body = {
      unassignedStops: contents.map(({ depot: _ofAll, ...content }) => content),
      ...(contents[0]?.['depot'] === undefined ? {} : { depot: contents[0]['depot'] }),
    };
    return batchOutcomes(entries, await service.write('unassignedStops.import', { body, priority }));
  }
  if (noun === 'drivers') {
    return batchOutcomes(entries, await service.write('drivers.import', { body: contents, priority }));
  }
  const path = collectionPath(core, noun, first.parentId);
  if (stepOf(first) === 'live-create') {
    return liveImported(entries, await service.write('stops.liveImport', { path, body: contents, priority }));
  }
  return batchOutcomes(entries, await service.write('stops.import', { path, body: contents, priority }));
}

async function command(core: Core, claimed: readonly Claimed[], action: 'submit' | 'withdraw'): Promise<Outcome[]> {
  const orderIds = claimed.map(({ entry }) => serverIdOf(core, entry.recordId) ?? '');
  const priority = 'outbox' as const;
  const courierId = claimed[0]?.body['courierId'];
  const result =
    action === 'submit'
      ? await core.service.write('orders.submit', { body: { orderIds, courierId }, priority })
      : await core.service.write('orders.withdraw', { body: { orderIds }, priority });
  if (result.kind !== 'answered') return claimed.map(() => outcomeOf(result));
  const entries = claimed.map(({ entry }) => entry);
  const outcomes = submitOutcomes(entries, result.value, action);
  return Promise.all(outcomes.map((outcome, index) => afterDoubt(core, entries[index], outcome, action)));
}

/** A refusal after a doubt may mean that the earlier attempt succeeded: the order itself tells. */
async function afterDoubt(
  core: Core,
  entry: StoredEntry | undefined,
  outcome: Outcome,
  action: 'submit' | 'withdraw',
): Promise<Outcome> {
  if (entry === undefined || outcome.kind !== 'refused' || entry.doubtUntil === 0) return outcome;
  try {
    const order = (await readRecord(core, entry)) as { submitted?: unknown } | null;
    const isDone = order !== null && (order.submitted === true) === (action === 'submit');
    return isDone ? { kind: 'acknowledged', serverId: null } : outcome;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { kind: 'in-doubt', reason: reasonOf(error) };
  }
}
