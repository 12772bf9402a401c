/** What the command line of the training service says. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

export const usage = 'Usage: npm run service -- [--data FOLDER] [--port NUMBER] [--seed NUMBER] [--json]';

export type Options =
  | { folder: string; port: number | undefined; seed: number | undefined; json: boolean }
  | { problem: string }
  | { help: true };

/** Where the data lies when nobody says: the user's own folder for such data, by the customs of the system. */
function defaultFolder(environment: NodeJS.ProcessEnv): string {
  const name = 'depot-desk-training';
  if (process.platform === 'win32') {
    return join(environment['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'), name);
  }
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', name);
  return join(environment['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), name);
}

/** @returns undefined when the text is no whole number in these bounds */
function wholeNumber(text: string, most: number): number | undefined {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  return value <= most ? value : undefined;
}

export function optionsFrom(args: string[], environment: NodeJS.ProcessEnv = process.env): Options {
  try {
    const { values } = parseArgs({
      args,
      options: {
        data: { type: 'string' },
        port: { type: 'string' },
        seed: { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) return { help: true };
    const port = values.port === undefined ? undefined : wholeNumber(values.port, 65_535);
    if (values.port !== undefined && port === undefined) return { problem: '--port wants a number up to 65535.' };
    const seed = values.seed === undefined ? undefined : wholeNumber(values.seed, 2 ** 32 - 1);
    if (values.seed !== undefined && seed === undefined) return { problem: '--seed wants a whole number.' };
    return { folder: values.data ?? defaultFolder(environment), port, seed, json: values.json };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
