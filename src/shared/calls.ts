/** What the contract is made of: calls that read or set, and gestures, which make or command something. */
import { z } from 'zod';

/** A call: the schema of its one argument, and (as a type only) what it gives back. */
export interface Call<Argument extends z.ZodType, Result> {
  argument: Argument;
  /** Never set; carries the type. */
  result?: Result;
}

/** A call that makes or commands something: once for each gesture, however often it arrives. */
interface GestureCall<Argument extends z.ZodType, Result> extends Call<Argument, Result> {
  isGesture: true;
}

/**
 * What a person did, named when they began: a form opened, a dialog shown, a button pressed. A second call with the same
 * id is answered with what the first one came to, and does nothing (docs/decisions/gestures.md). After a colon stands
 * which part it is of a gesture that takes several calls.
 */
const gestureId = z.string().regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?::[\w-]{1,80})?$/);

/** A call that may be repeated at any time: it reads, or sets something to what it says. */
export const call =
  <Result>() =>
  <Argument extends z.ZodType>(argument: Argument): Call<Argument, Result> => ({ argument });

/** Everything that makes or commands something: `fields` of its argument, and with them the gesture's id. */
export const gesture =
  <Result>() =>
  <Fields extends Record<string, z.ZodType>>(fields: Fields) => {
    const made: GestureCall<z.ZodObject<Fields & { gesture: typeof gestureId }, z.core.$strict>, Result> = {
      argument: z.strictObject({ ...fields, gesture: gestureId }),
      isGesture: true,
    };
    return made;
  };
