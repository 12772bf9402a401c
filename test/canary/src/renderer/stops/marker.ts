/** Correct: the check must find nothing here. */
export const marker = 'marker';
