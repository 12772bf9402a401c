/** Why a document cannot be shown, in kinds that the message file has words for. */
export type PdfProblem = 'not-a-pdf' | 'locked' | 'empty' | 'too-slow' | 'damaged';

/** Longest time a document may take until it is opened, and a page until it is drawn, in milliseconds. */
export const longestWait = 5_000;

export class TooSlow extends Error {
  constructor() {
    super(`not done within ${longestWait} ms`);
    this.name = 'TooSlow';
  }
}

/** The kind of a failure of pdf.js; its exceptions cross from the worker and are told apart by name. */
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

/** Waits for a promise, but not for ever. @throws {TooSlow} after {@link longestWait} */
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
