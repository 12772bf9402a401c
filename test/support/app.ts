/** The built app, driven from outside: started, looked at, closed or killed. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright';
import { electronArguments } from '../../build/desktop-session.ts';
import { root } from '../../build/project.ts';

export interface App {
  electron: ElectronApplication;
  window: Page;
  /** The user data folder it runs on. */
  profile: string;
  /** What main wrote to its two streams so far. */
  output: () => string;
  /** Errors of the window that nothing in it caught: what was asked for was not done, and nobody was told. */
  windowErrors: () => readonly string[];
  running: () => boolean;
  /** Ends it as a person does. */
  close: () => Promise<void>;
  /** Ends it as a power cut does: no handler runs. */
  kill: () => Promise<void>;
}

export interface StartOptions {
  profile: string;
  env?: Record<string, string>;
  args?: string[];
  /** Another program than the built app under development: the packaged one. */
  executable?: string;
  /** By how many milliseconds its clock goes ahead of the computer's; not with `executable`. */
  clockAhead?: number;
}

/** A folder of its own that nothing else uses; `remove` deletes it. */
export function temporaryFolder(name: string): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), `depot-desk-${name}-`));
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}

/** The environment of the app: this process's own, without what would change the app's behaviour by chance. */
function environment(more: Record<string, string> = {}): Record<string, string> {
  const unwanted = /^(ELECTRON_|NODE_|npm_|CUPS_SERVER|DEPOT_DESK_LOG)/;
  const own = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !unwanted.test(entry[0]),
  );
  return { ...Object.fromEntries(own), ...more };
}

/**
 * Launches through Playwright. Where Playwright finds Electron itself, it holds the app back until it watches; a program
 * given by its path runs at once, and when its page is just loading, Playwright now and then misses it and waits in vain.
 * So the app under development is found by Playwright, and the packaged one gets another try.
 */
async function launch(
  before: string[],
  args: string[],
  env: Record<string, string>,
  executable?: string,
): Promise<ElectronApplication> {
  const options = { cwd: root, env, timeout: 30_000 };
  if (executable === undefined) {
    const electron = process.env['DEPOT_DESK_ELECTRON'];
    if (electron === undefined) throw new Error('Run the tests with npm test: it finds Electron.');
    process.env['ELECTRON_OVERRIDE_DIST_PATH'] = dirname(electron);
    return _electron.launch({ ...options, args: [...before, root, ...args] });
  }
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await _electron.launch({ ...options, executablePath: executable, args, timeout: 10_000 });
    } catch (error) {
      if (attempt === 4 || !String(error).includes('Timeout')) throw error;
    }
  }
}

/** Makes the window's clock go as far ahead as main's, and what is on the screen read it. */
async function setWindowAhead(window: Page, milliseconds: number): Promise<void> {
  await window.evaluate((ahead) => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + ahead;
    document.dispatchEvent(new Event('visibilitychange'));
  }, milliseconds);
}

/** Starts the app and waits for its window. */
export async function startApp({ profile, env, args = [], executable, clockAhead }: StartOptions): Promise<App> {
  const own = [...electronArguments(), `--user-data-dir=${profile}`, ...args];
  const electron = await launch(
    clockAhead === undefined ? [] : ['-r', join(root, 'test', 'fixtures', 'clock-ahead.cjs')],
    own,
    environment({ ...env, ...(clockAhead === undefined ? {} : { DEPOT_DESK_TEST_AHEAD: String(clockAhead) }) }),
    executable,
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

/** The folder of the one workspace of a profile. */
export function workspaceOf(profile: string): string {
  const folder = join(profile, 'workspaces');
  const [name, ...others] = readdirSync(folder);
  if (name === undefined || others.length > 0)
    throw new Error(`one workspace expected: ${readdirSync(folder).join(', ')}`);
  return join(folder, name);
}
