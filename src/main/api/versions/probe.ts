/** Finds out which version of the planning service runs at an address. */
import { versions, type Version } from '../../../shared/endpoints.ts';
import { AppError, type ErrorCode } from '../../../shared/errors.ts';
import type { Client } from '../client.ts';
import { readPatiently } from '../pages.ts';

/** Errors from an address that does not serve a version: no such path, or not the service at all. */
const elsewhere: readonly ErrorCode[] = [
  'service.not-found',
  'service.refused',
  'service.forbidden',
  'line.odd-answer',
];

/** Another desk may use up the rate limit; somebody waits for the answer, so only this often. */
export const mostRefusalsAtProbe = 3;

/**
 * Reads the list of plans with page size 1, trying the newest version first.
 *
 * @param clientOf a client that speaks the version
 * @throws AppError the error of the newest version, if no version was found
 */
export async function probeVersion(clientOf: (version: Version) => Client): Promise<Version> {
  let first: unknown;
  for (const version of versions) {
    try {
      const call = { query: { maxPageSize: '1' }, priority: 'click' } as const;
      await readPatiently(clientOf(version), 'plans.list', call, mostRefusalsAtProbe);
      return version;
    } catch (error) {
      first ??= error;
      if (!(error instanceof AppError) || !elsewhere.includes(error.code)) break;
    }
  }
  throw first;
}
