import { expect, it } from 'vitest';
import { training } from './support.ts';

const path = '/team/customStopProperties';

it('are listed in one answer without pages, each with its id, its name and who sees it', async () => {
  const client = await training();
  const { status, body } = await client.planning(path);
  expect([status, body]).toEqual([
    200,
    {
      customStopProperties: [
        { id: 'doorCode', name: 'Door code', visibleToDrivers: true, visibleToRecipients: false },
        { id: 'floor', name: 'Floor', visibleToDrivers: true, visibleToRecipients: true },
        { id: 'cooled', name: 'Cooled', visibleToDrivers: true, visibleToRecipients: false },
        { id: 'p4711', name: 'Gate', visibleToDrivers: true, visibleToRecipients: false },
        { id: 'Tor / Bell?', name: 'Bell', visibleToDrivers: true, visibleToRecipients: true },
      ],
    },
  ]);
  expect((await client.planning(`${path}?maxPageSize=5`)).status).toBe(400);
});

it('are read one by one by their ids, which may hold any characters, and never by their names', async () => {
  const client = await training();
  for (const [id, name] of [
    ['p4711', 'Gate'],
    ['Tor / Bell?', 'Bell'],
  ] as const) {
    expect((await client.planning(`${path}/${encodeURIComponent(id)}`)).body).toMatchObject({ id, name });
  }
  for (const unknown of ['Gate', 'x'.repeat(50), '🚚'.repeat(50)]) {
    const answer = await client.planning(`${path}/${encodeURIComponent(unknown)}`);
    expect([answer.status, answer.body]).toMatchObject([404, { code: 'custom_stop_property_not_found' }]);
  }
  for (const malformed of ['x'.repeat(51), '%E4']) {
    const answer = await client.planning(`${path}/${malformed}`);
    expect([answer.status, answer.body]).toMatchObject([400, { param: 'customStopPropertyId' }]);
  }
});
