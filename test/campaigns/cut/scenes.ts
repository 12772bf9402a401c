/** The input of each kind, what has to be on the service first, and how the service is read back. */
import type { EntryKind } from '../../../src/shared/outbox-kinds.ts';
import type { Fields } from '../../../src/shared/outbox-merge.ts';
import type { Answer, Desk } from './desk.ts';

/** One thing typed, ready to be sent. */
export interface Scene {
  /** What is wrong about it on the service; null: it is there as it was typed, and once. */
  wrong(): Promise<string | null>;
  /** What the office does afterwards, so that what is pending is carried out. */
  carryOut?(): Promise<void>;
}

export interface SceneKind {
  /** The write that is cut, and of which step where an entry has several. */
  name: string;
  kind: EntryKind;
  /** Which of the entry's writes is cut; 1: the first. */
  which: number;
  /** A person may be asked, because no rule can tell (outbox, By operation). */
  mayAsk: boolean;
  /** Makes what has to be there, and types. @param number makes names that nobody else has, of equal length */
  begin(desk: Desk, number: number): Promise<Scene>;
}

export const planning = '/public/v1';
export const connect = '/connect/v1';
export const address = { addressLineOne: 'Lindenallee 4', city: 'Aldermünde' };
const wednesday = { day: 17, month: 6, year: 2026 };

export const numbered = (text: string, number: number) => `${text} ${String(number).padStart(6, '0')}`;

/** @throws when it is refused */
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

/** The fields of a plan that nobody else has. */
export async function planFields(desk: Desk, number: number): Promise<Fields & { title: string }> {
  return { title: numbered('Plan', number), starts: wednesday, ...(await crewOf(desk)) };
}

/** A plan of its own that can be edited. @returns its id */
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

/** Lays out the routes of a plan. */
export async function optimise(
  desk: Desk,
  planId: string,
  verb: 'optimize' | 'reoptimize' = 'optimize',
): Promise<void> {
  await ok(desk.ask('POST', `${planning}/${planId}:${verb}`));
  desk.pass(120_000);
}

/** A plan of two stops that drivers have. @returns its id and theirs */
export async function roadPlan(desk: Desk, number: number): Promise<{ planId: string; stops: string[] }> {
  const planId = await newPlan(desk, number);
  const stops = [await newStop(desk, planId, number), await newStop(desk, planId, number + 500_000)];
  await optimise(desk, planId);
  await ok(desk.ask('POST', `${planning}/${planId}:distribute`));
  return { planId, stops };
}

/** What a list must hold, neither more nor less. */
export function unlike(found: readonly unknown[], wanted: readonly unknown[]): string | null {
  const [one, other] = [found, wanted].map((list) => JSON.stringify(list.toSorted()));
  return one === other ? null : `${one ?? ''} is there, ${other ?? ''} was typed`;
}
