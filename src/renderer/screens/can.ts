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
