/**
 * Every field that the documents let be sent, one test each: it is taken, and read back as it was sent. What the fields
 * are is written down in test/conformance/shapes, by hand from the documents.
 */
import { describe, expect, it } from 'vitest';
import { orderWritten, planningWritten, type Known, type WrittenShape } from '../../conformance/shapes/written.ts';
import { put } from '../../fixtures/bounds/line.ts';
import { openStop, useDesk, type Desk } from './rules-support.ts';
import type { Answer } from './support.ts';

let desk: Desk;
useDesk((opened) => {
  desk = opened;
});

const shapes = [...planningWritten, ...orderWritten];
const place = { address: { addressLineOne: 'Rosenweg 2' } };

/** Sends the body where its operation takes it. For a change a record is made first. */
async function write(operation: string, body: unknown, known: Desk['known']): Promise<Answer> {
  const [noun = '', verb = ''] = operation.split('.');
  const created = async (path: string, base: unknown, service: 'send' | 'order' = 'send') =>
    String((await desk.good(desk[service]('POST', path, base)))['id']);
  switch (operation) {
    case 'stops.create':
      return desk.send('POST', `/${known.plan}/stops`, body);
    case 'stops.update':
      return desk.send('PATCH', `/${await created(`/${known.plan}/stops`, place)}`, body);
    case 'stops.liveCreate':
      return desk.send('POST', `/${known.livePlan}/stops:liveCreate`, body);
    case 'stops.liveUpdate':
      return desk.send('POST', `/${(await openStop(desk, known.livePlan)).id}:liveUpdate`, body);
    case 'orders.create':
      return desk.order('POST', '/orders', body);
    case 'orders.update':
      return desk.order('PATCH', `/${await created('/orders', place, 'order')}`, body);
    default: {
      if (verb === 'create') return desk.send('POST', `/${noun}`, body);
      const shape = shapes.find((each) => each.operation === `${noun}.create`);
      return desk.send('PATCH', `/${await created(`/${noun}`, shape?.base(known))}`, body);
    }
  }
}

/** The record as it is there afterwards: fetched, or as answered where there is nothing to fetch. */
async function recordAfter(operation: string, answer: Answer): Promise<Record<string, unknown>> {
  const body = answer.body as Record<string, unknown>;
  if (operation.includes('.live')) return body['stop'] as Record<string, unknown>;
  if (operation.startsWith('members.')) return body;
  const path = `/${String(body['id'])}`;
  return desk.good(operation.startsWith('orders.') ? desk.order('GET', path) : desk.send('GET', path));
}

const at = (record: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], record);

function livesIn(known: Desk['known'], operation: string): Desk['known'] {
  return operation.includes('.live') ? { ...known, driver: known.liveDriver } : known;
}

const driverOf = (shape: WrittenShape, known: Desk['known']): Known => livesIn(known, shape.operation);

describe.each(shapes.map((shape) => [shape.record, shape] as const))('%s', (_record, shape) => {
  it.each(shape.fields.map((field) => [field.name, field] as const))('%s', async (_name, field) => {
    const known = driverOf(shape, desk.known);
    const value = field.value(known);
    const body = put(shape.base(known), field.within ?? field.name, value);
    const answer = await write(shape.operation, body, desk.known);
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([200, expect.anything()]);
    const { at: path, as } = field.reads?.(known) ?? { at: field.name, as: value };
    const read = at(await recordAfter(shape.operation, answer), path);
    if (as instanceof RegExp) expect(read).toMatch(as);
    else expect(read).toEqual(as);
  });
});
