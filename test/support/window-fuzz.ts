/** Calls with any arguments out of the app's own window, through its preload, on every channel of the contract. */
import { readFileSync } from 'node:fs';
import type { WindowBackend } from '../../src/shared/channels.ts';
import { argumentsOf, channels } from '../campaigns/attacks/arguments.ts';
import type { App } from './app.ts';

/**
 * Of all arguments. The window itself takes up to a second to clone a large one, before main has anything to answer, so
 * they are fewer than the hundredth that the bound of the time leaves out.
 */
const largeShare = 0.002;
/** Calls of one evaluation. */
const atOnce = 500;
const pageSize = 4_096;

/** How some calls ended. */
interface Part {
  answered: number;
  errors: Record<string, number>;
  /** The bridge to the preload does not take everything: functions and symbols never leave the window. */
  notSent: number;
  /** Answers that are neither a value nor an error with a code. */
  untyped: string[];
  /** Of each call that was sent, in milliseconds. */
  times: number[];
  slowest: { milliseconds: number; channel: string };
}

export interface FuzzedFromWindow extends Omit<Part, 'times'> {
  /** Calls that reached main. */
  calls: number;
  /** Of all calls that reached main, in milliseconds, cloning on both sides included. */
  p99: number;
  /** Bytes that main's process has more than after the first rounds; null: not known on this system. */
  grown: number | null;
}

/** Dialogs are cancelled: nobody is there to answer them. */
async function cancelDialogs({ electron }: App): Promise<void> {
  await electron.evaluate(({ dialog }) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: true, filePaths: [] });
    dialog.showSaveDialog = () => Promise.resolve({ canceled: true, filePath: '' });
    dialog.showMessageBox = () => Promise.resolve({ response: 1, checkboxChecked: false });
  });
}

/** Resident memory of main's process after garbage was collected, in bytes. */
async function memoryOfMain({ electron }: App): Promise<number | null> {
  await electron.evaluate(() => {
    const { setFlagsFromString } = process.getBuiltinModule('node:v8');
    const { runInNewContext } = process.getBuiltinModule('node:vm');
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    // Once more for what the first one has let go.
    for (let time = 0; time < 2; time += 1) collect();
  });
  if (process.platform !== 'linux') return null;
  return Number(readFileSync(`/proc/${electron.process().pid ?? 0}/statm`, 'utf8').split(' ')[1]) * pageSize;
}

/** @param from the number of the first call, which says its channel */
const callAll = ({ window }: App, from: number): Promise<Part> =>
  window.evaluate(
    async (given) => {
      const page = globalThis as unknown as { nextArgument: () => unknown; backend: WindowBackend };
      const part: Part = {
        ...{ answered: 0, errors: {}, notSent: 0, untyped: [], times: [] },
        slowest: { milliseconds: 0, channel: '' },
      };
      for (let index = given.from; index < given.from + given.atOnce; index += 1) {
        const { group, name } = given.channels[index % given.channels.length]!;
        const channel = `${group}.${name}`;
        const argument = page.nextArgument();
        const began = performance.now();
        try {
          const answer: unknown = await page.backend.call(group, name, argument);
          const { ok, error } = answer as { ok?: unknown; error?: { code?: unknown } };
          const code = error?.code;
          if (ok === true) part.answered += 1;
          else if (ok === false && typeof code === 'string') part.errors[code] = (part.errors[code] ?? 0) + 1;
          else part.untyped.push(`${channel}: ${typeof answer}`);
        } catch (error) {
          const text = String(error);
          if (/could not be cloned|recursion depth/i.test(text)) {
            part.notSent += 1;
            continue;
          }
          part.untyped.push(`${channel}: ${text.slice(0, 200)}`);
        }
        const milliseconds = performance.now() - began;
        part.times.push(milliseconds);
        if (milliseconds > part.slowest.milliseconds) part.slowest = { milliseconds, channel };
      }
      return part;
    },
    { from, atOnce, channels },
  );

/** Adds further calls. */
function add(sum: Part, part: Part): void {
  for (const [code, count] of Object.entries(part.errors)) sum.errors[code] = (sum.errors[code] ?? 0) + count;
  sum.answered += part.answered;
  sum.notSent += part.notSent;
  sum.untyped.push(...part.untyped);
  sum.times.push(...part.times);
  if (part.slowest.milliseconds > sum.slowest.milliseconds) sum.slowest = part.slowest;
}

/**
 * Makes calls in turn on every channel.
 *
 * @param seed repeats the same calls
 * @param calls how many reach main
 */
export async function fuzzFromWindow(app: App, seed: number, calls: number): Promise<FuzzedFromWindow> {
  await cancelDialogs(app);
  // The debugger's evaluation is exempt from the window's policy, which forbids to make code out of text. Without
  // `void` Playwright would call the function that comes of it.
  await app.window.evaluate(`void (globalThis.nextArgument = (${argumentsOf.toString()})(${seed}, ${largeShare}))`);
  const sum: Part = {
    ...{ answered: 0, errors: {}, notSent: 0, untyped: [], times: [] },
    slowest: { milliseconds: 0, channel: '' },
  };
  let before: number | null = null;
  for (let index = 0; sum.times.length < calls; index += atOnce) {
    add(sum, await callAll(app, index));
    // The first round fills what is made once.
    if (index === 0) before = await memoryOfMain(app);
  }
  const after = await memoryOfMain(app);
  const { times, ...seen } = sum;
  const sorted = times.toSorted((one, other) => one - other);
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
  return { ...seen, calls: times.length, p99, grown: before === null || after === null ? null : after - before };
}
