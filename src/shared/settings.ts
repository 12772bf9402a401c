/** Settings of this computer. */
import { z } from 'zod';

export const settings = z.strictObject({
  /** Printer labels go to; null until one is chosen. */
  labelPrinter: z.string().max(500).nullable(),
  /** Computers that share this office's address; the order service counts per source address. */
  desksBehindThisAddress: z.int().min(1).max(50),
});
export type Settings = z.infer<typeof settings>;

export const defaultSettings: Settings = { labelPrinter: null, desksBehindThisAddress: 3 };
