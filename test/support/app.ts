/** Starts, drives, closes or kills the built app from outside. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright';
import { electronArguments } from '../../build/desktop-session.ts';
import { root } from '../../build/project.ts';
import { t } from '../../src/messages/index.ts';

export interface App {
  electron: ElectronApplication;
  window: Page;
  /** The app's user data folder. */
  profile: string;
  /** What main has written to stdout and stderr so far. */
  output: () => string;
  /** Uncaught errors of the renderer: an action failed without telling the user. */
  windowErrors: () => readonly string[];
  running: () => boolean;
  /** Quits the app as a user does. */
  close: () => Promise<void>;
  /** Kills the app as a power cut does: no handler runs. */
  kill: () => Promise<void>;
}

export interface StartOptions {
  profile: string;
  env?: Record<string, string>;
  args?: string[];
  /** Runs this JavaScript file in Electron instead of the built app. */
  entry?: string;
  /** Runs this program, the packaged app, instead of the built app. */
  executable?: string;
  /** The program starts the app as another user, with Chromium's sandbox on. */
  sandboxed?: boolean;
  /** Milliseconds by which the app's clock is ahead; not with `executable`. */
  clockAhead?: number;
  /** A file that main runs before the app; not with `executable`. */
  runFirst?: string;
  /** Whether main's questions about the address of the keys and of a proxy are answered with yes; the default. */
  confirmsKeyPlaces?: boolean;
}

/** Main's questions about the address of the keys and of a proxy. */
interface KeyPlaces {
  /** How they are answered. */
  confirms: boolean;
  asked: {
    message: string;
    detail: string;
    /** The button that Enter presses. */
    preset: string;
  }[];
}

/** A fresh temporary folder; `remove` deletes it. */
export function temporaryFolder(name: string): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), `depot-desk-${name}-`));
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}

/** The app's environment: that of this process, without variables that would change the app's behaviour by accident. */
function environment(more: Record<string, string> = {}): Record<string, string> {
  const unwanted = /^(ELECTRON_|NODE_|npm_|CUPS_SERVER|DEPOT_DESK_LOG)/;
  const own = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !unwanted.test(entry[0]),
  );
  return { ...Object.fromEntries(own), ...more };
}

/**
 * Launches the app through Playwright. When Playwright resolves Electron itself, it holds the app back until it is
 * attached. A program given by path starts immediately, and if its page is just loading, Playwright sometimes misses it
 * and times out. So Playwright resolves Electron for the built app, and the launch of the packaged app is retried.
 */
async function launch(
  before: string[],
  { entry, args }: { entry: string; args: string[] },
  env: Record<string, string>,
  { executable, sandboxed }: { executable: string | undefined; sandboxed: boolean },
): Promise<ElectronApplication> {
  const options = { cwd: root, env, timeout: 30_000, chromiumSandbox: sandboxed };
  if (executable === undefined) {
    const electron = process.env['DEPOT_DESK_ELECTRON'];
    if (electron === undefined) throw new Error('Run the tests with npm test: it finds Electron.');
    process.env['ELECTRON_OVERRIDE_DIST_PATH'] = dirname(electron);
    return _electron.launch({ ...options, args: [...before, entry, ...args] });
  }
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await _electron.launch({ ...options, executablePath: executable, args, timeout: 10_000 });
    } catch (error) {
      if (attempt === 4 || !String(error).includes('Timeout')) throw error;
    }
  }
}

/**
 * Main's debugger sometimes forgets what it was asked while the app begins ("Resulting promise was garbage collected", a
 * fault of V8's inspector): it is asked again. Main has then often done it already, and does nothing twice: a window that
 * crashed twice would stay closed.
 */
function askAgain(electron: ElectronApplication): void {
  const evaluate = electron.evaluate.bind(electron) as (...given: unknown[]) => Promise<unknown>;
  let count = 0;
  const asked = async (given: unknown[], attempt: number): Promise<unknown> => {
    try {
      return await evaluate(...given);
    } catch (error) {
      if (attempt === 3 || !String(error).includes('garbage collected')) throw error;
      return asked(given, attempt + 1);
    }
  };
  electron.evaluate = ((page: unknown, argument: unknown) => {
    count += 1;
    return asked([doneOnce(String(page), count), argument], 1);
  }) as typeof electron.evaluate;
}

