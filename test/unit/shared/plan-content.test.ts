import { expect, it } from 'vitest';
import { overridesContent, withSentOverrides } from '../../../src/shared/plan-content.ts';
import { planCreate } from '../../../src/shared/plans.ts';

it('turns overrides as read into input that the service accepts', () => {
  const content = overridesContent({
    startTime: { hour: 8, minute: 0 },
    endTime: null,
    startAddress: {
      addressLineOne: 'Güterstraße 52',
      addressLineTwo: '41742 Aldermünde',
      latitude: 51.2,
      longitude: 6.8,
    },
    endAddress: null,
    maxStops: 40,
    drivingSpeed: 'slower',
    deliverySpeed: 'teleport',
    vehicleType: 'truck',
    optimizationSettings: { objective: 'minimize_drivers', subObjective: 'equalize_time' },
  });
  expect(content).toEqual({
    startTime: { hour: 8, minute: 0 },
    startAddress: { addressLineOne: 'Güterstraße 52', zip: '41742', city: 'Aldermünde' },
    maxStops: 40,
    drivingSpeed: 'slower',
    vehicleType: 'truck',
    optimizationSettings: { objective: 'distribute_services', subObjective: 'equalize_time' },
  });
  const plan = { title: 'Copy', starts: { day: 1, month: 7, year: 2026 }, routeOverrides: content };
  expect(planCreate.safeParse(plan).success).toBe(true);
});

it('has nothing to send for a plan without overrides', () => {
  expect(overridesContent(null)).toBeUndefined();
  expect(
    overridesContent({ startTime: null, maxStops: null, optimizationSettings: { subObjective: null } }),
  ).toBeUndefined();
});

it('compares overrides as they would be sent, and leaves out a goal that cannot be sent', () => {
  const goal = { objective: 'minimize_drivers', subObjective: 'equalize_time' };
  const read = {
    startAddress: { address: 'x', addressLineOne: 'Lindenweg 7', latitude: 1, longitude: 2 },
    maxStops: 5,
  };
  const asSent = { startAddress: { addressLineOne: 'Lindenweg 7' }, maxStops: 5 };
  expect(withSentOverrides({ title: 'A', routeOverrides: { ...read, optimizationSettings: goal } })).toEqual({
    ...{ title: 'A', routeOverrides: asSent },
  });
  expect(withSentOverrides({ routeOverrides: asSent })).toEqual({ routeOverrides: asSent });
  expect(withSentOverrides({ title: 'A' })).toEqual({ title: 'A' });
  expect(withSentOverrides({ routeOverrides: null })).toEqual({ routeOverrides: null });
});
