/** Settings of this computer. */
import { z } from 'zod';

/**
 * The way to the service. none: straight · system: as the environment and the operating system say · explicit: through
 * this proxy alone, `http://host:port` or `https://host:port`, without a name and a password (they would lie in a file).
 */
export const proxySetting = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('system') }),
  z.strictObject({
    kind: z.literal('explicit'),
    address: z
      .string()
      .max(500)
      .regex(/^https?:\/\/[^\s/@?#]+\/?$/),
  }),
]);
export type ProxySetting = z.infer<typeof proxySetting>;

export const settings = z.strictObject({
  /** Printer labels go to; null until one is chosen. */
  labelPrinter: z.string().max(500).nullable(),
  /** Computers that share this office's address; the order service counts per source address. */
  desksBehindThisAddress: z.int().min(1).max(50),
  proxy: proxySetting,
});
export type Settings = z.infer<typeof settings>;

export const defaultSettings: Settings = {
  labelPrinter: null,
  desksBehindThisAddress: 3,
  proxy: { kind: 'system' },
};
