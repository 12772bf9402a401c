/** How long a write is waited for, in milliseconds; after that it is in doubt. */
export const writeDeadline = 60_000;
