import { describe, expect, it } from 'vitest';
import { byName, driverFits, hoursText, vehicleText } from '../../../../src/renderer/drivers/driver-words.ts';
import type { DriverRow } from '../../../../src/shared/drivers.ts';

const driver: DriverRow = {
  id: 'drivers/d1',
  change: null,
  entryState: null,
  entryId: null,
  fullName: null,
  displayName: null,
  depots: [],
  name: 'Lena Hoffmann',
  email: 'lena@depot.example',
  phone: '+49 171 392-0013',
  active: false,
  depotNames: ['Depot Altstadt', 'Depot Hafen'],
  vehicleType: 'electric_cargo_bike',
  startTime: '07:30',
  endTime: null,
  maxStops: 40,
};

describe('a driver in the list', () => {
  it.each(['lena', 'HAFEN', '1713920013', '392-0013', 'lena hafen', 'paused', 'cargo', '  '])(
    'matches the filter %j',
    (filter) => {
      expect(driverFits(driver, filter)).toBe(true);
    },
  );

  it.each(['lena ostend', 'active', 'altstadt depot hafen truck'])('does not match the filter %j', (filter) => {
    expect(driverFits(driver, filter)).toBe(false);
  });

  it('does not match a word across two fields', () => {
    expect(driverFits(driver, 'hoffmann+49')).toBe(false);
  });

  it('shows an unknown vehicle verbatim', () => {
    expect(vehicleText(driver)).toBe('Electric cargo bike');
    expect(vehicleText({ vehicleType: 'hovercraft' })).toBe('hovercraft');
    expect(vehicleText({ vehicleType: null })).toBeNull();
  });

  it('formats hours with one end open', () => {
    expect(hoursText(driver)).toBe('from 07:30');
    expect(hoursText({ startTime: '07:30', endTime: '16:00' })).toBe('07:30–16:00');
    expect(hoursText({ startTime: null, endTime: null })).toBeNull();
  });

  it('is sorted by name without changing the given list', () => {
    const given = [driver, { ...driver, id: 'drivers/d2', name: 'Ágnes' }];
    expect(byName(given).map(({ name }) => name)).toEqual(['Ágnes', 'Lena Hoffmann']);
    expect(given[0]?.name).toBe('Lena Hoffmann');
  });
});
