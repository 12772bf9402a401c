import { answered, type AnsweredShape } from './shape.ts';
import { addressAt, overrides, vehicles } from './shared.ts';

export const plan: AnsweredShape = {
  record: 'Plan',
  from: 'planning-api, Plan',
  fields: [
    answered('id', { id: 'plans' }, 'plans/ and its own'),
    answered('title', 'text', 'what it is called; not unique'),
    answered('starts', 'date', 'the day it starts'),
    answered('depot', { id: 'depots' }, 'the depot it starts from, or null'),
    answered('distributed', 'truth', 'whether the drivers have it'),
    answered('writable', 'truth', 'false: only the live endpoints change it'),
    answered(
      'optimization',
      { oneOf: ['creating', 'editing', 'preview', 'optimized', 'optimizing'] },
      'how far its routes are, or null',
    ),
    answered('drivers', { ids: 'drivers' }, 'its drivers'),
    answered('routes', { ids: 'routes' }, 'its routes'),
    ...overrides,
    answered('routeOverrides.optimizationSettings', 'object', 'what the routes are made for'),
    answered(
      'routeOverrides.optimizationSettings.objective',
      { oneOf: ['minimize_drivers', 'distribute_services'] },
      'few drivers, or the work spread over them',
    ),
    answered(
      'routeOverrides.optimizationSettings.subObjective',
      { oneOf: ['equalize_workload', 'equalize_time', 'maximize_efficiency'] },
      'what is made equal',
    ),
  ],
};

export const driver: AnsweredShape = {
  record: 'Driver',
  from: 'planning-api, Driver',
  fields: [
    answered('id', { id: 'drivers' }, 'drivers/ and its own'),
    answered('name', 'text', 'the name, or null'),
    answered('email', 'text', 'the e-mail address, or null'),
    answered('phone', 'text', 'the telephone number, or null'),
    answered('displayName', 'text', 'the name that recipients see, or null'),
    answered('active', 'truth', 'false: paused, gets no routes'),
    answered('depots', { ids: 'depots' }, 'where the driver starts from'),
    ...overrides,
  ],
};

export const member: AnsweredShape = {
  record: 'Member',
  from: 'planning-api, Member',
  fields: [
    answered('id', { id: 'members' }, 'members/ and its own'),
    answered('name', 'text', 'the name, or null'),
    answered('email', 'text', 'the e-mail address, or null'),
    { ...answered('phone', 'text', 'the telephone number, or null'), alwaysNull: 'nothing that is sent gives one' },
    answered('linkedDriverId', { id: 'drivers' }, 'the driver that this is too, or null'),
    answered('displayName', 'text', 'the name that others see, or null'),
    answered('active', 'truth', 'whether the member may work'),
    answered('depots', { ids: 'depots' }, 'the depots it sees'),
    answered('roles', 'texts', 'what it may do'),
  ],
};

export const depot: AnsweredShape = {
  record: 'Depot',
  from: 'planning-api, Depot',
  fields: [
    answered('id', { id: 'depots' }, 'depots/ and its own'),
    answered('name', 'text', 'what it is called'),
    answered('routeOverrides', 'object', 'settings of the routes that start here'),
    answered('routeOverrides.startTime', 'time', 'when routes begin'),
    ...addressAt('routeOverrides.startAddress').filter(({ name }) => !name.endsWith('placeTypes')),
    answered('routeOverrides.startAddress.countryCode', 'text', 'the country of the start'),
    answered('routeOverrides.defaultTimeAtStop', 'number', 'seconds at a stop that says nothing of its own, or null'),
    ...addressAt('routeOverrides.endAddress').filter(({ name }) => !name.endsWith('placeTypes')),
    answered('routeOverrides.endAddress.countryCode', 'text', 'the country of the end'),
    answered('routeOverrides.endTime', 'time', 'when routes have to end, or null'),
    answered('routeOverrides.maxStops', 'number', 'how many stops a driver at most, or null'),
    answered(
      'routeOverrides.roadSide',
      { oneOf: ['any', 'left_only', 'right_only'] },
      'which side to stop on, or null',
    ),
    answered('routeOverrides.vehicleType', { oneOf: vehicles }, 'what is driven, or null'),
    answered('routeOverrides.roundTrip', 'truth', 'whether routes come back, or null'),
  ],
};

export const customProperty: AnsweredShape = {
  record: 'Custom stop property',
  from: 'planning-api, Custom stop property (definition)',
  fields: [
    answered('id', 'text', 'what stops name it by'),
    answered('name', 'text', 'what people call it'),
    answered('visibleToDrivers', 'truth', 'whether drivers see it'),
    answered('visibleToRecipients', 'truth', 'whether recipients see it'),
  ],
};
