/** A plan with its stops. */
export const stops = {
  title: 'Stops',
} as const;
