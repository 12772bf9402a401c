/** The environment of a scene: the app in a window of fixed size, its service, its clock, its printer. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { ElectronApplication, Page } from 'playwright';
import { expect } from 'playwright/test';
import { t } from '../../src/messages/index.ts';
import { channels } from '../../src/shared/channels.ts';
import { AppError, encodeError } from '../../src/shared/errors.ts';
import { startApp, temporaryFolder, type App } from '../../test/support/app.ts';
import { startLabelPrinter, whyNoPrinter, type LabelPrinter } from '../../test/support/label-printer.ts';
import { PlainClient } from '../../test/support/plain-client.ts';
import { openConnected } from '../../test/support/screens.ts';
import { removeOrders, startTrainingService, type TrainingService } from '../../test/support/training-service.ts';
import { out, root } from '../project.ts';
import { withPalette } from './palette.ts';

/** Screenshots that are taken in sequence in one run of the app. */
export interface Scene {
  /** Without `-light` and `-dark`. */
  pictures: readonly string[];
  take: (stage: Stage) => Promise<void>;
}

/** The office's time at the start of a scene: a Tuesday. */
const begins = '2026-06-16T14:05';
const day = 24 * 60 * 60 * 1_000;
/** Where the pictures are written. */
export const pictureFolder = join(out, 'screens');
const usual = { width: 1_366, height: 768 };
const wide = { width: 1_920, height: 1_080 };
/** What is left of the usual size at 200 %. */
const zoomed = { width: 683, height: 384 };

interface Take {
  isWide: boolean;
  isZoomed: boolean;
  keepsToasts: boolean;
  ready: (window: Page) => Promise<unknown>;
}
const usualTake: Take = { isWide: false, isZoomed: false, keepsToasts: false, ready: () => Promise.resolve() };

type Electron = typeof import('electron');
type Listener = (event: unknown, ...given: unknown[]) => Promise<unknown>;

export class Stage {
  readonly taken = new Set<string>();
  readonly #isWanted: (name: string) => boolean;
  /** Offset of the scene's clock from the computer's, in milliseconds. */
  readonly #ahead = Date.parse(begins) - Date.now();
  readonly #ends: (() => Promise<void> | void)[] = [];
  #size = usual;
  #window: Page | null = null;

  constructor(isWanted: (name: string) => boolean) {
    this.#isWanted = isWanted;
  }

