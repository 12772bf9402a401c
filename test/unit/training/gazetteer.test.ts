import { describe, expect, it } from 'vitest';
import { geocode } from '../../../src/training/data/gazetteer.ts';

const point = (address: ReturnType<typeof geocode>) => [address?.latitude, address?.longitude];

describe('geocode', () => {
  it('finds a street in every spelling', () => {
    const known = geocode({ addressLineOne: 'Bahnhofstraße 12', zip: '41742', city: 'Aldermünde' });
    expect(known?.address).toBe('Bahnhofstraße 12, 41742 Aldermünde, Germany');
    for (const addressLineOne of [
      'bahnhofstrasse 12',
      'Bahnhofstr. 12',
      '12 BAHNHOFSTRASSE',
      'Bahnhofstraße 12, Ostend',
    ]) {
      expect(point(geocode({ addressLineOne })), addressLineOne).toEqual(point(known));
    }
    expect(point(geocode({ addressLineOne: 'Elise Renard Strasse 3' }))).toEqual(
      point(geocode({ addressLineOne: 'Élise-Renard-Straße 3' })),
    );
  });

  it('places neighbours next to each other and a street without a number at its middle', () => {
    const [one, two, middle] = ['Lindenallee 28', 'Lindenallee 30', 'Lindenallee'].map((addressLineOne) =>
      geocode({ addressLineOne }),
    );
    expect(Math.abs(one!.longitude! - two!.longitude!)).toBeLessThan(0.001);
    expect(point(middle!)).toEqual(point(two!));
  });

  it('prefers coordinates to everything else', () => {
    const given = { addressLineOne: 'Nowhere 1', latitude: 48.5, longitude: 9.25 };
    expect(geocode(given)).toMatchObject({ addressLineOne: 'Nowhere 1', latitude: 48.5, longitude: 9.25 });
    expect(geocode({ latitude: 48.5, longitude: 9.25 })?.address).toBe('48.5, 9.25');
  });

  it('places an unknown street in the given town, always at the same point', () => {
    const input = { addressLineOne: 'Unbekannter Weg 9', zip: '10115', city: 'Berlin', country: 'Germany' };
    const found = geocode(input);
    expect(found?.address).toBe('Unbekannter Weg 9, 10115 Berlin, Germany');
    expect(geocode(input)).toEqual(found);
    expect(found?.latitude).toBeCloseTo(52.915, 1);
    expect(geocode({ zip: '41731' })?.addressLineOne).toBe('41731');
  });

  it('does not find an unknown street without a town or a nonexistent place', () => {
    expect(geocode({ addressLineOne: 'Unbekannter Weg 9' })).toBeNull();
    expect(geocode({ addressLineOne: '5 Nowhere Road', zip: '00417', city: 'Aldermünde' })).toBeNull();
    expect(geocode({ country: 'Germany' })).toBeNull();
  });

  it('shows a name and keeps the second line', () => {
    const found = geocode({
      addressName: 'Kita Löwenzahn',
      addressLineOne: 'Rosenweg 1',
      addressLineTwo: 'Hinterhaus',
    });
    expect([found?.addressLineOne, found?.addressLineTwo]).toEqual([
      'Kita Löwenzahn',
      'Hinterhaus, Rosenweg 1, 41753 Aldermünde, Germany',
    ]);
  });
});
