/** The form for a stop. */
export const stopForm = {
  title: 'New stop',
} as const;
