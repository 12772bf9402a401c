/** Calls for reports of crashes. */
import { call } from '../calls.ts';
import type { CrashReport } from '../crashes.ts';
import { nothing } from './arguments.ts';

export const crashesCalls = {
  crashes: {
    /** Reports that were neither saved nor deleted, newest first. */
    list: call<CrashReport[]>()(nothing),
    /**
     * Saves all of them in one file that the user chooses, and removes them. Main asks where.
     * Fails with `save.failed` when it cannot be written.
     */
    save: call<CrashReport[]>()(nothing),
    remove: call<CrashReport[]>()(nothing),
  },
} as const;
