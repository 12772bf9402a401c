/** The input for each kind, its preconditions on the service, and how to verify the result. */
import type { EntryKind } from '../../../src/shared/outbox-kinds.ts';
import type { Fields } from '../../../src/shared/outbox-merge.ts';
import type { Answer, Desk } from './desk.ts';

/** One entry, ready to send. */
export interface Scene {
  /** What is wrong on the service. Null: the record exists exactly once, as entered. */
  wrong(): Promise<string | null>;
  /** What the office does afterwards to apply pending changes. */
  carryOut?(): Promise<void>;
}

export interface SceneKind {
  /** The write to cut, with its step if the entry has several. */
  name: string;
  kind: EntryKind;
  /** Which of the entry's writes to cut, from 1. */
  which: number;
  /** The user may be asked, because no rule can decide (outbox, By operation). */
  mayAsk: boolean;
  /** Creates the preconditions and the entry. @param number makes names unique, and of equal length */
  begin(desk: Desk, number: number): Promise<Scene>;
}

export const planning = '/public/v1';
export const connect = '/connect/v1';
export const address = { addressLineOne: 'Lindenallee 4', city: 'Aldermünde' };
const wednesday = { day: 17, month: 6, year: 2026 };

export const numbered = (text: string, number: number) => `${text} ${String(number).padStart(6, '0')}`;

/** @throws Error if the service refuses */
export async function ok(asked: Promise<Answer>): Promise<Fields & { id: string }> {
  const { status, body } = await asked;
  if (status < 200 || status > 299) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body as Fields & { id: string };
}

interface Crew {
  depot: string;
  drivers: string[];
}
const crews = new WeakMap<Desk, Crew>();

/** A depot and two of its drivers. */
export async function crewOf(desk: Desk): Promise<Crew> {
  const known = crews.get(desk);
  if (known !== undefined) return known;
  const [depot] = await desk.list(`${planning}/depots`, 'depots');
  const drivers = await desk.list(`${planning}/drivers`, 'drivers');
  const id = String(depot?.['id']);
  const own = drivers.filter((driver) => driver['active'] === true && (driver['depots'] as string[]).includes(id));
  const crew = { depot: id, drivers: own.slice(0, 2).map((driver) => String(driver['id'])) };
  crews.set(desk, crew);
  return crew;
}

/** The fields of a unique plan. */
export async function planFields(desk: Desk, number: number): Promise<Fields & { title: string }> {
  return { title: numbered('Plan', number), starts: wednesday, ...(await crewOf(desk)) };
}

/** Creates an editable plan. @returns its id */
export async function newPlan(desk: Desk, number: number): Promise<string> {
  const { id } = await ok(desk.ask('POST', `${planning}/plans`, await planFields(desk, number)));
  return id;
}

export const stopOf = (number: number): Fields => ({
  address,
  recipient: { name: numbered('Recipient', number) },
  notes: 'Ring twice',
});

export const newStop = async (desk: Desk, planId: string, number: number): Promise<string> =>
  (await ok(desk.ask('POST', `${planning}/${planId}/stops`, stopOf(number)))).id;

/** Optimises a plan. */
export async function optimise(
  desk: Desk,
  planId: string,
  verb: 'optimize' | 'reoptimize' = 'optimize',
): Promise<void> {
  await ok(desk.ask('POST', `${planning}/${planId}:${verb}`));
  desk.pass(120_000);
}

/** Creates a distributed plan with two stops. @returns its id and theirs */
export async function roadPlan(desk: Desk, number: number): Promise<{ planId: string; stops: string[] }> {
  const planId = await newPlan(desk, number);
  const stops = [await newStop(desk, planId, number), await newStop(desk, planId, number + 500_000)];
  await optimise(desk, planId);
  await ok(desk.ask('POST', `${planning}/${planId}:distribute`));
  return { planId, stops };
}

/** Compares a list with its expected items, in any order. */
export function unlike(found: readonly unknown[], wanted: readonly unknown[]): string | null {
  const [one, other] = [found, wanted].map((list) => JSON.stringify(list.toSorted()));
  return one === other ? null : `${one ?? ''} is there, ${other ?? ''} was typed`;
}
