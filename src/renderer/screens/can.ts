import type { Session } from '../../shared/session.ts';
import type { EndpointName } from '../../shared/endpoints.ts';

/**
 * Whether a list can be shown: the workspace has a key for it, and the service's version supports it. With a refused
 * key, the cached list stays on screen.
 */
export function canShow(session: Session | null, operation: EndpointName): boolean {
  const capability = session?.capabilities.operations[operation];
  return capability === undefined || capability.can || capability.why === 'key-refused';
}

/** Whether a plan can have route settings of its own. Without a key they are kept until there is one. */
export function canSetRoutes(session: Session | null): boolean {
  const capability = session?.capabilities.planRouteOverrides;
  return capability === undefined || capability.can || capability.why !== 'older-version';
}
