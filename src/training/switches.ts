/**
 * Switches for behavior on which the documents are silent and the deployed service may do either, and for what differs
 * between teams: whose plans a key opens and what the subscription includes. The first choice of each is what the
 * documents say or come closest to, and is the default.
 */

export const switchChoices = {
  /** Whether lists and single reads show live changes before they are applied. */
  pendingStops: ['listed', 'hidden'],
  /** Whether an update merges a nested object into the existing one or replaces it. */
  nestedUpdates: ['merged', 'replaced'],
  /** Which kinds of reoptimization a distributed plan allows; resolved has seen `plan_optimization_not_supported`. */
  reoptimisation: ['every-kind', 'reorder-only'],
  /** What deletes and save answer: a Message body in the documents, 204 in resolved, `{}` in neither. */
  deletion: ['message', 'empty', 'says-nothing'],
  /** Whether the first deletion of a plan with more than 100 stops fails halfway, as the documents warn. */
  planDeletion: ['whole', 'half-way'],
  /** Whether lists show a write immediately. */
  lists: ['at-once', 'a-second-late'],
  /** How a response represents a field without a value. */
  emptyFields: ['null', 'absent'],
  /** Whether sustained use near a planning limit is rejected until the rate drops. */
  sustainedUse: ['refused', 'tolerated'],
  /** Whether an import or optimization also counts as a planning write, in addition to its own limits. */
  imports: ['own-bucket', 'count-as-writes'],
  /** Which plans and routes the key can access: those of every depot, or only those of the first depot's team. */
  access: ['every-depot', 'first-depot'],
  /** What the subscription includes: `basic` has no search, no vehicle types and no estimated times. */
  subscription: ['whole', 'basic'],
  /** Which versions of the planning service there are; each is part of the address (planning-api, Versioning 1). */
  planningVersions: ['both', 'older-only'],
} as const;

export type Switches = { -readonly [Name in keyof typeof switchChoices]: (typeof switchChoices)[Name][number] };

export const documentedSwitches: Readonly<Switches> = {
  pendingStops: 'listed',
  nestedUpdates: 'merged',
  reoptimisation: 'every-kind',
  deletion: 'message',
  planDeletion: 'whole',
  lists: 'at-once',
  emptyFields: 'null',
  sustainedUse: 'refused',
  imports: 'own-bucket',
  access: 'every-depot',
  subscription: 'whole',
  planningVersions: 'both',
};
