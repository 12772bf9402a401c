/** What looks odd about a stop. */
export const stopHints = {
  column: 'Hint',
  count: { one: '{count} stop with a hint', other: '{count} stops with hints' },
  show: 'Show only these stops',
  ofStop: 'Hint: {hint}',
  far: 'More than {distance} km from the start',
  samePoint: 'Same point as another street',
  beforeOpening: 'Window ends before routes start',
  noPhone: 'Notes ask for a call, no phone',
} as const;
