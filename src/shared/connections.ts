/** Workspaces and their connections: one service address with a planning key, an orders key, or both. */
import type { EncodedError } from './errors.ts';

export const connectionKinds = ['planning', 'orders'] as const;
export type ConnectionKind = (typeof connectionKinds)[number];

/** The state of one key. The key itself never reaches the window. */
export interface ConnectionState {
  kind: ConnectionKind;
  /**
   * keychain: stored for the next start · session: kept until the app exits (no keychain) · none: no key given ·
   * unread: the keychain has not given it yet, because it is locked or not available
   */
  kept: 'keychain' | 'session' | 'none' | 'unread';
  /** The service refused the key (401): nothing is sent on this connection until a new one is entered. */
  refused: boolean;
  /** The key belongs to an account that has none of the known records, so nothing is sent (outbox, Rule 12). */
  otherAccount: boolean;
}

/** Whether the service can be reached. */
export interface ConnectivityState {
  /** unknown: not contacted yet · up · down · paused: by the user or because the key was refused */
  state: 'unknown' | 'up' | 'down' | 'paused';
  /** milliseconds since the epoch */
  since: number;
  /** Why the service cannot be reached. */
  error: EncodedError | null;
}

/** The lists that the app reads from the service. A key may not have access to all of them. */
export const readableLists = [
  ...(['plans', 'stops', 'unassignedStops', 'drivers', 'depots'] as const),
  ...(['orders', 'couriers', 'pickupLocations'] as const),
] as const;
export type ReadableList = (typeof readableLists)[number];

/** Something to tell the user: what was set aside or repaired at start, or what the key may not read. */
export type Notice =
  | {
      kind:
        | 'cache-rebuilt'
        | 'outbox-set-aside'
        | 'keychain-unavailable'
        | 'keys-unread'
        | 'outbox-newer'
        | 'workspace-unreadable'
        | 'tls-variable-removed'
        | 'window-reopened'
        | 'safe-start'
        | 'update-ready'
        | 'data-not-deleted'
        | 'keys-not-removed';
      /** Name of the file that was set aside, without its folder; of an update its version. */
      file: string | null;
    }
  | { kind: 'lists-forbidden'; lists: ReadableList[] };

/**
 * The state of a key that is being entered. The window never sees the key: main takes it from the clipboard, or
 * collects the key presses itself while the field has focus.
 */
export interface KeyEntry {
  kind: ConnectionKind;
  length: number;
  /** A problem with the key. Surrounding blanks are removed and reported as `trimmed`. */
  note: 'none' | 'trimmed' | 'line-break' | 'odd-characters' | 'too-long';
}

/** Result of checking one key against the service. */
export type KeyCheck =
  | { kind: ConnectionKind; result: 'accepted'; kept: 'keychain' | 'session' }
  | { kind: ConnectionKind; result: 'not-given' }
  | { kind: ConnectionKind; result: 'failed'; error: EncodedError };

export interface ConnectResult {
  /** True if every key that was entered was accepted, so the workspace is open. */
  connected: boolean;
  checks: KeyCheck[];
}

/**
 * Reads a service address as people type it: without a scheme, with a path or blanks around it.
 * @returns the origin (`https://host[:port]`), or why the text is not a valid address
 */
export function readAddress(typed: string): { origin: string } | { problem: 'empty' | 'not-https' | 'malformed' } {
  const trimmed = typed.trim();
  if (trimmed === '') return { problem: 'empty' };
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!URL.canParse(withScheme)) return { problem: 'malformed' };
  const url = new URL(withScheme);
  if (url.protocol !== 'https:') return { problem: 'not-https' };
  if (url.username !== '' || url.password !== '' || url.hostname === '') return { problem: 'malformed' };
  return { origin: url.origin };
}
