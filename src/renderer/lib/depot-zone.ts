/**
 * The time zone of a plan's depot: the one place that chooses it. The services name no zones, so it is this computer's.
 *
 * @returns the IANA name, such as `Europe/Berlin`
 */
export const depotZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
