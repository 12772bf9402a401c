import { describe, expect, it } from 'vitest';
import type { Plan } from '../../../src/training/model.ts';
import { training } from './support.ts';

const titles = (body: unknown) => (body as { plans: Plan[] }).plans.map(({ title }) => title);

describe('plans', () => {
  it('are twenty over two weeks, in every optimization state, and those with drivers are not writable', async () => {
    const client = await training();
    const plans = await client.all<Plan>('planning', '/plans', 'plans');
    const old = plans.shift();
    expect(old).toMatchObject({ starts: { year: 2023 }, writable: false });
    expect(plans).toHaveLength(20);
    expect(new Set(plans.map(({ optimization }) => optimization))).toEqual(
      new Set(['creating', 'editing', 'preview', 'optimized', 'optimizing', null]),
    );
    expect(plans.filter(({ distributed, writable }) => distributed && writable)).toEqual([]);
    const days = plans.map(({ starts }) => Date.UTC(starts.year, starts.month - 1, starts.day));
    expect((Math.max(...days) - Math.min(...days)) / 86_400_000).toBe(13);
    const writableOn = (day: number) => plans.filter(({ starts, writable }) => starts.day === day && writable).length;
    expect([writableOn(15), writableOn(16)]).toEqual([1, 3]);
  });

  it('come ten at a time unless asked otherwise, and never more than twenty', async () => {
    const client = await training();
    expect(titles((await client.planning('/plans')).body)).toHaveLength(10);
    expect(titles((await client.planning('/plans?maxPageSize=20')).body)).toHaveLength(20);
    for (const size of ['21', '0', '-1', 'ten', '1.5', '']) {
      const { status, body } = await client.planning(`/plans?maxPageSize=${size}`);
      expect([status, body]).toMatchObject([400, { param: 'maxPageSize' }]);
    }
  });

  it('are found by exact title and by day, in both spellings of a filter', async () => {
    const client = await training();
    expect(titles((await client.planning('/plans?filter.title=Altstadt%20Monday')).body)).toEqual([
      'Altstadt Monday',
      'Altstadt Monday',
    ]);
    expect(titles((await client.planning('/plans?filter[title]=Altstadt')).body)).toEqual([]);
    const oneDay = 'filter.startsGte=2026-06-16&filter%5BstartsLte%5D=2026-06-16';
    expect(titles((await client.planning(`/plans?${oneDay}`)).body).sort()).toEqual([
      'Altstadt Tuesday',
      'Hafen Tuesday',
      'Ostend Tuesday',
    ]);
    const wrong = await client.planning('/plans?filter.startsGte=16.06.2026');
    expect([wrong.status, wrong.body]).toMatchObject([400, { param: 'filter.startsGte' }]);
  });

  it('refuse parameters they do not know or get twice', async () => {
    const client = await training();
    for (const query of ['filter.depot=x', 'order=asc', 'filter.title=a&filter[title]=b']) {
      expect((await client.planning(`/plans?${query}`)).status, query).toBe(400);
    }
  });

  it('are read one by one', async () => {
    const client = await training();
    const [plan] = await client.all<Plan>('planning', '/plans', 'plans');
    expect((await client.planning(`/${plan!.id}`)).body).toEqual(plan);
    expect([(await client.planning('/plans/gone')).status, (await client.planning('/plans/a%20b')).status]).toEqual([
      404, 400,
    ]);
    expect((await client.planning(`/${plan!.id}`, { method: 'PUT' })).status).toBe(405);
    expect((await client.planning('/nothing')).status).toBe(404);
  });
});
