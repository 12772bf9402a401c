import { expect, it } from 'vitest';
import { makeWorld } from '../../../src/training/data/world.ts';
import type { Depot, Driver } from '../../../src/training/model.ts';
import { training } from './support.ts';

it('has twelve drivers over three depots, two of them paused', async () => {
  const client = await training();
  const drivers = await client.all<Driver>('planning', '/drivers?maxPageSize=5', 'drivers');
  const depots = await client.all<Depot>('planning', '/depots?maxPageSize=2', 'depots');
  expect([drivers.length, depots.length]).toEqual([12, 3]);
  for (const { id } of depots) {
    expect(drivers.filter((driver) => driver.depots.includes(id)).length).toBeGreaterThanOrEqual(4);
  }
  const active = await client.all<Driver>('planning', '/drivers?filter.active=true', 'drivers');
  const paused = await client.all<Driver>('planning', '/drivers?filter[active]=false', 'drivers');
  expect([active.length, paused.length]).toEqual([10, 2]);
  expect((await client.planning('/drivers?filter.active=yes')).status).toBe(400);
  expect((await client.planning('/drivers?maxPageSize=51')).status).toBe(400);
  expect((await client.planning('/depots?maxPageSize=21')).status).toBe(400);
});

it('has five members: the owner, one of each role, and two who drive as well', () => {
  const { members, drivers } = makeWorld(1, '2026-06-15');
  expect(members.flatMap(({ roles }) => roles)).toEqual(['owner', 'admin', 'depot-manager', 'dispatcher', 'read-only']);
  const linked = members.flatMap(({ linkedDriverId }) => linkedDriverId ?? []);
  expect(linked).toHaveLength(2);
  for (const id of linked) {
    const member = members.find(({ linkedDriverId }) => linkedDriverId === id);
    expect(drivers.find((driver) => driver.id === id)?.name).toBe(member?.name);
  }
});
