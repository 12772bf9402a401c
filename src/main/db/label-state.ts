/** Open label work at the end of the day, from the cached orders and the ledger. */
import { labelIssues, type LabelIssue } from '../../shared/label-content.ts';
import type { LabelsOpen } from '../../shared/labels.ts';
import type { Database } from './database.ts';
import { labelsOfOrders } from './orders.ts';

/**
 * Orders whose label does not match their current state. Orders that a courier added need no label from here.
 *
 * @param most maximum orders listed for each kind
 */
export function labelsOpen(database: Database, most: number): LabelsOpen {
  const labels = labelsOfOrders(database).filter(({ issues }) => issues.length > 0);
  const having = (issue: LabelIssue) => labels.filter(({ issues }) => issues.includes(issue));
  const named = (issue: LabelIssue) =>
    having(issue)
      .slice(0, most)
      .map(({ orderId, title }) => ({ orderId, title }));
  return {
    doubt: named('doubt'),
    stale: having('stale')
      .slice(0, most)
      .map(({ orderId, title, outdated }) => ({ orderId, title, parts: outdated })),
    draftPrinted: named('draftPrinted'),
    submittedUnprinted: named('submittedUnprinted'),
    counts: Object.fromEntries(labelIssues.map((issue) => [issue, having(issue).length])) as LabelsOpen['counts'],
  };
}
