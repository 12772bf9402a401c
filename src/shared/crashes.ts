/** Reports of crashes, which stay on this computer until the user saves or deletes them. */

/**
 * What ended. main: the app · window: the process that shows it · cache: the thread that holds the copies of the services'
 * lists.
 */
export const crashedParts = ['main', 'window', 'cache'] as const;
export type CrashedPart = (typeof crashedParts)[number];

export interface CrashReport {
  /** Milliseconds since the epoch. */
  at: number;
  part: CrashedPart;
  /** The whole report, as it is shown and saved. */
  text: string;
}
