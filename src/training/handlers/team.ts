/** The team: drivers, depots and members. */
import { depotHandlers } from './depots.ts';
import { driverHandlers } from './drivers.ts';
import type { Context, Handlers } from './handler.ts';
import { memberHandlers } from './members.ts';

export function teamHandlers(context: Context): Handlers {
  return { ...driverHandlers(context), ...depotHandlers(context), ...memberHandlers(context) };
}
