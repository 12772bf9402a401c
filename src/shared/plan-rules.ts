/** What holds for every plan (planning-api, Plans). Without schemas, for the first screen. */
/** The maximum number of drivers of a plan (planning-api, Payload limits). */
export const mostDrivers = 50;

/** Commands for a whole plan (planning-api, Plans, Live plans and live stops). */
export const planCommands = ['optimize', 'reoptimize', 'distribute', 'redistribute', 'save'] as const;
export type PlanCommand = (typeof planCommands)[number];

/** The service keeps no stops of plans before this day (planning-api, What the service does). */
const firstDayWithStops = '2023-04-01';

/** @param plan.starts `2026-06-15`, or null if the service gave none */
export const keepsNoStops = ({ starts }: { starts: string | null }): boolean =>
  starts !== null && starts < firstDayWithStops;