/** A function for main, which calls the one of this text the first time only, and answers the same each time. */
function doneOnce(text: string, count: number): () => void {
  const once = `(electron, argument) => {
    const done = (globalThis.doneOnce ??= {});
    if (!(${count} in done)) done[${count}] = (${text})(electron, argument);
    return done[${count}];
  }`;
  // Playwright reads the text of the function.
  return Object.assign(() => undefined, { toString: () => once });
}

/** Answers main's questions about the address of the keys and of a proxy: nearly every test connects somewhere. */
async function answerKeyPlaces(electron: ElectronApplication, confirmed: boolean): Promise<void> {
  await electron.evaluate(
    ({ dialog }, { beginnings, confirms }) => {
      const places: KeyPlaces = { confirms, asked: [] };
      Object.assign(globalThis, { keyPlaces: places });
      const show = dialog.showMessageBox.bind(dialog) as (...given: unknown[]) => Promise<unknown>;
      dialog.showMessageBox = ((...given: unknown[]) => {
        const { message, detail = '', buttons = [], defaultId = 0 } = given.at(-1) as Electron.MessageBoxOptions;
        if (!beginnings.some((begins) => message.startsWith(begins))) return show(...given);
        places.asked.push({ message, detail, preset: buttons[defaultId] ?? '' });
        return Promise.resolve({ response: places.confirms ? 0 : 1, checkboxChecked: false });
      }) as unknown as typeof dialog.showMessageBox;
    },
    {
      beginnings: [t('desktop.keyPlace', { host: '' }), t('desktop.proxyHost', { host: '' })].map((asked) =>
        asked.slice(0, -1),
      ),
      confirms: confirmed,
    },
  );
}

/** What main has asked about the address of the keys and of a proxy. */
export const keyPlacesAsked = (electron: ElectronApplication): Promise<KeyPlaces['asked']> =>
  electron.evaluate(() => (globalThis as unknown as { keyPlaces: KeyPlaces }).keyPlaces.asked);

/** From now on main's questions about the address of the keys and of a proxy are answered with yes. */
export const confirmKeyPlaces = (electron: ElectronApplication): Promise<void> =>
  electron.evaluate(() => {
    (globalThis as unknown as { keyPlaces: KeyPlaces }).keyPlaces.confirms = true;
  });

/** Sets the renderer's clock ahead like main's, and makes the screen read it again. */
async function setWindowAhead(window: Page, milliseconds: number): Promise<void> {
  await window.evaluate((ahead) => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + ahead;
    document.dispatchEvent(new Event('visibilitychange'));
  }, milliseconds);
}

/** Starts the app and waits for its window. */
export async function startApp({
  profile,
  env,
  args = [],
  entry = root,
  executable,
  sandboxed = false,
  clockAhead,
  runFirst = clockAhead === undefined ? undefined : join(root, 'test', 'fixtures', 'clock-ahead.cjs'),
  confirmsKeyPlaces = true,
}: StartOptions): Promise<App> {
  const own = [...(sandboxed ? [] : electronArguments()), `--user-data-dir=${profile}`, ...args];
  const electron = await launch(
    runFirst === undefined ? [] : ['-r', runFirst],
    { entry, args: own },
    environment({ ...env, ...(clockAhead === undefined ? {} : { DEPOT_DESK_TEST_AHEAD: String(clockAhead) }) }),
    { executable, sandboxed },
  );
  let output = '';
  const child = electron.process();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
  }
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => {
      resolve();
    });
  });
  askAgain(electron);
  await answerKeyPlaces(electron, confirmsKeyPlaces);
  const window = await electron.firstWindow();
  const windowErrors: string[] = [];
  window.on('pageerror', (error) => windowErrors.push(error.stack ?? error.message));
  if (clockAhead !== undefined) await setWindowAhead(window, clockAhead);
  const running = () => child.exitCode === null && child.signalCode === null;
  const kill = async () => {
    if (!running()) return;
    child.kill('SIGKILL');
    await gone;
  };
  const close = () => electron.close();
  return { electron, window, profile, output: () => output, windowErrors: () => windowErrors, running, close, kill };
}

/** The folder of a profile's only workspace. */
export function workspaceOf(profile: string): string {
  const folder = join(profile, 'workspaces');
  const [name, ...others] = readdirSync(folder);
  if (name === undefined || others.length > 0)
    throw new Error(`expected exactly one workspace: ${readdirSync(folder).join(', ')}`);
  return join(folder, name);
}
