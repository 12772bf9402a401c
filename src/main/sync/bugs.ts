/**
 * Mistakes that the core makes when it is told to: each is one that somebody could make, and the simulation has to find
 * each within a minute (outbox, Proof). The app tells it none.
 */
export const bugs = [
  /** a doubt is sent again at once */
  'resend-at-once',
  /** `sending` becomes `queued` at start */
  'sending-is-queued',
  /** it is claimed after it was sent, not before */
  'claim-after-send',
  /** the marker is left out when the recipient is changed */
  'marker-lost',
  /** an import's success is taken in the order of what was sent */
  'match-by-position',
  /** an import's counts are not added up */
  'counts-ignored',
  /** what was refused is dropped */
  'refused-is-dropped',
  /** a request without an answer counts as refused */
  'doubt-is-refused',
  /** an edit is merged into a create that has left */
  'merge-into-sent',
  /** create and delete become nothing although the create has left */
  'forget-sent-create',
  /** a sweep keeps the copy and removes the record */
  'sweep-keeps-copy',
  /** copies are not looked for when a record was deleted */
  'no-sweep-after-delete',
  /** sweeps are not planned after a doubt */
  'no-sweep',
  /** an edit does not wait until an earlier one in doubt can no longer be applied */
  'edit-overtakes-edit',
  /** absent once is absent for good: it is sent again at once, also what no search for copies makes up for */
  'no-settle',
  /** what has no marker is sent again after the short settle time */
  'short-settle-without-marker',
  /** every attempt has a marker of its own */
  'marker-per-attempt',
  /** what was listed before the first attempt is listed anew before the second */
  'known-ids-anew',
  /** a move deletes before it creates */
  'move-deletes-first',
  /** a record that is gone when it is deleted counts as refused */
  'gone-is-refused',
  /** a child is sent without waiting for its parent's id */
  'child-overtakes-parent',
  /** the loop does not wake for what rests while something else waits */
  'wake-masked',
  /** what falls due while the loop looks is counted from the end of the look, and nothing wakes it for that */
  'wake-lost',
  /** an edit overwrites what the service says meanwhile */
  'no-base',
  /** waits are what the clock says, however it was set */
  'clock-is-trusted',
  /** a live edit is compared with what the service says, not with what is pending */
  'pending-forgotten',
  /** a live change counts as done when the service took it */
  'pending-is-done',
  /** a record is deleted without waiting for what was typed of it before */
  'delete-overtakes-create',
] as const;
export type Bug = (typeof bugs)[number];

export const noBugs: ReadonlySet<Bug> = new Set<Bug>();
