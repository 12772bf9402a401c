/** Every operation in each version that has it, once: it answers what its row of the document says. */
import { describe, expect, it } from 'vitest';
import { endpoints, type Endpoint, type EndpointName, type Version } from '../../../src/shared/endpoints.ts';
import { scenesOf } from './rules-scenes.ts';
import { useDesk, type Desk } from './rules-support.ts';

let desk: Desk;
useDesk((opened) => {
  desk = opened;
});

/** The records of a list's answer, by the noun or by what it lists. */
const listNames: Partial<Record<EndpointName, string>> = { 'routes.stops': 'stops', 'stops.search': 'stops' };

/** What an answer of the operation has to be, by the response column of the document. */
function check(name: EndpointName, { success, path, method }: Endpoint, said: unknown): void {
  const body = said as Record<string, unknown>;
  const noun = name.split('.')[0] ?? '';
  switch (success) {
    case 'page':
      expect(Array.isArray(body[listNames[name] ?? noun])).toBe(true);
      expect((body[listNames[name] ?? noun] as unknown[]).length, 'it lists something').toBeGreaterThan(0);
      if (noun !== 'customStopProperties') expect(body).toHaveProperty('nextPageToken');
      return;
    case 'id':
      if (noun === 'customStopProperties') expect(body['id']).toBe(desk.known.property);
      else if (noun === 'stops') expect(body['id']).toMatch(/^plans\/\w+\/stops\/\w+$/);
      else expect(body['id']).toMatch(new RegExp(`^${noun}/\\w+$`));
      return;
    case 'operation':
      expect(body).toMatchObject({
        id: expect.stringMatching(/^operations\/\w+$/) as string,
        type: 'plan_optimization',
      });
      return;
    case 'pending':
      expect(body['pending']).toBe(true);
      if (!path.endsWith('liveDelete')) expect(body['stop']).toHaveProperty('id');
      return;
    case 'batch':
      expect(body).toMatchObject({ failed: [] });
      expect(body['success']).toHaveLength(1);
      if (name === 'stops.liveImport') expect(body['pending']).toBe(true);
      return;
    case 'message':
      expect(method === 'DELETE' || name === 'plans.save').toBe(true);
      expect(Object.keys(body).sort()).toEqual(['code', 'message', 'param', 'url']);
      return;
    case 'link':
      expect(body['url']).toMatch(/^https:\/\//);
  }
}

const rows = Object.entries<Endpoint>(endpoints).flatMap(([name, endpoint]) =>
  endpoint.versions.map((version) => [`${version} ${name}`, name as EndpointName, endpoint, version] as const),
);

async function play(name: EndpointName, { method, path, service }: Endpoint, version: Version) {
  const { path: segments = {}, query = '', body } = await scenesOf(desk)[name]();
  const filled = path.replace(/\{(\w+)\}/g, (_whole, each: string) => segments[each] ?? '') + query;
  return service === 'orders' ? desk.order(method, filled, body) : desk.send(method, filled, body, version);
}

describe('operations', () => {
  it.each(rows)('%s', async (_title, name, endpoint, version) => {
    const { status, body } = await play(name, endpoint, version);
    expect([status, status === 200 ? '' : JSON.stringify(body)]).toEqual([200, '']);
    check(name, endpoint, body);
  });

  it('are sixty-three, and v0.2b has thirty-nine of the fifty of planning', () => {
    expect(Object.keys(scenesOf(desk))).toHaveLength(63);
    expect(rows.filter(([, , , version]) => version === 'v0.2b')).toHaveLength(39);
  });
});
