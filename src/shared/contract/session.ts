/** Calls of the session and of the connections to the services. */
import { z } from 'zod';
import { call, gesture } from '../calls.ts';
import { connectionKinds, type ConnectResult, type KeyEntry } from '../connections.ts';
import type { Session } from '../session.ts';
import { nothing } from './arguments.ts';

export const sessionCalls = {
  session: {
    get: call<Session>()(nothing),
    /** Opens the training workspace; starts the training service if it does not run. */
    startTraining: gesture<Session>()({}),
    /** Ends the training service while the workspace stays open, to practise working without a line. */
    stopTrainingService: gesture<Session>()({}),
    /** Leaves the workspace and forgets its keys; refused while entries wait. */
    signOut: gesture<Session>()({}),
    dismissNotice: call<Session>()(z.strictObject({ kind: z.string().max(50) })),
    /** The person says that a key opens the account that the entries belong to, although nothing known is there. */
    confirmAccount: gesture<Session>()({ kind: z.enum(connectionKinds) }),
    /** Tries the line at once instead of at the next planned moment. */
    tryLine: call<Session>()(nothing),
  },
  connections: {
    /** Main collects key presses for this field from now on; they never reach the window. */
    beginKeyEntry: call<KeyEntry>()(z.strictObject({ kind: z.enum(connectionKinds) })),
    endKeyEntry: call<void>()(nothing),
    /** Takes the key from the clipboard. */
    pasteKey: call<KeyEntry>()(z.strictObject({ kind: z.enum(connectionKinds) })),
    clearKey: call<KeyEntry>()(z.strictObject({ kind: z.enum(connectionKinds) })),
    /** Lets the person choose a file with a certificate authority; null when they chose none. */
    chooseAuthority: call<{ name: string; pem: string } | null>()(nothing),
    /**
     * Checks each key that was entered with one request of page size 1, keeps them and opens the workspace.
     * `authority` is a certificate in PEM form, trusted for this workspace alone.
     */
    connect: gesture<ConnectResult>()({ address: z.string().max(2000), authority: z.string().max(100_000).nullable() }),
  },
} as const;
