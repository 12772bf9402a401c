/** UnassignedStopCreate, UnassignedStopUpdate and their import (planning-api, Write shapes and Unassigned stops). */
import type { Version } from '../../shared/endpoints.ts';
import { invalid } from '../http/errors.ts';
import { fields, idOf, orNull, type Check } from './check.ts';
import { stopChecks } from './stops.ts';

/** Undefined if omitted. */
type WithDepot<Value> = Value & { depot?: string | null | undefined };

const depot = orNull(idOf('depots'));

/** Adds a depot to the fields of a check. */
function withDepot<Value extends object>(check: Check<Value>): Check<WithDepot<Value>> {
  return (value, path) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'depot')) return check(value, path);
    const { depot: given, ...rest } = value as Record<string, unknown>;
    const checked = check(rest, path);
    return { ...checked, depot: depot(given, path === '' ? 'depot' : `${path}.depot`) };
  };
}

function checksOf(version: Version) {
  const { create, createMany, update } = stopChecks[version];
  const body = fields({ unassignedStops: createMany, depot });
  return {
    create: withDepot(create),
    update: withDepot(update),
    /** All items share one depot: a `depot` inside an item is an unknown field. */
    createMany(value: unknown) {
      const given = body(value, '');
      if (given.unassignedStops === undefined) throw invalid('unassignedStops', 'unassignedStops is missing.');
      return { stops: given.unassignedStops, depot: given.depot };
    },
  };
}

export const unassignedStopChecks = { v1: checksOf('v1'), 'v0.2b': checksOf('v0.2b') };
