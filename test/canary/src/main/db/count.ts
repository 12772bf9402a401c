/** Correct: the check must find nothing here. */
export const count = () => 1;
