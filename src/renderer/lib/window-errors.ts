/** Errors and rejections that nothing in the window handled: they are logged and said, never swallowed. */
import type { WindowFailure } from '../../shared/contract/window.ts';
import { AppError } from '../../shared/errors.ts';

type Kind = WindowFailure['kind'];

const mostFrames = 12;
/** A function and a place in a file of the app, as Chromium writes them: `at close (app://x/assets/a.js:1:2)`. */
const frameLine = /^\s*at (?:async )?(?:(.+?) \()?[\w-]+:\/\/[^/\s]*\/([\w./-]+:\d+:\d+)\)?$/;
const unwanted = /[^\w$.<>[\] ]/g;

/** The places of a stack. The first line is left out, because an error's message may quote what a user typed. */
function framesOf(stack: string): string[] {
  return stack
    .split('\n')
    .flatMap((line) => {
      const [, name = '', place] = frameLine.exec(line) ?? [];
      return place === undefined ? [] : [`${name.replace(unwanted, '').slice(0, 60)} ${place.slice(-90)}`.trim()];
    })
    .slice(0, mostFrames);
}

/**
 * What the log gets to know about a failure. Nothing that was typed is in it.
 * @param thrown anything
 */
export function failureOf(kind: Kind, thrown: unknown): WindowFailure {
  const isError = thrown instanceof Error;
  const name = isError ? thrown.name : typeof thrown;
  return {
    kind,
    name: /^\w{1,60}$/.test(name) ? name : 'Error',
    code: thrown instanceof AppError ? thrown.code : null,
    frames: isError ? framesOf(thrown.stack ?? '') : [],
  };
}

/** Main answers so while it ends. Whoever called it is about to end too. */
const isClosing = (thrown: unknown) => thrown instanceof AppError && thrown.code === 'app.closing';

/**
 * Listens for failures that nothing handled. They stay uncaught for everybody else.
 * @returns a function that stops listening
 */
export function reportErrors(view: Window, report: (failure: WindowFailure) => void): () => void {
  const failed = ({ error, message }: ErrorEvent) => {
    // Chromium's note that sizes settle with the next frame is not a failure, and it has no error.
    if (error == null && message.startsWith('ResizeObserver loop')) return;
    report(failureOf('error', error));
  };
  const rejected = ({ reason }: PromiseRejectionEvent) => {
    if (!isClosing(reason)) report(failureOf('rejection', reason));
  };
  view.addEventListener('error', failed);
  view.addEventListener('unhandledrejection', rejected);
  return () => {
    view.removeEventListener('error', failed);
    view.removeEventListener('unhandledrejection', rejected);
  };
}
