/** Pages that the caller may have already: an edit changes one row of a list, and the other pages need not travel. */
import { createHash } from 'node:crypto';

/**
 * @param known the digest of the page that the caller has
 * @returns the rows, or none if they are the ones that the caller has; how many there are; and their digest
 */
export function pageOf<Row>(rows: Row[], known?: string): { rows: Row[]; count: number; digest: string } {
  const digest = createHash('sha256').update(JSON.stringify(rows)).digest('base64url');
  return { rows: digest === known ? [] : rows, count: rows.length, digest };
}
