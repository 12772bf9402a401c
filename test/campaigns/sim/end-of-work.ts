/** The last message to a thread: it closes its port and ends by itself. */
export const endOfWork = 'end';
