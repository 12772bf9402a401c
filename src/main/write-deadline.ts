/** How long a write is waited for; after that it is in doubt. */
export const writeDeadline = 60000;
