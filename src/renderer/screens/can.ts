import type { Session } from '../../shared/session.ts';
import type { EndpointName } from '../../shared/endpoints.ts';

/**
 * Whether a list of the open workspace can be shown: there is a key for it, and the service's version has it. A key that
 * was refused leaves what was read before on screen.
 */
export function canShow(session: Session | null, operation: EndpointName): boolean {
  const capability = session?.capabilities.operations[operation];
  return capability === undefined || capability.can || capability.why === 'key-refused';
}
