/** Which tile addresses are taken, and which tiles there are. */
import { describe, expect, it } from 'vitest';
import { readTileAddress, tilePath, tilePlace } from '../../../src/shared/map-background.ts';

describe('a tile address', () => {
  it.each([
    ['https://tiles.example.org/{z}/{x}/{y}.png', 'tiles.example.org'],
    ['  https://tiles.example.org:8443/a/{z}/{y}/{x}?style=light ', 'tiles.example.org:8443'],
    ['https://tiles.example.org/wmts?z={z}&x={x}&y={y}', 'tiles.example.org'],
  ])('%s is asked at its host', (typed, host) => {
    expect(readTileAddress(typed)).toEqual({ address: typed.trim(), host });
  });

  it.each([
    ['', 'not-an-address'],
    ['tiles.example.org/{z}/{x}/{y}.png', 'not-an-address'],
    [`https://tiles.example.org/{z}/{x}/{y}?${'a'.repeat(1_000)}`, 'not-an-address'],
    ['http://tiles.example.org/{z}/{x}/{y}.png', 'not-https'],
    ['file:///maps/{z}/{x}/{y}.png', 'not-https'],
    ['https://user:secret@tiles.example.org/{z}/{x}/{y}.png', 'credentials'],
    ['https://{z}.example.org/{x}/{y}.png', 'pattern'],
    ['https://tiles.example.org/{z}/{x}.png', 'pattern'],
    ['https://tiles.example.org/{z}/{x}/{y}/{y}.png', 'pattern'],
    ['https://tiles.example.org/{z}/{x}/{-y}.png', 'pattern'],
    ['https://tiles.example.org/{z}/{x}/{y}{r}.png', 'pattern'],
    ['https://tiles.example.org/#{z}/{x}/{y}', 'pattern'],
  ])('%s is refused: %s', (typed, problem) => {
    expect(readTileAddress(typed)).toEqual({ problem });
  });

  it('gets zoom, column and row of a tile, in its own order', () => {
    const place = { zoom: 12, x: 2_200, y: 1_343 };
    expect(tilePath('https://tiles.example.org/{z}/{x}/{y}.png', place)).toBe('/12/2200/1343.png');
    expect(tilePath('https://tiles.example.org/t?y={y}&x={x}&z={z}', place)).toBe('/t?y=1343&x=2200&z=12');
  });
});

it.each([
  [{ zoom: 0, x: 0, y: 0 }, true],
  [{ zoom: 3, x: 7, y: 7 }, true],
  [{ zoom: 3, x: 8, y: 0 }, false],
  [{ zoom: 3, x: 0, y: -1 }, false],
  [{ zoom: 2.5, x: 0, y: 0 }, false],
  [{ zoom: 23, x: 0, y: 0 }, false],
  [{ zoom: 1, x: 0, y: 0, path: '/etc/passwd' }, false],
])('a tile at %j is one of the earth: %s', (place, isOne) => {
  expect(tilePlace.safeParse(place).success).toBe(isOne);
});
