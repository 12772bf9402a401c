/**
 * Whom the key belongs to and what is paid for: 403 for a plan or route of another team, and for what the subscription
 * does not include (resolved, Status codes). The documents do not say which plans are whose; here a team works from one
 * depot.
 */
import type { EndpointName } from '../../shared/endpoints.ts';
import { Refusal } from '../http/errors.ts';
import type { Context, Handler, Handlers, ServiceRequest } from './handler.ts';

type Asked = Pick<Context, 'store' | 'switches'>;

/** Whether the key opens a plan. A plan that is not there, or of no depot, is nobody else's. @param planId `plans/…` */
export function opensPlan({ store, switches }: Asked, planId: string): boolean {
  const depot = store.plans.get(planId)?.plan.depot ?? null;
  return switches.access === 'every-depot' || depot === null || depot === store.depots.all()[0]?.id;
}

/** Throws a refusal (403) for the plan or route of another team that a path names. */
function checkPath(asked: Asked, { parameters }: ServiceRequest): void {
  const { planId, routeId } = parameters;
  if (planId !== undefined && !opensPlan(asked, `plans/${planId}`)) {
    throw new Refusal(403, 'plan_inaccessible', 'This plan belongs to another team.');
  }
  const route = routeId === undefined ? undefined : asked.store.routes.get(`routes/${routeId}`);
  if (route && !opensPlan(asked, route.plan)) {
    throw new Refusal(403, 'route_inaccessible', 'This route belongs to another team.');
  }
}

/** Whether a driver, or one of a list of them, is given a vehicle type. The body is not checked yet. */
function namesVehicle(body: unknown): boolean {
  if (Array.isArray(body)) return body.some(namesVehicle);
  const { routeOverrides } = (body ?? {}) as { routeOverrides?: { vehicleType?: unknown } | null };
  return (routeOverrides?.vehicleType ?? null) !== null;
}

const ofDrivers: readonly EndpointName[] = ['drivers.create', 'drivers.update', 'drivers.import'];

/** Throws a refusal (403) for what a basic subscription does not include. */
function checkPaid({ switches }: Asked, name: EndpointName, { body }: ServiceRequest): void {
  if (switches.subscription === 'whole') return;
  if (name === 'stops.search') {
    throw new Refusal(403, 'feature_not_in_subscription', 'The subscription does not include the search.');
  }
  if (ofDrivers.includes(name) && namesVehicle(body)) {
    throw new Refusal(403, 'vehicle_capacity_disabled', 'The subscription does not include vehicle types.');
  }
}

/** The same handlers, which refuse what the key does not open before they look at anything else. */
export function withinAccess(asked: Asked, handlers: Handlers): Handlers {
  const guarded = (name: EndpointName, handler: Handler): Handler => ({
    ...handler,
    handle(request) {
      checkPath(asked, request);
      checkPaid(asked, name, request);
      return handler.handle(request);
    },
  });
  return Object.fromEntries(
    (Object.entries(handlers) as [EndpointName, Handler][]).map(([name, handler]) => [name, guarded(name, handler)]),
  );
}
