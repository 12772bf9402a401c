/**
 * Supports v0.2b at the edge: handlers only know v1's names, and requests and responses of v0.2b are converted here.
 * The endpoint table defines its operations. Handlers receive the version for different bounds and for drivers of other
 * depots.
 */
import type { EndpointName } from '../../shared/endpoints.ts';
import { Reply, type Handler, type Handlers } from '../handlers/handler.ts';
import { Refusal } from '../http/errors.ts';
import type { Depot, Plan, Stop, UnassignedStop } from '../model.ts';
import type { Store } from '../store/store.ts';
import { olderDepot, olderPlan, olderStop, olderUnassignedStop } from './answers.ts';
import { fromOlderStop, fromOlderStops, fromOlderUnassigned, type OlderBody } from './requests.ts';

type Request = (store: Store, body: unknown) => OlderBody;

const requests: Partial<Record<EndpointName, Request>> = {
  'stops.create': fromOlderStop,
  'stops.update': fromOlderStop,
  'stops.import': fromOlderStops,
  'stops.liveCreate': fromOlderStop,
  'stops.liveUpdate': fromOlderStop,
  'stops.liveImport': fromOlderStops,
  'unassignedStops.create': fromOlderStop,
  'unassignedStops.update': fromOlderStop,
  'unassignedStops.import': fromOlderUnassigned,
};

/** The v1 handlers' responses by field, matching the handlers' own types. */
interface Answers {
  stop: Stop;
  stops: Stop[];
  unassignedStops: UnassignedStop[];
  plans: Plan[];
  depots: Depot[];
}

type Answer = (store: Store, body: unknown) => unknown;

const aStop: Answer = (store, body) => olderStop(store, body as Stop);
const anUnassignedStop: Answer = (store, body) => olderUnassignedStop(store, body as UnassignedStop);
const aPlan: Answer = (store, body) => olderPlan(store, body as Plan);
const pendingStop: Answer = (store, body) => {
  const answer = body as Pick<Answers, 'stop'>;
  return { ...answer, stop: olderStop(store, answer.stop) };
};

const answers: Partial<Record<EndpointName, Answer>> = {
  'stops.create': aStop,
  'stops.get': aStop,
  'stops.update': aStop,
  'stops.list': (store, body) => {
    const page = body as Pick<Answers, 'stops'>;
    return { ...page, stops: page.stops.map((stop) => olderStop(store, stop)) };
  },
  'stops.liveCreate': pendingStop,
  'stops.liveUpdate': pendingStop,
  'unassignedStops.create': anUnassignedStop,
  'unassignedStops.get': anUnassignedStop,
  'unassignedStops.update': anUnassignedStop,
  'unassignedStops.list': (store, body) => {
    const page = body as Pick<Answers, 'unassignedStops'>;
    return { ...page, unassignedStops: page.unassignedStops.map((stop) => olderUnassignedStop(store, stop)) };
  },
  'plans.list': (store, body) => {
    const page = body as Pick<Answers, 'plans'>;
    return { ...page, plans: page.plans.map((plan) => olderPlan(store, plan)) };
  },
  'depots.list': (_store, body) => {
    const page = body as Pick<Answers, 'depots'>;
    return { ...page, depots: page.depots.map(olderDepot) };
  },
  'plans.create': aPlan,
  'plans.get': aPlan,
  'plans.update': aPlan,
  'plans.distribute': aPlan,
  'plans.redistribute': aPlan,
};

async function handleOlder(
  store: Store,
  name: EndpointName,
  handler: Handler,
  request: Parameters<Handler['handle']>[0],
): Promise<unknown> {
  const older = requests[name]?.(store, request.body);
  try {
    const result = await handler.handle(older ? { ...request, body: older.body } : request);
    const answer = answers[name];
    if (!answer) return result;
    return result instanceof Reply ? new Reply(result.status, answer(store, result.body)) : answer(store, result);
  } catch (error) {
    throw older && error instanceof Refusal ? older.named(error) : error;
  }
}

/** Wraps handlers so that they also answer v0.2b requests in that version. */
export function inBothVersions(store: Store, handlers: Handlers): Handlers {
  const both = Object.entries(handlers).map(([name, handler]: [string, Handler]) => [
    name,
    {
      ...handler,
      handle: (request: Parameters<Handler['handle']>[0]) =>
        request.version === 'v0.2b'
          ? handleOlder(store, name as EndpointName, handler, request)
          : handler.handle(request),
    },
  ]);
  return Object.fromEntries(both) as Handlers;
}
