/**
 * Makes a button's call only once, however often it is pressed: a double click, a held key, and a press before the
 * answer has arrived are one gesture (outbox, Rule 14). Forms and dialogs do not use this; each has its own gesture id
 * from the moment it opens.
 */
import type { GestureAnswer, GestureArgument, GestureName } from '../../shared/contract.ts';
import { asAppError, backend } from './backend.ts';

/** Presses closer together than this belong to one gesture, in milliseconds; twice the usual double-click time. */
const together = 1_000;

interface Press {
  gesture: string;
  /** Number of calls in flight. */
  underWay: number;
  /** Time of the last press or answer, in milliseconds since the window opened (`performance.now`). */
  at: number;
  /** The last call could not be saved. It may be on disk nevertheless, so the next press repeats the same gesture. */
  isUnsaved: boolean;
}

/** Presses by call and argument. */
const presses = new Map<string, Press>();
let last: Press | null = null;

type Asked<Name extends GestureName> = Omit<GestureArgument<Name>, 'gesture'>;
/** A call whose gesture id is added by `press`, for code that knows nothing of gesture ids. */
export type Pressed<Name extends GestureName> = (asked: Asked<Name>) => Promise<GestureAnswer<Name>>;
type Calls = Record<string, Record<string, (argument: object) => Promise<unknown>>>;

/**
 * @param asked the argument of the call, without the gesture id
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
    const answer: unknown = await calls[group]?.[call]?.({ ...asked, gesture: pressed.gesture });
    pressed.isUnsaved = false;
    // The user closed a file dialog: nothing was done, so the next press is a new gesture, however soon it comes.
    if (answer === null && last === pressed) last = null;
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

/**
 * Ends the last press, because what it began was ended by a call that is no gesture itself, or because the user was asked
 * and decides again: the next press is a new one.
 */
export function endPress(): void {
  last = null;
}

/** The press that this one repeats, or a new one. */
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

/** Another call in between ends a gesture: delete, undo and delete again are three. */
const belongs = (press: Press, now: number): boolean =>
  press.underWay > 0 || press.isUnsaved || (press === last && now - press.at < together);

function forgetOld(): void {
  for (const [what, press] of presses) if (!belongs(press, performance.now())) presses.delete(what);
}
