/**
 * The file of the computer's administrator, which goes before what people set. It lies where they cannot write
 * (platform/installation.ts).
 */
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { channelName, readUpdateAddress } from '../shared/updates.ts';
import { readJsonFile } from './json-file.ts';

/** How long labels are kept if nobody says so, and the longest that they are, in days. */
export const mostLabelDays = 90;

const updates = z.strictObject({
  address: z.string().max(500).optional(),
  channel: z.string().regex(channelName).optional(),
  off: z.boolean().optional(),
});
const keep = z.strictObject({ labelDays: z.int().min(1).max(mostLabelDays).optional() });
const policyFile = z.object({ updates: updates.optional(), keep: keep.optional() });

export interface Policy {
  /** The file is there and is not what it should be. */
  isBad: boolean;
  updates: z.infer<typeof updates>;
  /** Days after which the documents of labels are deleted. */
  labelDays: number;
}

/** @param file which need not be there. A mistake in it must not give back to people what it takes from them. */
export function readPolicy(file: string): Policy {
  const read = existsSync(file) ? readJsonFile(file, policyFile.nullable(), null) : {};
  const { address } = read?.updates ?? {};
  return {
    isBad: read === null || (address !== undefined && 'problem' in readUpdateAddress(address)),
    updates: read?.updates ?? {},
    labelDays: read?.keep?.labelDays ?? mostLabelDays,
  };
}
