/**
 * Times presses inside the window: when a person sees that a press was noticed, and when its result is on the screen.
 * The speed of the connection between the test and the window is in no figure.
 */
import type { Page } from 'playwright';
import { waitFor } from './processes.ts';
import { lastRequest, type ControlledService } from './service-times.ts';

/** Something that a person sees. */
export interface Sight {
  /** A CSS selector; only what is drawn counts. */
  selector: string;
  /** All of these stand in one of the elements. */
  texts?: readonly string[];
  /** There is no such element any more. */
  gone?: boolean;
}

interface Seen {
  /** When it was drawn, in milliseconds since the epoch. */
  at: number;
  /** Milliseconds since the last press of a key or the mouse before that. */
  afterPress: number;
}

type Watched = Record<string, Promise<Seen | null> | undefined>;

/** How long something is waited for, in milliseconds. */
const longest = 30_000;
let watches = 0;

/**
 * Looks at every frame of the window, from now on, until one of the sights is there. If one of them is there already,
 * waits first until it is not.
 *
 * @returns a function that resolves when it was seen
 */
export async function watchFor(window: Page, ...sights: readonly Sight[]): Promise<() => Promise<Seen>> {
  const key = `watch ${(watches += 1)}`;
  const what = JSON.stringify(sights);
  const begin = () =>
    window.evaluate(
      ({ wanted, name, limit }) => {
        const isInSight = ({ selector, texts = [], gone = false }: Sight) => {
          const isThere = [...document.querySelectorAll<HTMLElement>(selector)].some(
            (element) => element.checkVisibility() && texts.every((text) => element.innerText.includes(text)),
          );
          return isThere !== gone;
        };
        if (wanted.some(isInSight)) return false;
        const page = globalThis as unknown as { watched?: Watched };
        page.watched ??= {};
        page.watched[name] = new Promise((resolve) => {
          const begun = performance.now();
          let pressedAt = Number.NaN;
          const press = (event: Event) => {
            pressedAt = event.timeStamp;
          };
          const presses = ['keydown', 'click'] as const;
          for (const type of presses) globalThis.addEventListener(type, press, true);
          const end = (seen: Seen | null) => {
            for (const type of presses) globalThis.removeEventListener(type, press, true);
            resolve(seen);
          };
          // What is there now is in the picture that is drawn next.
          const look = () => {
            const now = performance.now();
            if (wanted.some(isInSight)) end({ at: Date.now(), afterPress: now - pressedAt });
            else if (now - begun > limit) end(null);
            else requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
        });
        return true;
      },
      { wanted: sights, name: key, limit: longest },
    );
  await waitFor(`the window without ${what}`, async () => ((await begin()) ? true : undefined));
  return async () => {
    const seen = await window.evaluate(
      async (name) => (await (globalThis as unknown as { watched: Watched }).watched[name]) ?? null,
      key,
    );
    if (seen === null) throw new Error(`not in the window within ${longest / 1_000} s: ${what}`);
    return seen;
  };
}

/** The result of an own action. */
interface Result {
  /** The screen that shows it. */
  shown: Sight;
  /**
   * @param since the number of the last request before the press
   * @returns when the service had it, in milliseconds since the epoch
   */
  had: (since: number) => Promise<number>;
}

interface Press {
  /** What tells a person that the press was noticed; the first of them counts. */
  felt: readonly Sight[];
  press: () => Promise<unknown>;
  result?: Result;
}

interface Figure {
  action: string;
  /** Milliseconds from the press until it was noticed. Null: not a press. */
  feedback: number | null;
  /** Milliseconds from the service's having it until the screen showed it. Null: the service has no part in it. */
  lag: number | null;
  /** What the lag may be: as with `mostFeedback`, where a part of it is the computer's. */
  mostLag: number;
  /** What the feedback may be: `mostWait` on the usual computer, more on one that is slower at that moment. */
  mostFeedback: number;
}

/** The most that a person should wait, in milliseconds. */
export const mostWait = { feedback: 100, lag: 2_000 } as const;

/** What `usualWork` takes on the computer of docs/measurements.md with nothing beside it, in milliseconds. */
const usualTime = 8;

/**
 * What the window takes for work that is the same on every computer: 400 labelled boxes made, laid out and removed. The
 * best of several rounds counts, so that what the app does beside it is in no figure.
 *
 * @returns milliseconds
 */
const usualWork = (window: Page): Promise<number> =>
  window.evaluate(() => {
    const round = () => {
      const begun = performance.now();
      const place = document.body.appendChild(document.createElement('div'));
      place.style.cssText = 'position:fixed;left:-2000px;width:400px';
      for (let at = 0; at < 400; at += 1) {
        const label = place.appendChild(document.createElement('label'));
        label.appendChild(document.createElement('input')).type = 'checkbox';
        label.appendChild(document.createElement('span')).textContent = `Box ${at}`;
      }
      const height = place.offsetHeight;
      place.remove();
      return height > 0 ? performance.now() - begun : Number.NaN;
    };
    return Math.min(...Array.from({ length: 5 }, round));
  });

/** Times presses and collects the figures. */
export class Stopwatch {
  readonly figures: Figure[] = [];
  readonly #window: Page;
  readonly #service: ControlledService;

  constructor(window: Page, service: ControlledService) {
    this.#window = window;
    this.#service = service;
  }

  /**
   * @param action in plain words, for the table
   * @returns when the service had the result, in milliseconds since the epoch; null without a result
   */
  async press(action: string, { felt, press, result }: Press): Promise<number | null> {
    const since = await lastRequest(this.#service);
    const noticed = await watchFor(this.#window, ...felt);
    const screen = result === undefined ? null : await watchFor(this.#window, result.shown);
    await press();
    const { afterPress: feedback } = await noticed();
    const [had, shown] = await Promise.all([result?.had(since) ?? null, screen?.() ?? null]);
    const lag = had === null || shown === null ? null : shown.at - had;
    const mostFeedback = mostWait.feedback * (await this.#slowness());
    this.#note({ action, feedback, lag, mostLag: mostWait.lag, mostFeedback });
    return had;
  }

  /**
   * Notes something that came with an earlier press.
   *
   * @param paced milliseconds of the lag that the service's limit of requests takes on any computer. The rest may take
   *   longer on one that is slower at that moment.
   */
  async note(action: string, lag: number, paced: number): Promise<void> {
    const mostLag = paced + (mostWait.lag - paced) * (await this.#slowness());
    this.#note({ action, feedback: null, lag, mostLag, mostFeedback: mostWait.feedback });
  }

  /** How many times longer than usual the computer takes at this moment, at least 1. */
  async #slowness(): Promise<number> {
    return Math.max(1, (await usualWork(this.#window)) / usualTime);
  }

  /** The actions that took too long. */
  get slow(): Figure[] {
    return this.figures.filter(({ feedback, lag, mostLag, mostFeedback }) => {
      // Not a number is too slow as well: the press itself was not seen.
      const isFelt = feedback === null || feedback <= mostFeedback;
      return !isFelt || (lag !== null && lag > mostLag);
    });
  }

  /** All figures in a table for people. */
  table(): string {
    const said = (milliseconds: number | null) => (milliseconds === null ? '' : `${Math.round(milliseconds)} ms`);
    const lines = [
      ['Action', 'noticed after', 'limit', 'shown after the service had it'],
      ...this.figures.map(({ action, feedback, lag, mostFeedback }) => [
        action,
        said(feedback),
        said(feedback === null ? null : mostFeedback),
        said(lag),
      ]),
    ];
    const widths = [0, 1, 2, 3].map((column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
    return lines
      .map(([action = '', ...times]) =>
        [action.padEnd(widths[0] ?? 0), ...times.map((time, at) => time.padStart(widths[at + 1] ?? 0))].join('  '),
      )
      .join('\n');
  }

  #note(figure: Figure): void {
    this.figures.push({ ...figure, lag: figure.lag === null ? null : Math.max(0, figure.lag) });
  }
}
