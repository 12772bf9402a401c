/**
 * The building blocks of the contract: calls that read or set something, and gestures that create or command something.
 */
import { z } from './schemas.ts';

/** A call: the schema of its single argument and (as a type only) its result. */
export interface Call<Argument extends z.ZodType, Result> {
  argument: Argument;
  /** Never set; carries the type. */
  result?: Result;
}

/** A call that creates or commands something. It runs once per gesture, however often it arrives. */
interface GestureCall<Argument extends z.ZodType, Result> extends Call<Argument, Result> {
  isGesture: true;
}

/**
 * Identifies one action of the user from its start: opening a form, showing a dialog, pressing a button. A second call
 * with the same id does nothing and returns the result of the first (docs/decisions/gestures.md). If a gesture takes
 * several calls, a suffix after a colon names the part.
 */
const gestureId = z.string().regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?::[\w-]{1,80})?$/);

/** A call that may be repeated at any time, because it only reads or sets a value. */
export const call =
  <Result>() =>
  <Argument extends z.ZodType>(argument: Argument): Call<Argument, Result> => ({ argument });

/** A call that creates or commands something. Its argument holds `fields` and the id of the gesture. */
export const gesture =
  <Result>() =>
  <Fields extends Record<string, z.ZodType>>(fields: Fields) => {
    const made: GestureCall<z.ZodObject<Fields & { gesture: typeof gestureId }, z.core.$strict>, Result> = {
      argument: z.strictObject({ ...fields, gesture: gestureId }),
      isGesture: true,
    };
    return made;
  };
