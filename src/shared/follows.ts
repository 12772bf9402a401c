/** What each open list depends on: the window reloads the list when one of these changes. */
import type { Changed } from './contract.ts';

export const follows = {
  plans: ['plans'],
  stops: ['stops'],
  unassignedStops: ['unassignedStops', 'depots'],
  drivers: ['drivers', 'depots'],
  orders: ['orders', 'prints', 'couriers'],
  // Entries are shown with the titles of their plans.
  outbox: ['outbox', 'plans'],
  drafts: ['drafts'],
  imports: ['drafts'],
  sentImports: ['drafts', 'outbox'],
  batches: ['prints'],
} as const satisfies Record<string, readonly Changed[]>;
