/**
 * The fields of a stop that an edit of several stops sets beside the notes, as a form shows them: packages, window,
 * allowed driver. A body has the window's two ends in one object, and the driver in a list.
 */
import type { Body } from './held.ts';

interface Time {
  hour: number;
  minute: number;
}

const ends = ['earliestAttemptTime', 'latestAttemptTime'] as const;

/** @returns the fields that a body sets; null clears a field. A form has them by the same names */
export function severalOf(body: Body): Body {
  const { packageCount, timing, allowedDrivers } = body;
  return {
    ...(packageCount === undefined ? {} : { packageCount }),
    ...(timing === undefined ? {} : { window: windowOf(timing as Body | null) }),
    ...(allowedDrivers === undefined ? {} : { driver: (allowedDrivers as string[] | null)?.[0] ?? null }),
  };
}

/** `8:00-12:30`; null: neither end is set. */
function windowOf(timing: Body | null): string | null {
  const shown = ends.map((end) => {
    const time = timing?.[end] as Time | null | undefined;
    return time == null ? '' : `${time.hour}:${time.minute}`;
  });
  return shown.every((end) => end === '') ? null : shown.join('-');
}

function timingOf(window: string | null): Body {
  const shown = window?.split('-') ?? [];
  const times = ends.map((_, at): Time | null => {
    const [hour, minute] = (shown[at] ?? '').split(':').map(Number);
    return minute === undefined || hour === undefined ? null : { hour, minute };
  });
  return { [ends[0]]: times[0], [ends[1]]: times[1] };
}

/** The body of an edit to these values of a form. Null clears a field. */
export function severalEdit({ packageCount, window, driver }: Body): Body {
  return {
    ...(packageCount === undefined ? {} : { packageCount }),
    ...(window === undefined ? {} : { timing: timingOf(window as string | null) }),
    ...(driver === undefined ? {} : { allowedDrivers: driver === null ? null : [driver] }),
  };
}

/** The content of a new stop with these values of a form. Null: it does not have the field. */
export function severalContent(fields: Body): Body {
  const set = ['packageCount', 'window', 'driver'].filter((name) => fields[name] != null);
  return severalEdit(Object.fromEntries(set.map((name) => [name, fields[name]])));
}
