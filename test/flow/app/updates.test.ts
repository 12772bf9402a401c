/** Where updates of the app come from, as the window sets it (attack 24). */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startApp } from '../../fixtures/app.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

it('is set only after main has asked, naming the host, and kept for the next start', async () => {
  const hosts: string[] = [];
  const desktop = { confirmUpdateHost: (host: string) => Promise.resolve(hosts.push(host) > 1) };
  const folder = temporaryFolder();
  const app = await startApp({ folder, desktop });
  const { updates } = app.handlers;
  const file = join(folder, 'updates.json');
  const source = { address: 'https://updates.example.org:8443/desk', channel: 'stable' };
  expect(await updates.setSource(source)).toMatchObject({ source: null });
  expect(existsSync(file)).toBe(false);
  expect(await updates.setSource(source)).toMatchObject({
    source: { address: 'https://updates.example.org:8443/desk/', host: 'updates.example.org:8443', setBy: 'user' },
  });
  expect(hosts).toEqual(['updates.example.org:8443', 'updates.example.org:8443']);
  await app.close();
  const again = await startApp({ folder });
  expect(await again.handlers.updates.get()).toMatchObject({ source: { host: 'updates.example.org:8443' } });
  expect(await again.handlers.updates.turnOff()).toMatchObject({ source: null });
  expect(readFileSync(file, 'utf8')).not.toContain('example.org');
});

it.each([
  'http://updates.example.org/',
  'https://desk:secret@updates.example.org/',
  'https://updates.example.org/?a=1',
  'here',
])('is never %s', async (address) => {
  const hosts: string[] = [];
  const desktop = { confirmUpdateHost: (host: string) => Promise.resolve(hosts.push(host) > 0) };
  const app = await startApp({ folder: temporaryFolder(), desktop });
  await expect(app.handlers.updates.setSource({ address, channel: 'stable' })).rejects.toMatchObject({
    code: 'update.address',
  });
  expect(hosts).toEqual([]);
});
