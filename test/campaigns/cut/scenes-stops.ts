/** Stops of a plan, unassigned stops, and stops of a distributed plan. */
import type { Desk } from './desk.ts';
import {
  address,
  crewOf,
  newPlan,
  newStop,
  numbered,
  ok,
  optimise,
  planning,
  roadPlan,
  stopOf,
  unlike,
  type Scene,
  type SceneKind,
} from './scenes.ts';

interface Listed {
  type?: string;
  notes: string | null;
  recipient: { name: string | null } | null;
}

/** Recipients and notes of a plan's stops, without starts, ends and breaks. */
async function stopsOf(desk: Desk, planId: string): Promise<string[]> {
  const stops = (await desk.list(`${planning}/${planId}/stops`, 'stops')) as unknown as Listed[];
  return stops
    .filter(({ recipient }) => recipient?.name != null)
    .map(({ recipient, notes }) => `${recipient?.name ?? ''}: ${notes ?? ''}`);
}

const said = (number: number, notes = 'Ring twice') => `${numbered('Recipient', number)}: ${notes}`;
const plain = { which: 1, mayAsk: false } as const;

/** Optimises a distributed plan again and redistributes it. */
const handOver = (desk: Desk, planId: string) => async () => {
  await optimise(desk, planId, 'reoptimize');
  await ok(desk.ask('POST', `${planning}/${planId}:redistribute`));
};

/** A move from one plan to another. */
async function move(desk: Desk, number: number): Promise<Scene> {
  const [from, to] = [await newPlan(desk, number), await newPlan(desk, number + 500_000)];
  desk.intake.move(await newStop(desk, from, number), from, to, stopOf(number));
  return {
    wrong: async () =>
      unlike([...(await stopsOf(desk, from)), 'and', ...(await stopsOf(desk, to))], ['and', said(number)]),
  };
}

/** A live change to a distributed plan, given one of its stops. */
const live =
  (type: (desk: Desk, planId: string, stopId: string, number: number) => void, wanted: (number: number) => string[]) =>
  async (desk: Desk, number: number): Promise<Scene> => {
    const { planId, stops } = await roadPlan(desk, number);
    type(desk, planId, stops[0] ?? '', number);
    return {
      wrong: async () => unlike(await stopsOf(desk, planId), wanted(number)),
      carryOut: handOver(desk, planId),
    };
  };

const other = (number: number) => said(number + 500_000);

async function unassignedOf(desk: Desk, number: number): Promise<string[]> {
  const stops = (await desk.list(`${planning}/unassignedStops`, 'unassignedStops')) as unknown as Listed[];
  return stops
    .filter(({ recipient }) => recipient?.name?.endsWith(numbered('', number)) === true)
    .map(({ recipient, notes }) => `${recipient?.name ?? ''}: ${notes ?? ''}`);
}

async function newUnassigned(desk: Desk, number: number): Promise<string> {
  const { depot } = await crewOf(desk);
  const body = { ...stopOf(number), depot };
  return (await ok(desk.ask('POST', `${planning}/unassignedStops`, body))).id;
}

export const stopScenes: readonly SceneKind[] = [
  {
    ...plain,
    name: 'stops.create',
    kind: 'stops.create',
    async begin(desk, number) {
      const planId = await newPlan(desk, number);
      desk.intake.create('stops.create', planId, stopOf(number));
      return { wrong: async () => unlike(await stopsOf(desk, planId), [said(number)]) };
    },
  },
  {
    ...plain,
    name: 'stops.import',
    kind: 'stops.create',
    async begin(desk, number) {
      const planId = await newPlan(desk, number);
      desk.intake.create('stops.create', planId, stopOf(number));
      desk.intake.create('stops.create', planId, stopOf(number + 500_000));
      return { wrong: async () => unlike(await stopsOf(desk, planId), [said(number), other(number)]) };
    },
  },
  {
    ...plain,
    name: 'stops.update',
    kind: 'stops.update',
    async begin(desk, number) {
      const planId = await newPlan(desk, number);
      const id = await newStop(desk, planId, number);
      desk.intake.edit('stops.update', id, planId, { notes: 'Back door' }, { notes: 'Ring twice' });
      return { wrong: async () => unlike(await stopsOf(desk, planId), [said(number, 'Back door')]) };
    },
  },
  {
    ...plain,
    name: 'stops.delete',
    kind: 'stops.delete',
    async begin(desk, number) {
      const planId = await newPlan(desk, number);
      desk.intake.remove('stops.delete', await newStop(desk, planId, number), planId);
      return { wrong: async () => unlike(await stopsOf(desk, planId), []) };
    },
  },
  { ...plain, name: 'stops.move: create', kind: 'stops.move', begin: move },
  { ...plain, name: 'stops.move: delete', kind: 'stops.move', which: 2, begin: move },
  {
    ...plain,
    name: 'stops.liveCreate',
    kind: 'stops.liveCreate',
    mayAsk: true,
    begin: live(
      (desk, planId, _stopId, number) => {
        desk.intake.create('stops.liveCreate', planId, stopOf(number + 250_000));
      },
      (number) => [said(number), other(number), said(number + 250_000)],
    ),
  },
  {
    ...plain,
    name: 'stops.liveUpdate',
    kind: 'stops.liveUpdate',
    begin: live(
      (desk, planId, stopId) => {
        desk.intake.edit('stops.liveUpdate', stopId, planId, { notes: 'Back door' }, { notes: 'Ring twice' });
      },
      (number) => [said(number, 'Back door'), other(number)],
    ),
  },
  {
    ...plain,
    name: 'stops.liveDelete',
    kind: 'stops.liveDelete',
    begin: live(
      (desk, planId, stopId) => {
        desk.intake.remove('stops.liveDelete', stopId, planId);
      },
      (number) => [other(number)],
    ),
  },
  {
    ...plain,
    name: 'unassignedStops.create',
    kind: 'unassignedStops.create',
    async begin(desk, number) {
      const { depot } = await crewOf(desk);
      desk.intake.create('unassignedStops.create', '', { ...stopOf(number), address, depot });
      return { wrong: async () => unlike(await unassignedOf(desk, number), [said(number)]) };
    },
  },
  {
    ...plain,
    name: 'unassignedStops.import',
    kind: 'unassignedStops.create',
    async begin(desk, number) {
      const { depot } = await crewOf(desk);
      desk.intake.create('unassignedStops.create', '', { ...stopOf(number), depot });
      desk.intake.create('unassignedStops.create', '', { ...stopOf(number + 500_000), depot });
      return {
        wrong: async () =>
          unlike(
            [...(await unassignedOf(desk, number)), ...(await unassignedOf(desk, number + 500_000))],
            [said(number), other(number)],
          ),
      };
    },
  },
  {
    ...plain,
    name: 'unassignedStops.update',
    kind: 'unassignedStops.update',
    async begin(desk, number) {
      const id = await newUnassigned(desk, number);
      desk.intake.edit('unassignedStops.update', id, '', { notes: 'Back door' }, { notes: 'Ring twice' });
      return { wrong: async () => unlike(await unassignedOf(desk, number), [said(number, 'Back door')]) };
    },
  },
  {
    ...plain,
    name: 'unassignedStops.delete',
    kind: 'unassignedStops.delete',
    async begin(desk, number) {
      desk.intake.remove('unassignedStops.delete', await newUnassigned(desk, number), '');
      return { wrong: async () => unlike(await unassignedOf(desk, number), []) };
    },
  },
];
