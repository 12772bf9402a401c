/** Hours of work and the most stops of a day's routes (planning-api, Plan, Driver, Depot). */
import type { TimeOfDay } from './shapes.ts';
import { timeText } from './time.ts';

/** The limits of a day's routes as a plan, a driver or a depot sets them. Null: it sets none. */
export interface DayLimits {
  /** `08:00`, wall-clock. */
  startTime: string | null;
  endTime: string | null;
  maxStops: number | null;
  /** It has an address where routes start. Null: not known, and the other limits neither, as from v0.2b. */
  hasStart: boolean | null;
}

type Limit = 'startTime' | 'endTime' | 'maxStops';

/**
 * The limits that apply where several are set: the plan's go before the driver's, and those before the depot's. The
 * documents do not say which do.
 *
 * @param limits of the plan, the driver and the depot, in this order
 */
export function limitsInForce(
  ...limits: readonly (Pick<DayLimits, Limit> | null | undefined)[]
): Pick<DayLimits, Limit> {
  const first = <Name extends Limit>(name: Name): DayLimits[Name] | null =>
    limits.map((each) => each?.[name] ?? null).find((value) => value !== null) ?? null;
  return { startTime: first('startTime'), endTime: first('endTime'), maxStops: first('maxStops') };
}

export const noLimits: DayLimits = { startTime: null, endTime: null, maxStops: null, hasStart: false };

/** @param from the overrides of a plan, a driver or a depot, as read or as entered; undefined: they are not known */
export const limitsOf = (
  from:
    | {
        startTime?: TimeOfDay | null | undefined;
        endTime?: TimeOfDay | null | undefined;
        maxStops?: number | null | undefined;
        startAddress?: object | null | undefined;
      }
    | null
    | undefined,
): DayLimits => ({
  startTime: from?.startTime ? timeText(from.startTime) : null,
  endTime: from?.endTime ? timeText(from.endTime) : null,
  maxStops: from?.maxStops ?? null,
  hasStart: from === undefined ? null : from?.startAddress != null,
});
