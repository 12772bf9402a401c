/** What an end-to-end test starts from. Everything is the test's own, and ends with the test. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, type TestInfo } from 'playwright/test';
import { startApp, temporaryFolder, type App, type StartOptions } from './app.ts';
import { noteOperations } from './operations-sent.ts';
import { PlainClient } from './plain-client.ts';
import { startTrainingService, type TrainingService } from './training-service.ts';

interface Fixtures {
  /** Makes a folder that is removed after the test. */
  folder: (name: string) => string;
  /** A training service as a process of its own. */
  service: TrainingService;
  /** A client of that service that shares nothing with the app. */
  client: PlainClient;
  /** Starts the app; without a profile on one of its own. What still runs after the test is killed. */
  start: (options?: Partial<StartOptions>) => Promise<App>;
}

export const test = base.extend<Fixtures>({
  // Playwright reads the first parameter's names to know what a fixture needs.
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

/** What helps to understand a failure: a picture, what main wrote, and the log. */
async function attachEvidence(app: App, index: number, info: TestInfo): Promise<void> {
  if (app.running()) {
    const picture = await app.window.screenshot({ timeout: 5_000 }).catch(() => undefined);
    if (picture) await info.attach(`window-${index}.png`, { body: picture, contentType: 'image/png' });
  }
  await info.attach(`output-${index}.txt`, { body: app.output(), contentType: 'text/plain' });
  const log = join(app.profile, 'logs', 'main.log');
  if (existsSync(log)) await info.attach(`log-${index}.txt`, { body: readFileSync(log), contentType: 'text/plain' });
}

export { expect } from 'playwright/test';
