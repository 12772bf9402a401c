import { describe, expect, it } from 'vitest';
import { endpoints, limits, type Endpoint } from '../../../src/shared/endpoints.ts';

const rows = Object.entries<Endpoint>(endpoints);
const names = (condition: (endpoint: Endpoint) => boolean) =>
  rows.filter(([, endpoint]) => condition(endpoint)).map(([name]) => name);
const count = (prefix: string) => rows.filter(([name]) => name.startsWith(`${prefix}.`)).length;

describe('the endpoint table', () => {
  it('has the operations of each noun that the documents list', () => {
    const live = names(({ path }) => /:(reoptimize|redistribute|save|live\w+)$/.test(path));
    expect(live).toHaveLength(7);
    expect({
      plans: count('plans') - 3,
      stops: count('stops') - 4 - 1,
      search: names(({ path }) => path === '/stops:search').length,
      unassignedStops: count('unassignedStops'),
      drivers: count('drivers'),
      depots: count('depots'),
      routes: count('routes'),
      operations: count('operations'),
      customStopProperties: count('customStopProperties'),
      members: count('members'),
      connect: names(({ service }) => service === 'orders').length,
    }).toEqual({
      plans: 7,
      stops: 6,
      search: 1,
      unassignedStops: 6,
      drivers: 6,
      depots: 5,
      routes: 3,
      operations: 3,
      customStopProperties: 2,
      members: 4,
      connect: 13,
    });
  });

  it('has one row per method and path', () => {
    const keys = rows.map(
      ([, { service, method, path }]) => `${service} ${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`,
    );
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('has no body for reads and deletions in either version', () => {
    const without = rows.filter(([, { method }]) => method === 'GET' || method === 'DELETE');
    expect(without.length).toBeGreaterThan(20);
    for (const [name, { request, olderRequest }] of without) {
      expect([request, olderRequest], name).toEqual([undefined, undefined]);
    }
  });

  it('counts every read and every write, some in a special class as well', () => {
    for (const [name, { service, method, limitClasses }] of rows) {
      expect(limitClasses[0], name).toBe(`${service}.${method === 'GET' ? 'read' : 'write'}`);
      for (const limitClass of limitClasses) expect(limits).toHaveProperty([limitClass]);
    }
    const special = names(({ limitClasses }) => limitClasses.length > 1).sort();
    expect(special).toEqual([
      'drivers.create',
      'drivers.import',
      'orders.import',
      'orders.submit',
      'plans.optimize',
      'plans.reoptimize',
      'stops.import',
      'stops.liveImport',
      'unassignedStops.import',
    ]);
  });

  it('repeats reads, edits and deletions, but nothing that would be created or announced twice', () => {
    for (const [name, { method, repeatable }] of rows) {
      if (method === 'POST') continue;
      expect(repeatable, name).toBe(true);
    }
    // These are idempotent (outbox, By operation).
    expect(names(({ method, repeatable }) => method === 'POST' && repeatable).sort()).toEqual([
      'operations.cancel',
      'stops.liveDelete',
      'stops.liveUpdate',
    ]);
  });

  it('has every limit of the documents', () => {
    const text = Object.fromEntries(
      Object.entries(limits).map(([name, windows]) => [
        name,
        windows.map(({ limit, milliseconds, counts }) => `${limit} ${counts}/${milliseconds / 1000} s`),
      ]),
    );
    expect(text).toEqual({
      'planning.read': ['10 requests/1 s'],
      'planning.write': ['5 requests/1 s'],
      'planning.driver-create': ['1 requests/1 s'],
      'planning.stop-import': ['30 requests/60 s', '100 requests/600 s', '1000 items/60 s'],
      'planning.driver-import': ['2 requests/60 s', '100 items/60 s'],
      'planning.optimise': ['30 requests/60 s', '100 requests/600 s'],
      'orders.read': ['10 requests/1 s'],
      'orders.write': ['5 requests/1 s'],
      'orders.import': ['10 requests/60 s'],
      'orders.submit': ['10 requests/60 s'],
    });
  });
});
