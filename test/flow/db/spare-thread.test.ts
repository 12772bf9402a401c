/** The cache is served by a thread that was started before it was asked for. */
import { join } from 'node:path';
import { expect, inject, it, onTestFinished } from 'vitest';
import { openCache } from '../../../src/main/db/cache.ts';
import { openOutboxFile } from '../../../src/main/db/outbox-file.ts';
import { startSpareThread, type SpareThread } from '../../../src/main/db/spare-thread.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const now = Date.UTC(2026, 5, 15, 6);
const program = () => new URL(inject('programs').cacheWorker);

async function open(spare: SpareThread) {
  const folder = temporaryFolder();
  const outbox = openOutboxFile(join(folder, 'outbox.db'), now);
  const files = { cacheFile: join(folder, 'cache.db'), outboxFile: join(folder, 'outbox.db'), now };
  const opened = await openCache(program(), files, console.log, undefined, spare);
  onTestFinished(async () => {
    await opened.close();
    outbox.close();
  });
  return opened;
}

it('serves two caches, the first with the thread that is there', async () => {
  const spare = startSpareThread(program());
  const [first, second] = [await open(spare), await open(spare)];
  expect(spare.take()).toBeNull();
  expect(await Promise.all([first.cache.listPlans(), second.cache.listPlans()])).toHaveLength(2);
});

it('is given once, and serves what it is given', async () => {
  const thread = startSpareThread(program()).take();
  if (thread === null) throw new Error('there is no thread');
  const spare = { take: () => thread };
  expect((await (await open(spare)).cache.listPlans()).rows).toEqual([]);
});
