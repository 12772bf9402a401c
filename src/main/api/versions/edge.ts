/**
 * Adapter for an API version: the rest of the app sees only the fields of v1. One row for each operation in which v0.2b
 * differs. All others pass unchanged.
 */
import type { EndpointName, Version } from '../../../shared/endpoints.ts';
import { eachItem, withField } from './json.ts';
import { KnownDrivers } from './known-drivers.ts';
import { planOf, stopOf } from './older-answers.ts';
import { stopInputOf } from './older-requests.ts';

export interface VersionEdge {
  /** Converts a request body from the fields of v1 to those of this version. */
  request(name: EndpointName, body: unknown): unknown;
  /** Converts an answer of this version to the fields of v1. Never throws, whatever the answer contains. */
  answer(name: EndpointName, body: unknown): unknown;
}

type Change = (body: unknown) => unknown;

function olderEdge(): VersionEdge {
  const drivers = new KnownDrivers();
  const stop: Change = (body) => stopOf(body, drivers);
  const plan: Change = (body) => planOf(body, drivers);
  const inField =
    (name: string, change: Change): Change =>
    (body) =>
      withField(body, name, change);
  const learned: Change = (driver) => {
    drivers.learn(driver);
    return driver;
  };

  const requests: Partial<Record<EndpointName, Change>> = {
    'stops.create': stopInputOf,
    'stops.import': eachItem(stopInputOf),
    'stops.liveCreate': stopInputOf,
    'stops.liveImport': eachItem(stopInputOf),
    'unassignedStops.create': stopInputOf,
    'unassignedStops.import': inField('unassignedStops', eachItem(stopInputOf)),
  };
  const answers: Partial<Record<EndpointName, Change>> = {
    'plans.list': inField('plans', eachItem(plan)),
    'plans.create': plan,
    'plans.get': plan,
    'plans.update': plan,
    'plans.distribute': plan,
    'plans.redistribute': plan,
    'stops.list': inField('stops', eachItem(stop)),
    'stops.create': stop,
    'stops.get': stop,
    'stops.update': stop,
    'stops.liveCreate': inField('stop', stop),
    'stops.liveUpdate': inField('stop', stop),
    'unassignedStops.list': inField('unassignedStops', eachItem(stop)),
    'unassignedStops.create': stop,
    'unassignedStops.get': stop,
    'unassignedStops.update': stop,
    'drivers.list': inField('drivers', eachItem(learned)),
    'drivers.get': learned,
    'drivers.create': learned,
    'drivers.update': learned,
  };
  return {
    request: (name, body) => requests[name]?.(body) ?? body,
    answer: (name, body) => answers[name]?.(body) ?? body,
  };
}

/** The adapter of one connection. It remembers the drivers that the connection has seen. */
export function edgeOf(version: Version): VersionEdge {
  return version === 'v1' ? { request: (_name, body) => body, answer: (_name, body) => body } : olderEdge();
}
