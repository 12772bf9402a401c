/** Updates of the app itself: where they come from, and how far the newest one is. */
import type { EncodedError } from './errors.ts';

/** The kinds of installers that the app can update itself with. */
export type Installer = 'linux-x64-deb' | 'linux-x64-rpm';

/** Where updates come from. */
export interface UpdateSource {
  /** The folder of descriptions and files: `https://host/path/`. */
  address: string;
  host: string;
  /** `stable`, or another that the office publishes. */
  channel: string;
  /** policy: the computer's administrator set it, and nobody else can change it. */
  setBy: 'user' | 'policy';
}

/**
 * Why there are none. no-key: this build knows no key that could sign them · not-here: this kind of installation is not
 * updated by the app · no-address: nobody set one · policy: the administrator switched them off · bad-policy: the
 * administrator's file cannot be read, so nobody knows what it says.
 */
export type NoUpdates = 'no-key' | 'not-here' | 'no-address' | 'policy' | 'bad-policy';

/**
 * Why a description that came is not taken. malformed: not what one looks like, or too much · not-signed: by none of the
 * app's keys · replayed: older than one that was seen · expired: its time is over · older: it would bring back an older
 * version without saying so.
 */
export type RefusedUpdate = 'malformed' | 'not-signed' | 'other-channel' | 'replayed' | 'expired' | 'older';

export type UpdateState =
  | { kind: 'off'; why: NoUpdates }
  /** checkedAt: milliseconds since the epoch; null: not yet since the start. */
  /** later: a newer version comes to this computer later · elsewhere: it is not published for this kind of computer */
  | { kind: 'current'; checkedAt: number | null; why?: 'current' | 'later' | 'elsewhere' }
  | { kind: 'checking' }
  | { kind: 'fetching'; version: string; done: number; bytes: number }
  | { kind: 'ready'; version: string }
  /** It is installed as soon as nothing is being sent or printed. */
  | { kind: 'waiting'; version: string }
  | { kind: 'installing'; version: string }
  | { kind: 'refused'; why: RefusedUpdate; at: number }
  | { kind: 'failed'; error: EncodedError; at: number };

export interface UpdatesView {
  source: UpdateSource | null;
  state: UpdateState;
}

export type UpdateAddressProblem = 'not-an-address' | 'not-https' | 'credentials';

export const mostUpdateAddress = 500;

/** @returns the folder's address with a slash at its end, and its host, or what is wrong with it */
export function readUpdateAddress(text: string): { address: string; host: string } | { problem: UpdateAddressProblem } {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) return { problem: 'not-an-address' };
  const url = new URL(trimmed);
  if (url.protocol !== 'https:') return { problem: 'not-https' };
  if (url.username !== '' || url.password !== '') return { problem: 'credentials' };
  if (url.search !== '' || url.hash !== '') return { problem: 'not-an-address' };
  const path = url.pathname.endsWith('/') ? url.pathname : `${url.pathname}/`;
  return { address: `${url.origin}${path}`, host: url.host };
}

/** Names of channels. */
export const channelName = /^[a-z]{1,20}$/;
export const usualChannel = 'stable';
