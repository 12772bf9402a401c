/** Playwright fixtures of the end-to-end tests. Everything belongs to one test and ends with it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, type TestInfo } from 'playwright/test';
import { startApp, temporaryFolder, type App, type StartOptions } from './app.ts';
import { noteOperations } from './operations-sent.ts';
import { PlainClient } from './plain-client.ts';
import { startTrainingService, type TrainingService } from './training-service.ts';
import { openDesktop } from './worker-desktop.ts';

interface Fixtures {
  /** Creates a folder that is removed after the test. */
  folder: (name: string) => string;
  /** A training service in its own process. */
  service: TrainingService;
  /** A client of that service that shares no code with the app. */
  client: PlainClient;
  /** Starts the app, by default with its own profile. Apps that still run after the test are killed. */
  start: (options?: Partial<StartOptions>) => Promise<App>;
}

interface WorkerFixtures {
  /** All windows of a worker open on a desktop of its own. */
  desktop: undefined;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  // Playwright derives a fixture's dependencies from the names in its first parameter.
  desktop: [
    async ({}, use, { parallelIndex }) => {
      const close = await openDesktop(parallelIndex);
      await use(undefined);
      await close();
    },
    { scope: 'worker', auto: true },
  ],
  folder: async ({}, use) => {
    const made: { remove: () => void }[] = [];
    await use((name) => {
      const folder = temporaryFolder(name);
      made.push(folder);
      return folder.path;
    });
    for (const folder of made) folder.remove();
  },
  service: async ({ folder }, use, info) => {
    const started: TrainingService[] = [];
    PlainClient.sent.length = 0;
    const remember = (service: TrainingService): TrainingService => {
      started.push(service);
      return { ...service, startAgain: async () => remember(await service.startAgain()) };
    };
    await use(remember(await startTrainingService(folder('service'))));
    for (const service of started) await noteOperations(service, info);
    for (const service of started) await service.kill();
  },
  client: async ({ service }, use) => {
    const client = new PlainClient(service);
    await use(client);
    client.close();
  },
  start: async ({ folder }, use, info) => {
    const started: App[] = [];
    await use(async (options = {}) => {
      const app = await startApp({ ...options, profile: options.profile ?? folder('profile') });
      started.push(app);
      return app;
    });
    for (const [index, app] of started.entries()) {
      if (info.status !== info.expectedStatus) await attachEvidence(app, index, info);
      await app.kill();
    }
    base.expect(started.flatMap((app) => app.windowErrors())).toEqual([]);
  },
});

/** Attaches evidence of a failure: a screenshot, main's output, and the log. */
export async function attachEvidence(app: App, index: number, info: TestInfo): Promise<void> {
  if (app.running()) {
    const picture = await app.window.screenshot({ timeout: 5_000 }).catch(() => undefined);
    if (picture) await info.attach(`window-${index}.png`, { body: picture, contentType: 'image/png' });
  }
  await info.attach(`output-${index}.txt`, { body: app.output(), contentType: 'text/plain' });
  const log = join(app.profile, 'logs', 'main.log');
  if (existsSync(log)) await info.attach(`log-${index}.txt`, { body: readFileSync(log), contentType: 'text/plain' });
}

export { expect } from 'playwright/test';
