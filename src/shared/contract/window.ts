/** Calls about the window itself. */
import { z } from '../schemas.ts';
import { call } from '../calls.ts';
import { zoomChanges } from '../window-zoom.ts';

/** A failure that nothing in the window handled: what support needs to find the place, and nothing that was typed. */
const windowFailure = z.strictObject({
  /** error: thrown · rejection: of a promise that nobody waited for */
  kind: z.enum(['error', 'rejection']),
  /** The error's own name, `TypeError`. Its message may quote what a user typed and stays in the window. */
  name: z.string().regex(/^\w{1,60}$/),
  /** The code of an AppError. */
  code: z
    .string()
    .regex(/^[\w.-]{1,60}$/)
    .nullable(),
  /** Functions and places in the app's own files, the innermost first: `close assets/index.js:12:34`. */
  frames: z.array(z.string().regex(/^[\w$.<>[\]/ :-]{1,160}$/)).max(12),
});
export type WindowFailure = z.infer<typeof windowFailure>;

export const windowCalls = {
  window: {
    /** Shows everything larger or smaller and remembers it. @returns the zoom in percent */
    zoom: call<{ percent: number }>()(z.strictObject({ change: z.enum(zoomChanges) })),
    /** Writes a failure of the window to the log. */
    failed: call<void>()(windowFailure),
  },
} as const;
