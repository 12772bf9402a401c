/**
 * What a button asks main for, once however often it is pressed: a double click, a key that is held down, and a press while
 * the answer is not there yet are one gesture (outbox, Rule 14). A form and a dialog have an id of their own instead, from
 * the moment they were opened.
 */
import type { GestureAnswer, GestureArgument, GestureName } from '../../shared/contract.ts';
import { asAppError, backend } from './backend.ts';

/** Presses that follow each other faster belong together; twice what systems take for a double click. */
const together = 1_000;

interface Press {
  gesture: string;
  /** Not answered yet. */
  underWay: number;
  /** When it was pressed or answered last, in milliseconds of the window. */
  at: number;
  /** It was not saved: pressed again, it is the same, which may be on the disk after all. */
  isUnsaved: boolean;
}

/** By what was asked for. */
const presses = new Map<string, Press>();
let last: Press | null = null;

type Asked<Name extends GestureName> = Omit<GestureArgument<Name>, 'gesture'>;
/** A gesture that a button asks for, as it is handed to what does not know of ids. */
export type Pressed<Name extends GestureName> = (asked: Asked<Name>) => Promise<GestureAnswer<Name>>;
type Calls = Record<string, Record<string, (argument: object) => Promise<unknown>>>;

/**
 * @param asked the argument of the call, without its gesture
 * @throws AppError as the call does
 */
export async function press<Name extends GestureName>(name: Name, asked: Asked<Name>): Promise<GestureAnswer<Name>> {
  const what = `${name} ${JSON.stringify(asked)}`;
  const pressed = pressOf(what);
  pressed.underWay += 1;
  last = pressed;
  const [group = '', call = ''] = name.split('.');
  const calls = backend as unknown as Calls;
  try {
    const answer = await calls[group]?.[call]?.({ ...asked, gesture: pressed.gesture });
    pressed.isUnsaved = false;
    return answer as GestureAnswer<Name>;
  } catch (error) {
    pressed.isUnsaved = asAppError(error).code === 'storage.not-saved';
    throw error;
  } finally {
    pressed.underWay -= 1;
    pressed.at = performance.now();
    forgetOld();
  }
}

/** The one that this press belongs to, or a new one. */
function pressOf(what: string): Press {
  const known = presses.get(what);
  const now = performance.now();
  if (known !== undefined && belongs(known, now)) {
    known.at = now;
    return known;
  }
  const made: Press = { gesture: crypto.randomUUID(), underWay: 0, at: now, isUnsaved: false };
  presses.set(what, made);
  return made;
}

/** What was asked for in between ends it: deleted, brought back and deleted again is three. */
const belongs = (press: Press, now: number): boolean =>
  press.underWay > 0 || press.isUnsaved || (press === last && now - press.at < together);

function forgetOld(): void {
  for (const [what, press] of presses) if (!belongs(press, performance.now())) presses.delete(what);
}
