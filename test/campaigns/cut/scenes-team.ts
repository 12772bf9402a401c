/** Drivers. */
import type { Fields } from '../../../src/shared/outbox-merge.ts';
import type { Desk } from './desk.ts';
import { crewOf, numbered, ok, planning, unlike, type SceneKind } from './scenes.ts';

const emailOf = (number: number) => `driver${numbered('', number).trim()}@mail.example`;

async function driverOf(desk: Desk, number: number): Promise<Fields> {
  const { depot } = await crewOf(desk);
  return { name: numbered('Driver', number), email: emailOf(number), depots: [depot] };
}

const newDriver = async (desk: Desk, number: number): Promise<string> =>
  (await ok(desk.ask('POST', `${planning}/drivers`, await driverOf(desk, number)))).id;

async function driversOf(desk: Desk, number: number): Promise<string[]> {
  const drivers = await desk.list(`${planning}/drivers?maxPageSize=50`, 'drivers');
  return drivers
    .filter(({ email }) => email === emailOf(number))
    .map(({ displayName }) => (typeof displayName === 'string' ? displayName : ''));
}

const plain = { which: 1, mayAsk: false } as const;

export const teamScenes: readonly SceneKind[] = [
  {
    ...plain,
    name: 'drivers.create',
    kind: 'drivers.create',
    async begin(desk, number) {
      desk.intake.create('drivers.create', '', await driverOf(desk, number));
      return {
        wrong: async () => {
          const count = (await driversOf(desk, number)).length;
          return unlike([count], [1]);
        },
      };
    },
  },
  {
    ...plain,
    name: 'drivers.import',
    kind: 'drivers.create',
    async begin(desk, number) {
      const other = number + 500_000;
      for (const each of [number, other]) desk.intake.create('drivers.create', '', await driverOf(desk, each));
      return {
        wrong: async () => {
          const counts = [(await driversOf(desk, number)).length, (await driversOf(desk, other)).length];
          return unlike(counts, [1, 1]);
        },
      };
    },
  },
  {
    ...plain,
    name: 'drivers.update',
    kind: 'drivers.update',
    async begin(desk, number) {
      const id = await newDriver(desk, number);
      desk.intake.edit('drivers.update', id, '', { displayName: 'Kim' }, { displayName: null });
      return { wrong: async () => unlike(await driversOf(desk, number), ['Kim']) };
    },
  },
  {
    ...plain,
    name: 'drivers.delete',
    kind: 'drivers.delete',
    async begin(desk, number) {
      desk.intake.remove('drivers.delete', await newDriver(desk, number), '');
      return { wrong: async () => unlike(await driversOf(desk, number), []) };
    },
  },
];
