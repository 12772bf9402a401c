/** Parses the command line of the training service. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ServiceTime } from './clock.ts';
import type { Size } from './data/size.ts';
import { presetNames, type PresetName } from './faults/presets.ts';

export const usage = [
  'Usage: npm run service -- [--data FOLDER] [--port NUMBER] [--seed NUMBER] [--at TIME] [--speed NUMBER] [--preset NAME]',
  '                          [--size usual|large] [--json]',
  '  --at TIME     the time of the service, as 2026-06-15T06:00 in the zone of this computer. Without --data it begins',
  '                again, keeps nothing, and its time moves by one second a request: the same requests, the same bytes.',
  '  --speed NUMBER  how fast its time runs: 0 stands still, 1 as usual, 60 a minute a second.',
  '  --size large  200 plans of 150 stops, 5,000 orders, 2,000 unassigned stops and 300 drivers; counts at the first start.',
  `  --preset NAME  faults from the start: ${presetNames.slice(0, 5).join(', ')},`,
  `                 ${presetNames.slice(5).join(', ')}.`,
].join('\n');

export type Options =
  | {
      folder: string;
      port: number | undefined;
      seed: number | undefined;
      size: Size | undefined;
      time: ServiceTime | undefined;
      preset: PresetName | undefined;
      fresh: boolean;
      json: boolean;
    }
  | { problem: string }
  | { help: true };

/** The data folder if none is given: the platform's usual folder for application data. */
function defaultFolder(environment: NodeJS.ProcessEnv): string {
  const name = 'depot-desk-training';
  if (process.platform === 'win32') {
    return join(environment['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'), name);
  }
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', name);
  return join(environment['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), name);
}

/** @returns undefined when the text is not a whole number up to `most` */
function wholeNumber(text: string, most: number): number | undefined {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  return value <= most ? value : undefined;
}

/** @returns milliseconds since the epoch, or undefined when the text is not a time */
function moment(text: string): number | undefined {
  const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})?$/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(time) ? undefined : time;
}

function speedOf(text: string): number | undefined {
  const speed = /^\d{1,4}(\.\d{1,3})?$/.test(text) ? Number(text) : NaN;
  return speed <= 3_600 ? speed : undefined;
}

export function optionsFrom(args: string[], environment: NodeJS.ProcessEnv = process.env): Options {
  try {
    const { values } = parseArgs({
      args,
      options: {
        data: { type: 'string' },
        port: { type: 'string' },
        seed: { type: 'string' },
        size: { type: 'string' },
        at: { type: 'string' },
        speed: { type: 'string' },
        preset: { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) return { help: true };
    const port = values.port === undefined ? undefined : wholeNumber(values.port, 65_535);
    if (values.port !== undefined && port === undefined) return { problem: '--port wants a number up to 65535.' };
    const seed = values.seed === undefined ? undefined : wholeNumber(values.seed, 2 ** 32 - 1);
    if (values.seed !== undefined && seed === undefined) return { problem: '--seed wants a whole number.' };
    const { size } = values;
    if (size !== undefined && size !== 'usual' && size !== 'large') return { problem: '--size is usual or large.' };
    const now = values.at === undefined ? undefined : moment(values.at);
    if (values.at !== undefined && now === undefined) return { problem: '--at wants a time like 2026-06-15T06:00.' };
    const speed = values.speed === undefined ? undefined : speedOf(values.speed);
    if (values.speed !== undefined && speed === undefined) return { problem: '--speed wants a number up to 3600.' };
    const preset = presetNames.find((name) => name === values.preset);
    if (values.preset !== undefined && preset === undefined) {
      return { problem: `--preset wants one of ${presetNames.join(', ')}.` };
    }

    const fresh = now !== undefined && values.data === undefined;
    const steps = fresh && speed === undefined;
    const time =
      now === undefined && speed === undefined
        ? undefined
        : { now, speed: steps ? 0 : speed, step: steps ? 1_000 : undefined };
    return {
      folder: values.data ?? join(defaultFolder(environment), ...(fresh ? ['fresh'] : [])),
      port,
      seed,
      size,
      time,
      preset,
      fresh,
      json: values.json,
    };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
