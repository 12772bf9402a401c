/** Which version of the planning service stands at an address. */
import { versions, type Version } from '../../../shared/endpoints.ts';
import { AppError, type ErrorCode } from '../../../shared/errors.ts';
import type { Client } from '../client.ts';

/** What an address answers that does not serve a version: no such path, or something that is not the service. */
const elsewhere: readonly ErrorCode[] = [
  'service.not-found',
  'service.refused',
  'service.forbidden',
  'line.odd-answer',
];

/**
 * Reads the list of plans with page size 1, in the newest version first.
 *
 * @param clientOf a client that speaks the version
 * @throws AppError what the newest version answered, when no version is there
 */
export async function probeVersion(clientOf: (version: Version) => Client): Promise<Version> {
  let first: unknown;
  for (const version of versions) {
    try {
      await clientOf(version).read('plans.list', { query: { maxPageSize: '1' }, priority: 'click' });
      return version;
    } catch (error) {
      first ??= error;
      if (!(error instanceof AppError) || !elsewhere.includes(error.code)) break;
    }
  }
  throw first;
}
