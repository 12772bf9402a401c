/**
 * Where the documents are silent and the deployed service may do either, a switch offers both; so it does for what differs
 * from team to team: whose plans a key opens, and what is paid for. The first of each is what the documents say or come
 * nearest to, and what the service does unless told otherwise.
 */

export const switchChoices = {
  /** Whether lists and single reads show live changes before they are applied. */
  pendingStops: ['listed', 'hidden'],
  /** Whether an update merges an object inside a record with the one that is there, or replaces it. */
  nestedUpdates: ['merged', 'replaced'],
  /** What a distributed plan can be re-optimised by; resolved has seen `plan_optimization_not_supported`. */
  reoptimisation: ['every-kind', 'reorder-only'],
  /** What deletes and save answer: the documents have a Message body, resolved has seen 204; `{}` says neither. */
  deletion: ['message', 'empty', 'says-nothing'],
  /** Whether the first deletion of a plan with more than 100 stops fails half way, which the documents warn of. */
  planDeletion: ['whole', 'half-way'],
  /** Whether lists show a write at once. */
  lists: ['at-once', 'a-second-late'],
  /** How a field without a value is answered. */
  emptyFields: ['null', 'absent'],
  /** Whether sustained use near a planning limit is refused until the rate drops. */
  sustainedUse: ['refused', 'tolerated'],
  /** Whether an import or an optimisation counts as a write of planning too, besides its own limits. */
  imports: ['own-bucket', 'count-as-writes'],
  /** Whose plans and routes the key opens: those of every depot, or of the team of the first one. */
  access: ['every-depot', 'first-depot'],
  /** What the subscription includes: without the rest there is no search, no vehicle type and no estimated time. */
  subscription: ['whole', 'basic'],
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
};
