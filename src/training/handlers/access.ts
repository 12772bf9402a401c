/**
 * Limits what the key can access and what the subscription includes: 403 for another team's plan or route and for
 * features outside the subscription (resolved, Status codes). The documents do not say which plans belong to which
 * team; here each team works from one depot.
 */
import type { EndpointName } from '../../shared/endpoints.ts';
import { Refusal } from '../http/errors.ts';
import type { Context, Handler, Handlers, ServiceRequest } from './handler.ts';

type Asked = Pick<Context, 'store' | 'switches'>;

/** Whether the key may access a plan. An unknown plan or one without a depot is accessible. @param planId `plans/…` */
export function opensPlan({ store, switches }: Asked, planId: string): boolean {
  const depot = store.plans.get(planId)?.plan.depot ?? null;
  return switches.access === 'every-depot' || depot === null || depot === store.depots.all()[0]?.id;
}

/** Throws a refusal (403) when the path names another team's plan or route. */
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

/** Whether the body gives a driver, or any in a list, a vehicle type. The body is not validated yet. */
function namesVehicle(body: unknown): boolean {
  if (Array.isArray(body)) return body.some(namesVehicle);
  const { routeOverrides } = (body ?? {}) as { routeOverrides?: { vehicleType?: unknown } | null };
  return (routeOverrides?.vehicleType ?? null) !== null;
}

const ofDrivers: readonly EndpointName[] = ['drivers.create', 'drivers.update', 'drivers.import'];

/** Throws a refusal (403) for features outside a basic subscription. */
function checkPaid({ switches }: Asked, name: EndpointName, { body }: ServiceRequest): void {
  if (switches.subscription === 'whole') return;
  if (name === 'stops.search') {
    throw new Refusal(403, 'feature_not_in_subscription', 'The subscription does not include the search.');
  }
  if (ofDrivers.includes(name) && namesVehicle(body)) {
    throw new Refusal(403, 'vehicle_capacity_disabled', 'The subscription does not include vehicle types.');
  }
}

/** Wraps handlers so that they check access before anything else. */
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
