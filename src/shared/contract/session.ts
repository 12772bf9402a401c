/** Calls for the session and for the connections to the services. */
import { z } from '../schemas.ts';
import { call, gesture } from '../calls.ts';
import type { AccessRow } from '../access.ts';
import { connectionKinds, type ConnectResult, type KeyEntry } from '../connections.ts';
import type { Session } from '../session.ts';
import { nothing } from './arguments.ts';

export const sessionCalls = {
  session: {
    get: call<Session>()(nothing),
    /** Opens the training workspace and starts the training service if it is not running. */
    startTraining: gesture<Session>()({}),
    /** Stops the training service but keeps the workspace open, to practise working offline. */
    stopTrainingService: gesture<Session>()({}),
    /**
     * Leaves the workspace and forgets its keys. Fails while entries are waiting.
     * `deleteData` also deletes what this computer keeps of it: lists, history, labels, proofs, drafts, settled entries.
     */
    signOut: gesture<Session>()({ deleteData: z.boolean().optional() }),
    dismissNotice: call<Session>()(z.strictObject({ kind: z.string().max(50) })),
    /** The user confirms that the key belongs to the entries' account, although none of the known records is in it. */
    confirmAccount: gesture<Session>()({ kind: z.enum(connectionKinds) }),
    /** Contacts the service now instead of at the next attempt, and the keychain if it has not given a key. */
    tryLine: call<Session>()(nothing),
  },
  connections: {
    /** From now on main collects the key presses for this field. They never reach the window. */
    beginKeyEntry: call<KeyEntry>()(z.strictObject({ kind: z.enum(connectionKinds) })),
    endKeyEntry: call<void>()(nothing),
    /** Reads the key from the clipboard. */
    pasteKey: call<KeyEntry>()(z.strictObject({ kind: z.enum(connectionKinds) })),
    clearKey: call<KeyEntry>()(z.strictObject({ kind: z.enum(connectionKinds) })),
    /** Asks the services once for each list, to see what the keys can read. */
    access: call<AccessRow[]>()(nothing),
    /** Lets the user choose a file with a certificate authority. Null if they cancelled. */
    chooseAuthority: call<{ name: string; pem: string } | null>()(nothing),
    /**
     * Checks each entered key with one request of page size 1, stores the keys and opens the workspace. `authority` is
     * a PEM certificate that is trusted for this workspace only.
     */
    connect: gesture<ConnectResult>()({ address: z.string().max(2000), authority: z.string().max(100_000).nullable() }),
  },
} as const;
