/** Calls for what is done with any list. */
import { z } from '../schemas.ts';
import { call } from '../calls.ts';

/** More than a list of 100,000 rows takes. */
const mostBytes = 100_000_000;

export const tablesCalls = {
  tables: {
    /**
     * Writes an exported list to a file. Main shows the save dialog. Null if the user cancelled. Cells that a
     * spreadsheet would run as formulas are escaped before.
     */
    save: call<{ name: string } | null>()(
      z.strictObject({
        name: z.string().max(200),
        file: z.discriminatedUnion('kind', [
          z.strictObject({ kind: z.literal('csv'), text: z.string().max(mostBytes) }),
          z.strictObject({
            kind: z.literal('xlsx'),
            bytes: z.instanceof(Uint8Array).refine(({ byteLength }) => byteLength <= mostBytes),
          }),
        ]),
      }),
    ),
  },
} as const;
