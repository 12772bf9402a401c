import { describe, expect, it } from 'vitest';
import {
  byName,
  driverFits,
  hoursText,
  stateText,
  wasDeletedElsewhere,
} from '../../../../src/renderer/drivers/driver-words.ts';
import { vehicleText } from '../../../../src/renderer/lib/vehicle-text.ts';
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
  hasStart: false,
};

describe('a driver who is no longer listed', () => {
  it('was deleted elsewhere, unless it was deleted here or got its id from the service', () => {
    expect(wasDeletedElsewhere(driver, [])).toBe(true);
    expect(wasDeletedElsewhere(driver, [driver.id])).toBe(false);
    expect(wasDeletedElsewhere({ ...driver, change: 'delete' }, [])).toBe(false);
    expect(wasDeletedElsewhere({ ...driver, id: 'local-1', change: 'create' }, [])).toBe(false);
  });
});

describe('a driver in the list', () => {
  it('does not wait to be sent if a change was rejected or is unconfirmed', () => {
    for (const change of ['create', 'edit', 'delete'] as const) {
      expect(stateText({ active: true, change, entryState: 'refused' })).toBe('Needs decision');
      expect(stateText({ active: true, change, entryState: 'in-doubt' })).toBe('Unconfirmed (checking)');
    }
    expect(stateText({ active: true, change: 'delete', entryState: 'queued' })).toBe('Will be deleted');
  });

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
