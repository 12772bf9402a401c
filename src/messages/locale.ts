/** The language and manner of the message files; dates and numbers follow it. */
export const locale = 'en-GB';
