/** Settings of this computer. */
import { importNames } from './imports.ts';
import { z } from './schemas.ts';
import { tableColumn, tableLayout, tableName, tableView } from './table-layouts.ts';
import { mostTableViews } from './table-defaults.ts';
import { usualZoom, zoomSteps } from './window-zoom.ts';

/**
 * The proxy. none: direct connection · system: as the environment and the operating system say · explicit: only this
 * proxy, `http://host:port` or `https://host:port`, without credentials, because they would be stored in a plain file.
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

/** The setup of this computer's label printer. */
export const labelProfile = z.strictObject({
  /** Paper size: A6, or the 4 × 6 inch stock that many label printers take; labels are never scaled. */
  stock: z.enum(['a6', '4x6']),
  dotsPerInch: z.union([z.literal(203), z.literal(300), z.literal(600)]),
  /** Offset on the paper in millimetres. */
  right: z.number().min(-10).max(10),
  down: z.number().min(-10).max(10),
  /** Degrees clockwise, for printers that feed the paper the other way round. */
  rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
});
export type LabelProfile = z.infer<typeof labelProfile>;

export const settings = z.strictObject({
  /** The printer for labels. Null until one is chosen. */
  labelPrinter: z.string().max(500).nullable(),
  labelProfile,
  /** The printer for A4 documents. Null until one is chosen. */
  paperPrinter: z.string().max(500).nullable(),
  /** The number of computers behind this office's address. The order service limits requests per source address. */
  desksBehindThisAddress: z.int().min(1).max(50),
  proxy: proxySetting,
  /** The size of everything in the window, in percent. */
  zoom: z
    .int()
    .min(Math.min(...zoomSteps))
    .max(Math.max(...zoomSteps)),
  /** Dragged widths in CSS pixels, by table and column. */
  columnWidths: z.record(tableName, z.record(tableColumn, z.int().min(1).max(5_000))),
  /**
   * The panes of a workspace by their name: the dragged size in CSS pixels, and whether the pane is shown. Null: as the
   * app chooses.
   */
  panes: z.record(
    z.string().max(50),
    z.strictObject({ size: z.int().min(1).max(5_000).nullable(), isShown: z.boolean().nullable() }),
  ),
  /** How tables are arranged. */
  tableLayouts: z.record(tableName, tableLayout),
  /** Named arrangements, by table. */
  tableViews: z.record(tableName, z.array(tableView).max(mostTableViews)),
  /** The depot that the screens are narrowed to. Null: all. */
  depot: z.string().max(120).nullable(),
  /** The depot of the plan that was created last, suggested for the next one. Null: none yet. */
  planDepot: z.string().max(120).nullable(),
  /**
   * The time zones that were chosen for depots (depot-zones.ts), by workspace and depot: two services may use the same
   * ids. An unknown zone is kept, because another version of the app may know it.
   */
  depotZones: z.record(z.string().max(100), z.record(z.string().max(120), z.string().max(100))),
  /** The field of each column, by the headings of the file. */
  importColumns: z
    .array(
      z.strictObject({
        /** Missing: stored by a version that imported orders only. */
        noun: z.enum(importNames).optional(),
        headings: z.array(z.string().max(1_000)).max(500),
        columns: z.array(z.string().max(100).nullable()).max(500),
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
  zoom: usualZoom,
  columnWidths: {},
  panes: {},
  tableLayouts: {},
  tableViews: {},
  depot: null,
  planDepot: null,
  depotZones: {},
  importColumns: [],
};
