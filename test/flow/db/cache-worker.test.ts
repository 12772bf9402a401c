/** The cache's worker may exit at any moment. Main restarts it, and no call hangs. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { openCache } from '../../../src/main/db/cache.ts';
import { isUnreadable } from '../../../src/main/db/database.ts';
import { openOutboxFile } from '../../../src/main/db/outbox-file.ts';
import { planColumns } from '../../../src/main/db/plans.ts';
import { storedRow } from '../../../src/main/db/cache-tables.ts';
import { plan } from '../../../src/shared/plans.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const now = Date.UTC(2026, 5, 15, 6);

/** The app's worker, which exits on calls that contain certain words: once as long as a file exists, or always. */
function endingWorker(folder: string): URL {
  const file = join(folder, 'ending.mjs');
  writeFileSync(
    file,
    `import { rmSync } from 'node:fs';
     import { parentPort } from 'node:worker_threads';
     parentPort.on('message', ({ values = [] }) => {
       if (values.includes('ends always')) process.exit(1);
       if (!values.includes('ends once')) return;
       try { rmSync(${JSON.stringify(join(folder, 'once'))}); } catch { return; }
       process.exit(1);
     });
     await import(${JSON.stringify(inject('programs').cacheWorker)});`,
  );
  writeFileSync(join(folder, 'once'), '');
  return pathToFileURL(file);
}

async function open() {
  const folder = temporaryFolder();
  const outbox = openOutboxFile(join(folder, 'outbox.db'), now);
  const files = { cacheFile: join(folder, 'cache.db'), outboxFile: join(folder, 'outbox.db'), now };
  let restarts = 0;
  const opened = await openCache(
    endingWorker(folder),
    files,
    () => undefined,
    () => (restarts += 1),
  );
  onTestFinished(async () => {
    await opened.close();
    outbox.close();
  });
  return { ...opened, restarts: () => restarts };
}

const monday = plan.parse({
  id: 'plans/p1',
  title: 'Monday',
  starts: { day: 15, month: 6, year: 2026 },
  writable: true,
});
const aPlan = storedRow(monday, planColumns(monday));

describe('an exiting cache worker', () => {
  it('is restarted, and pending calls are repeated', async () => {
    const { cache, restarts } = await open();
    await cache.putPlans([aPlan], now);
    const answers = await Promise.all([cache.asOf('ends once'), cache.listPlans(), cache.asOf('plans')]);
    expect(answers).toEqual([null, expect.objectContaining({ asOf: now }), now]);
    expect(answers[1].rows.map(({ title }) => title)).toEqual(['Monday']);
    expect(restarts()).toBe(1);
  });

  it('drops a call that ends the worker three times and continues with the rest', async () => {
    const { cache, restarts } = await open();
    await cache.putPlans([aPlan], now);
    await expect(cache.asOf('ends always')).rejects.toMatchObject({ code: 'storage.lists' });
    expect(restarts()).toBe(2);
    expect(await cache.asOf('plans')).toBe(now);
  });

  it('stores no list whose first rows were lost with the worker', async () => {
    const { cache } = await open();
    const row = (place: number) => ({ ...aPlan, id: `plans/p${place}`, place });
    await cache.putPlans([row(0), row(1), row(2)], now);
    await cache.stageRows('plans', [row(0), row(1)]);
    await cache.asOf('ends once');
    await expect(cache.putPlans([row(2)], now + 1)).rejects.toMatchObject({ code: 'internal' });
    expect((await cache.listPlans()).rows).toHaveLength(3);
  });

  it('is given up after three exits without an answer, and every call fails', async () => {
    const { cache, restarts } = await open();
    for (const list of ['ends always', 'ends always', 'plans']) {
      await expect(cache.asOf(list)).rejects.toMatchObject({ code: 'storage.lists' });
    }
    expect(restarts()).toBe(3);
  });
});

it.each([
  ['SQLITE_IOERR_READ', true],
  ['SQLITE_IOERR_SHORT_READ', true],
  ['SQLITE_IOERR_WRITE', false],
  ['SQLITE_FULL', false],
  ['SQLITE_CANTOPEN', false],
])('is loaded again after %s: %s', (code, isLost) => {
  expect(isUnreadable(Object.assign(new Error(code), { code }))).toBe(isLost);
});
