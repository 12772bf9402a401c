/** Plans: written, optimised and distributed. */
import type { Desk } from './desk.ts';
import {
  newPlan,
  newStop,
  ok,
  optimise,
  planFields,
  planning,
  roadPlan,
  stopOf,
  unlike,
  type Scene,
  type SceneKind,
} from './scenes.ts';

const titleOf = async (desk: Desk, planId: string): Promise<unknown> => {
  const { status, body } = await desk.ask('GET', `${planning}/${planId}`);
  return status === 404 ? 'gone' : body['title'];
};

/** The number of optimisations of a plan. */
async function operationsOf(desk: Desk, planId: string): Promise<number> {
  const operations = await desk.list(`${planning}/operations?maxPageSize=20`, 'operations');
  return operations.filter(({ metadata }) => (metadata as { targetPlanId?: string }).targetPlanId === planId).length;
}

const plain = { which: 1, mayAsk: false } as const;

/** A distributed plan was changed and optimised again, but not redistributed yet. */
const announced = (kind: 'plans.redistribute' | 'plans.save') =>
  async function begin(desk: Desk, number: number): Promise<Scene> {
    const { planId } = await roadPlan(desk, number);
    const { stop } = await ok(desk.ask('POST', `${planning}/${planId}/stops:liveCreate`, stopOf(number + 250_000)));
    await optimise(desk, planId, 'reoptimize');
    desk.intake.command(kind, planId, {});
    return {
      async wrong() {
        const { body } = await desk.ask('GET', `${planning}/${(stop as { id: string }).id}`);
        return body['route'] == null ? 'the change is not carried out' : null;
      },
    };
  };

export const planScenes: readonly SceneKind[] = [
  {
    ...plain,
    name: 'plans.create',
    kind: 'plans.create',
    async begin(desk, number) {
      const fields = await planFields(desk, number);
      desk.intake.create('plans.create', '', fields);
      const path = `${planning}/plans?filter.title=${encodeURIComponent(fields.title)}`;
      return {
        wrong: async () =>
          unlike(
            (await desk.list(path, 'plans')).map(({ title }) => title),
            [fields.title],
          ),
      };
    },
  },
  {
    ...plain,
    name: 'plans.update',
    kind: 'plans.update',
    async begin(desk, number) {
      const planId = await newPlan(desk, number);
      const title = await titleOf(desk, planId);
      desk.intake.edit('plans.update', planId, '', { title: 'Again' }, { title });
      return { wrong: async () => unlike([await titleOf(desk, planId)], ['Again']) };
    },
  },
  {
    ...plain,
    name: 'plans.delete',
    kind: 'plans.delete',
    async begin(desk, number) {
      const planId = await newPlan(desk, number);
      desk.intake.remove('plans.delete', planId, '');
      return { wrong: async () => unlike([await titleOf(desk, planId)], ['gone']) };
    },
  },
  {
    ...plain,
    name: 'plans.optimize',
    kind: 'plans.optimize',
    async begin(desk, number) {
      const planId = await newPlan(desk, number);
      await newStop(desk, planId, number);
      desk.intake.command('plans.optimize', planId, {});
      return { wrong: async () => unlike([await operationsOf(desk, planId)], [1]) };
    },
  },
  {
    ...plain,
    name: 'plans.reoptimize',
    kind: 'plans.reoptimize',
    async begin(desk, number) {
      const { planId } = await roadPlan(desk, number);
      await ok(desk.ask('POST', `${planning}/${planId}/stops:liveCreate`, stopOf(number + 250_000)));
      desk.intake.command('plans.reoptimize', planId, { optimizationType: 'reorder_all_stops' });
      return { wrong: async () => unlike([await operationsOf(desk, planId)], [2]) };
    },
  },
  {
    ...plain,
    name: 'plans.distribute',
    kind: 'plans.distribute',
    mayAsk: true,
    async begin(desk, number) {
      const planId = await newPlan(desk, number);
      await newStop(desk, planId, number);
      await optimise(desk, planId);
      desk.intake.command('plans.distribute', planId, {});
      const plan = async () => (await desk.ask('GET', `${planning}/${planId}`)).body;
      return { wrong: async () => unlike([(await plan())['distributed']], [true]) };
    },
  },
  {
    ...plain,
    name: 'plans.redistribute',
    kind: 'plans.redistribute',
    mayAsk: true,
    begin: announced('plans.redistribute'),
  },
  { ...plain, name: 'plans.save', kind: 'plans.save', mayAsk: true, begin: announced('plans.save') },
];
