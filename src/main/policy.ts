/**
 * The file of the computer's administrator, which goes before what people set. It lies where they cannot write
 * (platform/installation.ts).
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { isObject } from '../shared/outbox-merge.ts';
import { channelName, readUpdateAddress } from '../shared/updates.ts';
import { isMissing, jsonOf } from './json-file.ts';

/** How long labels are kept if nobody says so, and the longest that they are, in days. */
export const mostLabelDays = 90;

const updates = z.strictObject({
  address: z.string().max(500).optional(),
  channel: z.string().regex(channelName).optional(),
  off: z.boolean().optional(),
});
const keep = z.strictObject({ labelDays: z.int().min(1).max(mostLabelDays).optional() });

export interface Policy {
  /** The file is there and is not what it should be. */
  isBad: boolean;
  updates: z.infer<typeof updates>;
  /** Days after which the documents of labels are deleted. */
  labelDays: number;
}

/** @returns what the file holds: nothing if it is not there, null if it cannot be read */
function contentOf(file: string): Record<string, unknown> | null {
  try {
    // Editors on Windows begin a file with a byte order mark, which no JSON may have.
    const content = jsonOf(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
    return isObject(content) ? content : null;
  } catch (error) {
    return isMissing(error) ? {} : null;
  }
}

/** @returns null for a part that is not what it should be */
function partOf<Schema extends z.ZodType>(schema: Schema, part: unknown): z.output<Schema> | null {
  const parsed = schema.safeParse(part);
  return parsed.success ? parsed.data : null;
}

/**
 * A mistake in the file must not give back to people what it takes from them, so the part without it still counts.
 *
 * @param file which need not be there
 */
export function readPolicy(file: string): Policy {
  const content = contentOf(file);
  const ofUpdates = partOf(updates.optional(), content?.['updates']);
  const toKeep = partOf(keep.optional(), content?.['keep']);
  const address = ofUpdates?.address;
  const hasBadAddress = address !== undefined && 'problem' in readUpdateAddress(address);
  return {
    isBad: content === null || ofUpdates === null || toKeep === null || hasBadAddress,
    updates: ofUpdates ?? {},
    labelDays: toKeep?.labelDays ?? mostLabelDays,
  };
}
