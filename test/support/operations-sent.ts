/**
 * Records which operations the app sent while a test drove its screens: those in the training service's request log,
 * minus those of the test's own client. test/conformance/screens.ts derives the Screen column of the conformance pages
 * from them.
 */
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { TestInfo } from 'playwright/test';
import { root } from '../../build/project.ts';
import { route, serviceOf } from '../../src/training/http/router.ts';
import { PlainClient } from './plain-client.ts';
import { control, type TrainingService } from './training-service.ts';

/** One line of JSON per test: `{ test, operations }`. */
export const sentFile = join(root, 'node_modules', '.cache', 'reports', 'operations-sent.jsonl');

interface Request {
  method: string;
  path: string;
  /** The names of the query's parameters. */
  parameters: string[];
}

/**
 * Whether the app sent it whatever was on the screen: it searches for news in the order in which things happened, while
 * a person's search has no order (src/main/refresh/news.ts and stop-look-up.ts).
 */
const isInBackground = ({ path, parameters }: Request): boolean =>
  path.endsWith('/stops:search') && parameters.includes('sortField');

/** `v1 plans.create`; undefined for a path that is not an operation, such as the link to a label. */
function operationOf({ method, path }: Request): string | undefined {
  const of = serviceOf(path);
  if (of === undefined) return undefined;
  try {
    return `${of.version} ${route(of.service, of.version, method, path).name}`;
  } catch {
    return undefined;
  }
}

/**
 * Records a service's operations in a test; nothing if the test has killed the service, because the log is gone with
 * it.
 */
export async function noteOperations(service: TrainingService, info: TestInfo): Promise<void> {
  const log = await control(service, 'GET', '/requests').catch(() => null);
  if (log === null) return;
  const own = PlainClient.sent.map(({ method, path }) => `${method} ${path.split('?')[0] ?? ''}`);
  const byApp = (log['requests'] as Request[]).filter(({ method, path }) => {
    const at = own.indexOf(`${method} ${path}`);
    if (at >= 0) own.splice(at, 1);
    return at < 0;
  });
  const ofScreens = byApp.filter((sent) => !isInBackground(sent));
  const operations = [...new Set(ofScreens.map(operationOf))].filter((name) => name !== undefined).sort();
  const test = `${relative(root, info.file).replaceAll('\\', '/')} > ${info.titlePath.slice(1).join(' > ')}`;
  mkdirSync(dirname(sentFile), { recursive: true });
  appendFileSync(sentFile, `${JSON.stringify({ test, operations })}\n`);
}
