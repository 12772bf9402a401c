/** What is known of updates between two starts, and what the computer's administrator says about them. */
import { join } from 'node:path';
import { z } from 'zod';
import { channelName, readUpdateAddress, usualChannel, type UpdateSource } from '../../shared/updates.ts';
import { readJsonFile, writeJsonFile } from '../json-file.ts';
import type { Policy } from '../policy.ts';
import type { System } from '../system.ts';

const source = z.object({ address: z.string().max(500), channel: z.string().regex(channelName) });

const storedFile = z.object({
  source: source.nullable().catch(null),
  /** Where this computer stands among all, from 0 to below 100; drawn once. */
  place: z.number().min(0).max(100).nullable().catch(null),
  /**
   * The number of the newest description that was seen, by channel: numbers belong to a channel, whatever server repeats
   * it. Earlier versions added the address.
   */
  seen: z.record(z.string(), z.int()).catch({}),
});
type StoredFile = z.infer<typeof storedFile>;

export class StoredUpdates {
  private readonly file: string;
  private readonly policy: Policy['updates'];
  /** The administrator's file is there and cannot be read as what it should be. */
  readonly isPolicyBad: boolean;
  private stored: StoredFile;

  /**
   * @param folder the app's own folder
   * @param policy what the administrator says: its address and channel go before the user's
   */
  constructor(folder: string, policy: Pick<Policy, 'isBad' | 'updates'>, system: Pick<System, 'random'>) {
    this.file = join(folder, 'updates.json');
    this.isPolicyBad = policy.isBad;
    this.policy = policy.updates;
    const stored = readJsonFile(this.file, storedFile, { source: null, place: null, seen: {} });
    this.stored = { ...stored, place: stored.place ?? system.random() * 100 };
  }

  /** The administrator switched updates off. */
  get isOff(): boolean {
    return this.policy.off === true;
  }

  get place(): number {
    return this.stored.place ?? 0;
  }

  get source(): UpdateSource | null {
    const { policy, stored } = this;
    const text = policy.address ?? stored.source?.address;
    const read = text === undefined ? null : readUpdateAddress(text);
    if (read === null || 'problem' in read) return null;
    const channel = policy.channel ?? stored.source?.channel ?? usualChannel;
    return { ...read, channel, setBy: policy.address === undefined ? 'user' : 'policy' };
  }

  /** @throws the file system's error when it cannot be written */
  use(chosen: { address: string; channel: string } | null): void {
    this.save({ ...this.stored, source: chosen });
  }

  /** The number of the newest description that was seen; 0: none. */
  seen({ channel }: Pick<UpdateSource, 'channel'>): number {
    const numbers = Object.entries(this.stored.seen).filter(([key]) => key.split(' ')[0] === channel);
    return Math.max(0, ...numbers.map(([, number]) => number));
  }

  /** @throws the file system's error when it cannot be written */
  saw({ channel }: Pick<UpdateSource, 'channel'>, number: number): void {
    if (number === this.seen({ channel })) return;
    this.save({ ...this.stored, seen: { ...this.stored.seen, [channel]: number } });
  }

  private save(stored: StoredFile): void {
    writeJsonFile(this.file, stored);
    this.stored = stored;
  }
}
