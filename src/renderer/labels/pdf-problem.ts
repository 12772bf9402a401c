/** Why a document cannot be shown; each kind has a message. */
export type PdfProblem = 'not-a-pdf' | 'locked' | 'empty' | 'too-slow' | 'too-large' | 'damaged';

/** Timeout for opening a document and for drawing a page, in milliseconds. */
export const longestWait = 5_000;

/**
 * How long a document waits for its check before it is drawn, in milliseconds. What takes too much memory is known by
 * then, or takes it so slowly that the window has less than the check when it is known. A hundred pages take a second.
 */
export const longestUnchecked = 3_000;

export class TooSlow extends Error {
  constructor() {
    super(`timed out after ${longestWait} ms`);
    this.name = 'TooSlow';
  }
}

/** The kind of a pdf.js failure. Its exceptions come from the worker and can only be told apart by name. */
export function problemOf(error: unknown): PdfProblem {
  if (!(error instanceof Error)) return 'damaged';
  switch (error.name) {
    case 'TooSlow':
      return 'too-slow';
    case 'PasswordException':
      return 'locked';
    case 'InvalidPDFException':
      return 'not-a-pdf';
    default:
      return 'damaged';
  }
}

/** Awaits a promise with a timeout. @throws {TooSlow} after {@link longestWait} */
export async function inTime<Value>(promise: Promise<Value>, milliseconds = longestWait): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TooSlow()), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
