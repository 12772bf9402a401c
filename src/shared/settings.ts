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

/** How the label printer of this computer is set up. */
export const labelProfile = z.strictObject({
  /** Paper size: A6, or the 4 × 6 inch stock that many label printers take; a label is never scaled to it. */
  stock: z.enum(['a6', '4x6']),
  dotsPerInch: z.union([z.literal(203), z.literal(300), z.literal(600)]),
  /** Millimetres by which everything is moved on the paper. */
  right: z.number().min(-10).max(10),
  down: z.number().min(-10).max(10),
  /** Degrees clockwise, for printers that take the paper the other way round. */
  rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
});
export type LabelProfile = z.infer<typeof labelProfile>;

export const settings = z.strictObject({
  /** Printer labels go to; null until one is chosen. */
  labelPrinter: z.string().max(500).nullable(),
  labelProfile,
  /** Printer papers on A4 go to; null until one is chosen. */
  paperPrinter: z.string().max(500).nullable(),
  /** Computers that share this office's address; the order service counts per source address. */
  desksBehindThisAddress: z.int().min(1).max(50),
  proxy: proxySetting,
  /** Which column of a file held what, by the headings of the file. */
  importColumns: z
    .array(
      z.strictObject({
        headings: z.array(z.string().max(1_000)).max(500),
        columns: z.array(z.string().max(50).nullable()).max(500),
      }),
    )
    .max(50),
});
export type Settings = z.infer<typeof settings>;

export const defaultSettings: Settings = {
  labelPrinter: null,
  labelProfile: { stock: 'a6', dotsPerInch: 203, right: 0, down: 0, rotation: 0 },
  paperPrinter: null,
  desksBehindThisAddress: 3,
  proxy: { kind: 'system' },
  importColumns: [],
};
