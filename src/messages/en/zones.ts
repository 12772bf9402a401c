/** The time zones of depots. */
export const zones = {
  ahead: 'Times in {place} ({difference} ahead of this computer)',
  behind: 'Times in {place} ({difference} behind this computer)',

  title: 'Time zones of depots',
  explained:
    'Plans, routes and time windows show the time at their depot. The zone is kept on this computer; the service does not store it.',
  asCountry: 'As the depot’s country: {zone}',
  asComputer: 'As this computer: {zone}',
  noCountry: 'The address of the depot does not say which zone it is in.',
  training: 'The training service uses the clock of this computer.',
  none: 'No depots have been loaded yet.',

  skipped: 'The clock skips {from} to {to} that day. Enter {to} or later, or before {from}.',
  repeated: '{time} comes twice that day. The first one counts.',
} as const;
