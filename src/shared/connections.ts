/** Workspaces and their connections: one service address with a planning key, an orders key, or both. */
import type { EncodedError } from './errors.ts';

export const connectionKinds = ['planning', 'orders'] as const;
export type ConnectionKind = (typeof connectionKinds)[number];

/** What is known of one key. The key itself never reaches the window. */
export interface ConnectionState {
  kind: ConnectionKind;
  /** keychain: kept for the next start · session: known until the app ends (no keychain) · none: no key given */
  kept: 'keychain' | 'session' | 'none';
  /** The service refused the key (401): everything on this connection waits for a new one. */
  refused: boolean;
  /** The key opens an account that has nothing of what is known here: everything waits (outbox, Rule 12). */
  otherAccount: boolean;
}

/** The state of the line to the service. */
export interface ConnectivityState {
  /** unknown: not spoken to yet · up · down · paused: by the person or by a refused key */
  state: 'unknown' | 'up' | 'down' | 'paused';
  /** milliseconds since the epoch */
  since: number;
  /** Why it is down. */
  error: EncodedError | null;
}

/** What is read of the service as a whole; a key may not be allowed all of it. */
export const readableLists = [
  ...(['plans', 'stops', 'unassignedStops', 'drivers', 'depots'] as const),
  ...(['orders', 'couriers', 'pickupLocations'] as const),
] as const;
export type ReadableList = (typeof readableLists)[number];

/** Something that the person has to know: what was set aside or repaired at start, or what the key may not read. */
export type Notice =
  | {
      kind:
        | 'cache-rebuilt'
        | 'outbox-set-aside'
        | 'keychain-unavailable'
        | 'outbox-newer'
        | 'tls-variable-removed'
        | 'window-reopened';
      /** Name of the file that was set aside, without its folder. */
      file: string | null;
    }
  | { kind: 'lists-forbidden'; lists: ReadableList[] };

/**
 * What is known of a key being entered. The window never sees the key: main takes it from the clipboard, or collects
 * the key presses itself while the field has the focus.
 */
export interface KeyEntry {
  kind: ConnectionKind;
  length: number;
  /** What is odd about it, if anything: trimmed blanks are taken off and said. */
  note: 'none' | 'trimmed' | 'line-break' | 'odd-characters' | 'too-long';
}

/** Result of checking one key against the service. */
export type KeyCheck =
  | { kind: ConnectionKind; result: 'accepted'; kept: 'keychain' | 'session' }
  | { kind: ConnectionKind; result: 'not-given' }
  | { kind: ConnectionKind; result: 'failed'; error: EncodedError };

export interface ConnectResult {
  /** True when the workspace is open: every key that was given was accepted. */
  connected: boolean;
  checks: KeyCheck[];
}

/**
 * Reads a service address as people type it: without a scheme, with a path or blanks around it.
 * @returns the origin (`https://host[:port]`), or why it is none
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
