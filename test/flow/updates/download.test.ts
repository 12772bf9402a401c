/** An update leaves room on the disk for what people enter. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { plainNetwork, transportsOver } from '../../../src/main/api/transports.ts';
import { realSystem } from '../../../src/main/system.ts';
import { download } from '../../../src/main/updates/download.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { fileOf, installerBytes, startUpdateServer } from '../../fixtures/update-server.ts';

const spareBytes = 500_000_000;

/** @param room the bytes that are free, given those that were fetched */
async function fetching(room: (fetched: number) => number) {
  const server = await startUpdateServer();
  const folder = join(temporaryFolder(), 'updates');
  const { open } = transportsOver(plainNetwork, () => ({ kind: 'none' }), realSystem);
  const transport = open({ origin: new URL(server.address).origin, authorities: [server.authority] });
  onTestFinished(() => transport.close());
  let fetched = 0;
  const file = download(fileOf(installerBytes), {
    ...{ transport, path: '/updates/', folder, isWanted: () => true },
    progress: (bytes) => (fetched = bytes),
    free: () => Promise.resolve(room(fetched)),
  });
  return { file, folder, server };
}

it('is not begun if it would leave too little', async () => {
  const { file, folder, server } = await fetching(() => installerBytes.length + spareBytes - 1);
  await expect(file).rejects.toMatchObject({ code: 'storage.not-saved', retry: 'later' });
  expect(server.received).toEqual([]);
  expect(readdirSync(folder)).toEqual([]);
});

it('is given up, with what is there of it, if other files fill the disk meanwhile', async () => {
  const { file, folder, server } = await fetching((fetched) => (fetched === 0 ? 2 * spareBytes : spareBytes));
  await expect(file).rejects.toMatchObject({ code: 'storage.not-saved' });
  expect(server.received).toHaveLength(1);
  expect(readdirSync(folder)).toEqual([]);
});

it('is fetched if there is just enough room for it', async () => {
  const { file } = await fetching((fetched) => installerBytes.length - fetched + spareBytes);
  expect(existsSync((await file) ?? '')).toBe(true);
});
