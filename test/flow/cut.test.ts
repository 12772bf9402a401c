/** A sample of `npm run cut`: each kind of write is cut at some of its bytes, others with each run. */
import { describe, expect, it } from 'vitest';
import { cutKind, kindNames, type Place } from '../campaigns/cut/campaign.ts';
import type { Side } from '../campaigns/cut/cutter.ts';
import { operations } from '../../src/shared/outbox-kinds.ts';
import { sceneKinds } from '../campaigns/cut/all-scenes.ts';

const seed = Math.floor(Math.random() * 2 ** 31);

/** The whole request without an answer, and a random place on each side. */
function sample(name: string) {
  let state = seed + kindNames.indexOf(name);
  const chance = () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
  const somewhere = (side: Side, length: number): Place => ({ side, after: Math.floor(chance() * length) });
  return (request: number, answer: number): Place[] => [
    somewhere('request', request),
    { side: 'answer', after: 0 },
    somewhere('answer', answer),
  ];
}

describe(`22: an interrupted connection (seed ${seed})`, () => {
  it('covers every kind of entry', () => {
    expect(new Set(sceneKinds.map(({ kind }) => kind))).toEqual(new Set(Object.keys(operations)));
  });

  it.each(kindNames)('%s: is classified as the service did, and exists there once', async (name) => {
    const { cuts, misjudged, wrong, what } = await cutKind(name, sample(name));
    expect({ cuts, misjudged, wrong, what }).toEqual({ cuts: 3, misjudged: 0, wrong: 0, what: [] });
  });

  it('classifies cuts in the raw bytes of the connection, including the handshake', async () => {
    const places = (request: number, answer: number): Place[] => [
      { side: 'request', after: 0 },
      { side: 'request', after: 300 },
      { side: 'request', after: request - 1 },
      { side: 'answer', after: 500 },
      { side: 'answer', after: answer - 40 },
    ];
    const { notSent, applied, misjudged, wrong, what } = await cutKind('stops.create', places, 'cable');
    expect({ misjudged, wrong, what }).toEqual({ misjudged: 0, wrong: 0, what: [] });
    // Nothing is sent before the handshake is complete.
    expect(notSent).toBeGreaterThanOrEqual(2);
    expect(applied).toBeGreaterThanOrEqual(1);
  });
});