  /** The office's time. */
  now = (): Date => new Date(Date.now() + this.#ahead);

  /** A temporary folder, removed at the end of the scene. */
  folder(name: string): string {
    const made = temporaryFolder(`screens-${name}`);
    this.#ends.push(made.remove);
    return made.path;
  }

  /** Writes a file to choose in the app. */
  file(name: string, content: string | Uint8Array): string {
    const path = join(this.folder('file'), name);
    writeFileSync(path, content);
    return path;
  }

  /** A training service with data around the scene's day. */
  async service({ size = 'usual' }: { size?: 'usual' | 'large' } = {}): Promise<TrainingService> {
    const at = this.now().toISOString().replace(/\.\d+/, '');
    return this.#remember(await startTrainingService(this.folder('service'), ['--at', at, '--size', size]));
  }

  /** A training service without orders. */
  async serviceWithoutOrders(): Promise<TrainingService> {
    const full = await this.service();
    const client = new PlainClient(full);
    const orders = (await client.orders()).map(({ id }) => id);
    client.close();
    await full.kill();
    removeOrders(full, orders, Date.parse(begins));
    return full.startAgain();
  }

  #remember(service: TrainingService): TrainingService {
    this.#ends.push(service.kill);
    return { ...service, startAgain: async () => this.#remember(await service.startAgain()) };
  }

  /** The software printer. If none can be started, prints why and returns undefined. */
  async printer(): Promise<LabelPrinter | undefined> {
    const why = whyNoPrinter();
    if (why !== undefined) {
      process.stdout.write(`screens: no printer: ${why}\n`);
      return undefined;
    }
    const printer = await startLabelPrinter(this.folder('printer'), { takesMany: true });
    this.#ends.push(printer.stop);
    return printer;
  }

  /**
   * The app with a new profile or the given one. It does not share the rate limits with other desks.
   * @param daysLater days after the scene's day
   * @param args Chromium's
   */
  async app(
    env: Record<string, string> = {},
    profile = this.folder('profile'),
    daysLater = 0,
    args: readonly string[] = [],
  ): Promise<App> {
    mkdirSync(profile, { recursive: true });
    const settings = join(profile, 'settings.json');
    if (!existsSync(settings)) writeFileSync(settings, JSON.stringify({ desksBehindThisAddress: 1 }));
    const app = await startApp({
      profile,
      args: [...args],
      env: { DEPOT_DESK_SETTLE_MS: '500', ...env },
      clockAhead: this.#ahead + daysLater * day,
    });
    this.#ends.push(app.kill);
    this.#window = app.window;
    await setSize(app.window, usual);
    return app;
  }

  /** Starts the app and connects it to the service. @param args Chromium's */
  async connected(
    service: TrainingService,
    env: Record<string, string> = {},
    profile?: string,
    args: readonly string[] = [],
  ): Promise<App> {
    const app = await this.app(env, profile, 0, args);
    await openConnected(app, service);
    return app;
  }

  /**
   * Takes a light and a dark screenshot of the current screen.
   * @param how.ready waits for what is drawn later than the rest, in the window's size and in each theme
   */
  async take({ window }: App, name: string, how: Partial<Take> = {}): Promise<void> {
    const { isWide, isZoomed, keepsToasts, ready } = { ...usualTake, ...how };
    if (!this.#isWanted(name)) return;
    const size = isZoomed ? zoomed : isWide ? wide : usual;
    if (size !== this.#size) await setSize(window, size);
    this.#size = size;
    if (!keepsToasts) await dismissToasts(window);
    await window.mouse.move(size.width / 2, 2);
    mkdirSync(pictureFolder, { recursive: true });
    for (const colorScheme of ['light', 'dark'] as const) {
      await window.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await ready(window);
      const picture = await window.screenshot({ animations: 'disabled', caret: 'hide' });
      writeFileSync(join(pictureFolder, `${name}-${colorScheme}.png`), withPalette(picture));
    }
    await window.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    this.taken.add(name);
    process.stdout.write(`screens: ${name}\n`);
  }

  /** Takes the screen's main screenshot in both sizes. @param how as in {@link take} */
  async takeBoth(app: App, name: string, how: Pick<Partial<Take>, 'ready'> = {}): Promise<void> {
    await this.take(app, name, how);
    await this.take(app, `${name}-wide`, { ...how, isWide: true });
    if (this.#size !== usual) await setSize(app.window, usual);
    this.#size = usual;
  }

  /** Takes a screenshot after a failure. @returns its path */
  async failed(name: string): Promise<string> {
    const path = join(out, `screens-failed-${name}.png`);
    await this.#window?.screenshot({ path, timeout: 5_000 }).catch(() => undefined);
    return relative(root, path);
  }

  async end(): Promise<void> {
    for (const end of this.#ends.reverse()) await end();
  }
}

async function setSize(window: Page, size: typeof usual): Promise<void> {
  await window.setViewportSize(size);
  await expect.poll(() => window.evaluate(() => [innerWidth, innerHeight])).toEqual([size.width, size.height]);
}

async function dismissToasts(window: Page): Promise<void> {
  const toasts = window
    .getByRole('region', { name: t('common.notifications') })
    .getByRole('button', { name: t('common.dismiss') });
  while ((await toasts.count()) > 0) {
    await toasts
      .first()
      .click({ timeout: 2_000 })
      .catch(() => undefined);
  }
}

/**
 * Holds back main's answers to calls of these groups, like a disk that is spinning up.
 * @param groups of the contract
 * @returns a function that releases the answers
 */
export async function holdAnswers(
  electron: ElectronApplication,
  groups: readonly string[],
): Promise<() => Promise<void>> {
  await electron.evaluate(
    ({ ipcMain }, { channel, held }) => {
      const handlers = (ipcMain as unknown as { _invokeHandlers: Map<string, Listener> })._invokeHandlers;
      const answer = handlers.get(channel);
      if (!answer) throw new Error('nobody answers the window');
      const gate = globalThis as { release?: () => void };
      const released = new Promise<void>((resolve) => (gate.release = resolve));
      handlers.set(channel, async (event, group, ...rest) => {
        if (held.includes(String(group))) await released;
        return answer(event, group, ...rest);
      });
    },
    { channel: channels.call, held: [...groups] },
  );
  return () => electron.evaluate((_: Electron) => (globalThis as { release?: () => void }).release?.());
}

/**
 * Makes these calls fail as if the cache worker had crashed repeatedly, which no user action can cause.
 * @param calls as `group.name`
 */
export async function refuseAnswers(electron: ElectronApplication, calls: readonly string[]): Promise<void> {
  const error = encodeError(new AppError('storage.lists', { retry: 'later' }));
  await electron.evaluate(
    ({ ipcMain }, { channel, refused, answer: said }) => {
      const handlers = (ipcMain as unknown as { _invokeHandlers: Map<string, Listener> })._invokeHandlers;
      const answer = handlers.get(channel);
      if (!answer) throw new Error('nobody answers the window');
      handlers.set(channel, async (event, group, name, ...rest) =>
        refused.includes(`${String(group)}.${String(name)}`) ? said : answer(event, group, name, ...rest),
      );
    },
    { channel: channels.call, refused: [...calls], answer: { ok: false, error } },
  );
}
