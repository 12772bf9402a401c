import { describe, expect, it } from 'vitest';
import { geocode } from '../../../../src/training/data/gazetteer.ts';
import { emptyStop } from '../../../../src/training/data/stops.ts';
import { Refusal } from '../../../../src/training/http/errors.ts';
import type { Stop, UnassignedStop } from '../../../../src/training/model.ts';
import { stopDocument } from '../../../../src/training/search/document.ts';
import { parseFilter } from '../../../../src/training/search/filter/parse.ts';
import { SearchIndex } from '../../../../src/training/search/index.ts';
import { answeredFilters, refusedFilters } from '../../../fixtures/filters/expressions.ts';
import { filterStops, type FilterStop } from '../../../fixtures/filters/stops.ts';

const customPropertyIds = new Set(['doorCode', 'floor', 'cooled', 'p4711', 'Tor / Bell?']);
const seconds = (moment: string) => Date.parse(moment) / 1000;

/** The stop as the service would return it. */
function recordOf({ name, kind, input, delivery }: FilterStop): Stop | UnassignedStop {
  const stop = emptyStop('plans/filters', name, geocode(input.address)!);
  const nobody = { name: null, email: null, phone: null, externalId: null };
  const record: Stop = {
    ...stop,
    recipient: input.recipient ? { ...nobody, ...input.recipient } : null,
    notes: input.notes ?? null,
    packageCount: input.packageCount ?? null,
    activity: input.activity ?? 'delivery',
    barcodes: input.barcodes ?? [],
    timing: input.timing ? { ...input.timing, earliestAttemptTime: null, latestAttemptTime: null } : null,
    orderInfo: input.orderInfo
      ? { products: null, sellerName: null, sellerOrderId: null, sellerWebsite: null, ...input.orderInfo }
      : null,
    paymentOnDelivery: input.paymentOnDelivery ?? null,
    customProperties: input.customProperties ?? null,
  };
  if (kind === 'unassignedStop') {
    const { plan: _plan, deliveryInfo: _deliveryInfo, eta: _eta, route: _route, type: _type, ...rest } = record;
    return { ...rest, id: `unassignedStops/${name}`, depot: null };
  }
  if (!delivery) return record;
  const { travel, packageLabel, arrivalAt, attemptedAt, routeId: _internal, ...rest } = delivery;
  const arrival = seconds(arrivalAt);
  return {
    ...record,
    packageLabel,
    estimatedTravelDuration: travel.duration,
    estimatedTravelDistance: travel.distance,
    eta: {
      status: 'available',
      value: {
        estimatedArrivalAt: arrival,
        estimatedEarliestArrivalAt: arrival - 600,
        estimatedLatestArrivalAt: arrival + 900,
      },
    },
    deliveryInfo: { ...stop.deliveryInfo!, ...rest, attempted: true, attemptedAt: seconds(attemptedAt) },
  };
}

const index = new SearchIndex<string>(customPropertyIds);
for (const stop of filterStops) {
  const internals = { createdAt: Date.parse(stop.createdAt), routeId: stop.delivery?.routeId ?? null };
  index.put(stopDocument(recordOf(stop), internals), stop.name);
}

function found(filter: string): string {
  const expression = parseFilter(filter.replaceAll('{plan}', 'plans/filters'), customPropertyIds);
  return index.search({ filter: expression, size: 20, after: null }).hits.sort().join('');
}

describe('a filter', () => {
  it.each(answeredFilters)('$filter finds exactly the stops $found', (each) => {
    expect(found(each.filter)).toBe(each.found);
  });

  it.each(refusedFilters)('$filter is rejected at character $character', ({ filter, character, says }) => {
    let refusal: unknown;
    try {
      parseFilter(filter, customPropertyIds);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal).toMatchObject({ status: 400, code: 'validation_error', param: 'filter' });
    const { message } = refusal as Refusal;
    expect(message).toContain(`filter, character ${character}: `);
    expect(message).toContain(says);
  });

  it('may be nested as deeply as its 2,048 characters allow', () => {
    const depth = 1_000;
    expect(found(`${'('.repeat(depth)}packageCount = 3${')'.repeat(depth)}`)).toBe('b');
  });
});
