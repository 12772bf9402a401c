/**
 * The signed description of an update: what the newest version of a channel is and which file installs it. It is taken
 * only with a signature by one of the app's keys, so neither the server nor who stands between can offer anything else.
 */
import { createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';
import { channelName, type Installer, type RefusedUpdate } from '../../shared/updates.ts';
import { fromStoredOr } from '../stored-json.ts';

/** 1.2.3: what is compared. Versions with other parts are not released. */
const version = z.string().regex(/^(0|[1-9]\d{0,4})\.(0|[1-9]\d{0,4})\.(0|[1-9]\d{0,4})$/);

/** A file that does not fit in it is a mistake: the largest installer has some 110 MB. */
const mostBytes = 500_000_000;

const updateFile = z.strictObject({
  installer: z.string().max(50),
  /** Beside the description. */
  name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._~+-]{0,150}$/),
  bytes: z.int().min(1).max(mostBytes),
  /** Base64. */
  sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
});
export type UpdateFile = z.infer<typeof updateFile>;

/** What is taken. The tool that signs compares with it too, because every app refuses what does not fit. */
export const updateDescription = z.strictObject({
  product: z.literal('depot-desk'),
  channel: z.string().regex(channelName),
  /** Greater with each description of the channel: an older one is not taken any more. */
  number: z.int().min(1),
  version,
  /** Until when it is taken. Who repeats old descriptions keeps a computer on its version for that long at most. */
  until: z.iso.datetime(),
  /** Of computers that take it, in percent: first a few, then all. */
  share: z.int().min(0).max(100),
  /** It is to replace newer versions. */
  isDowngrade: z.boolean(),
  files: z.array(updateFile).min(1).max(20),
});
export type UpdateDescription = z.infer<typeof updateDescription>;

/** The description as it is published: its text, and the signature of that text. */
const published = z.strictObject({ description: z.string().max(20_000), signature: z.string().max(200) });

/** A file with more is not read. */
export const mostDescription = 64 * 1024;

/** So that a signature of the same key for anything else is none of a description. */
const purpose = 'depot-desk update description\n';

/** What is signed. @param text of the description */
export const signedBytes = (text: string): Buffer => Buffer.from(purpose + text, 'utf8');

export type Opened = { kind: 'description'; description: UpdateDescription } | { kind: 'refused'; why: RefusedUpdate };

const refused = (why: RefusedUpdate) => ({ kind: 'refused', why }) as const;

/**
 * Reads a published description.
 *
 * @param bytes as they came
 * @param keys public Ed25519 keys in PEM format
 */
export function openDescription(bytes: Buffer, keys: readonly string[]): Opened {
  const envelope = bytes.length > mostDescription ? null : fromStoredOr(published, bytes.toString('utf8'), null);
  if (envelope === null) return refused('malformed');
  const signature = Buffer.from(envelope.signature, 'base64');
  const content = signedBytes(envelope.description);
  const isSigned = keys.some((key) => {
    const publicKey = createPublicKey(key);
    return publicKey.asymmetricKeyType === 'ed25519' && verify(null, content, publicKey, signature);
  });
  // Nothing of the text is read before it is known to be ours.
  if (!isSigned) return refused('not-signed');
  const read = fromStoredOr(updateDescription, envelope.description, null);
  return read === null ? refused('malformed') : { kind: 'description', description: read };
}

/** This computer, as a description is compared with it. */
export interface Here {
  version: string;
  channel: string;
  /** Null: nothing here installs updates. */
  installer: Installer | null;
  /** The number of the newest description that was seen in the channel; 0: none. */
  seen: number;
  /** Where the computer stands among all, from 0 to below 100. */
  place: number;
  /** Milliseconds since the epoch. */
  now: number;
}

export type Judged =
  | { kind: 'update'; version: string; file: UpdateFile }
  /** current: nothing newer · later: not yet for this computer · elsewhere: not for this kind of computer. */
  | { kind: 'nothing'; why: 'current' | 'later' | 'elsewhere' }
  | { kind: 'refused'; why: RefusedUpdate };

/** @returns negative: the first is older */
export function compareVersions(one: string, other: string): number {
  const [first, second] = [one.split('.').map(Number), other.split('.').map(Number)];
  return [0, 1, 2].map((part) => (first[part] ?? 0) - (second[part] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

/** Whether a description is for this computer. */
export function judge(of: UpdateDescription, here: Here): Judged {
  if (of.channel !== here.channel) return refused('other-channel');
  if (of.number < here.seen) return refused('replayed');
  if (Date.parse(of.until) < here.now) return refused('expired');
  const difference = compareVersions(of.version, here.version);
  if (difference === 0) return { kind: 'nothing', why: 'current' };
  if (difference < 0 && !of.isDowngrade) return refused('older');
  const file = of.files.find(({ installer }) => installer === here.installer);
  if (file === undefined) return { kind: 'nothing', why: 'elsewhere' };
  if (here.place >= of.share) return { kind: 'nothing', why: 'later' };
  return { kind: 'update', version: of.version, file };
}
