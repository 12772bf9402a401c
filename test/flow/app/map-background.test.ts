/** The background of the map: what main reads, asks for and refuses (rows 2, 3 and 12 of the list of attacks). */
import { readdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MapBackgrounds } from '../../../src/main/map/backgrounds.ts';
import { plainNetwork, transportsOver } from '../../../src/main/api/transports.ts';
import { realSystem, type System } from '../../../src/main/system.ts';
import { contract } from '../../../src/shared/contract.ts';
import { startService } from '../../../src/training/server.ts';
import { connect, startApp } from '../../fixtures/app.ts';
import { colouredTile, pmtiles } from '../../fixtures/pmtiles.ts';
import { startScriptedServer, type Script } from '../../fixtures/scripted-server.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const place = { zoom: 12, x: 2_200, y: 1_343 };
const picture = colouredTile([200, 220, 230]);
const givesPicture: Script = (_incoming, response) =>
  void response.writeHead(200, { 'content-type': 'image/png' }).end(picture);

function fileOf(bytes: Buffer): string {
  const path = join(temporaryFolder(), 'region.pmtiles');
  writeFileSync(path, bytes);
  return path;
}
const region = () => fileOf(pmtiles({ tiles: [{ ...place, bytes: picture }], metadata: { attribution: '© Mappers' } }));

/** A clock that a test sets forward. */
function clockOf(): System & { ahead: number } {
  const clock = {
    ...realSystem,
    ahead: 0,
    now: () => realSystem.now() + clock.ahead,
    elapsed: () => realSystem.elapsed() + clock.ahead,
  };
  return clock;
}

interface Desk {
  folder?: string;
  system?: System;
  /** The address of the open workspace. */
  workspace?: { origin: string; authority: string } | null;
}

function openBackgrounds({ folder = temporaryFolder(), system = realSystem, workspace = null }: Desk = {}) {
  const changes: string[] = [];
  const { open: openTransport } = transportsOver(plainNetwork, () => ({ kind: 'none' }), system);
  const backgrounds = new MapBackgrounds({
    ...{ folder, openTransport, system },
    workspace: () => (workspace === null ? null : { mode: 'connected', ...workspace }),
    changed: () => void changes.push('changed'),
  });
  onTestFinished(() => backgrounds.close());
  return { backgrounds, changes, folder };
}

/** A tile server in the house of the workspace, where a private address is allowed. */
async function withServer(script: Script, desk: Desk = {}) {
  const server = await startScriptedServer(script);
  // The workspace is at the same host, at another port.
  const workspace = { origin: 'https://127.0.0.1:1', authority: server.authority };
  const opened = openBackgrounds({ ...desk, workspace });
  const address = `${server.origin}/{z}/{x}/{y}.png`;
  return { server, address, ...opened };
}

const asked = ({ received }: { received: readonly { path: string }[] }) => received.map(({ path }) => path);

describe('a tile file', () => {
  it('is chosen in main’s own dialog, and the window learns its name and not its path', async () => {
    const path = region();
    const app = await startApp({ folder: temporaryFolder(), desktop: { chooseTileFile: () => Promise.resolve(path) } });
    const { map } = app.handlers;
    expect(await map.background()).toEqual({ kind: 'none' });
    expect(await map.tile(place)).toBeNull();
    const shown = await map.chooseFile();
    expect(shown).toEqual({
      kind: 'file',
      name: 'region.pmtiles',
      tiles: { format: 'raster', least: 0, most: 14, attribution: '© Mappers' },
    });
    expect(app.changes.at(-1)).toEqual({ what: ['settings'], planId: null });
    const tile = await map.tile(place);
    expect(tile?.type).toBe('image/png');
    expect(Buffer.from(tile?.bytes ?? [])).toEqual(picture);
    expect(await map.tile({ ...place, x: 2_201 })).toBeNull();
    expect(await map.turnOff()).toEqual({ kind: 'none' });
    expect(await map.tile(place)).toBeNull();
  });

  it('is never named by the window', () => {
    const forms: Record<string, { argument: { safeParse(value: unknown): { success: boolean } } }> = contract.map;
    for (const { argument } of Object.values(forms))
      for (const named of ['/etc/passwd', { path: '/etc/passwd' }, { ...place, path: '/etc/passwd' }])
        expect(argument.safeParse(named).success).toBe(false);
    expect(contract.settings.set.argument.safeParse({ mapBackground: { path: '/etc/passwd' } }).success).toBe(false);
  });

  it('is remembered, and none is left when the dialog is cancelled', async () => {
    const folder = temporaryFolder();
    const first = openBackgrounds({ folder });
    await first.backgrounds.useFile(region());
    const { backgrounds } = openBackgrounds({ folder });
    expect(await backgrounds.describe()).toMatchObject({ kind: 'file', name: 'region.pmtiles' });
    const app = await startApp({ folder: temporaryFolder() });
    expect(await app.handlers.map.chooseFile()).toEqual({ kind: 'none' });
  });

  it('that is gone says so once, and is shown again when it is back', async () => {
    const path = region();
    const { backgrounds, changes } = openBackgrounds();
    await backgrounds.useFile(path);
    const bytes = readFileSync(path);
    unlinkSync(path);
    for (let time = 0; time < 3; time += 1) expect(await backgrounds.tile(place)).toBeNull();
    expect(changes).toEqual(['changed']);
    expect(await backgrounds.describe()).toEqual({
      ...{ kind: 'file', name: 'region.pmtiles', tiles: null, problem: 'missing' },
    });
    writeFileSync(path, bytes);
    expect(await backgrounds.describe()).toMatchObject({ tiles: { format: 'raster' } });
    expect(await backgrounds.tile(place)).not.toBeNull();
  });

  it('that is still being copied is damaged, and is shown once it is whole', async () => {
    const bytes = pmtiles({ tiles: [{ ...place, bytes: picture }] });
    const path = fileOf(bytes.subarray(0, bytes.length - 20));
    const { backgrounds, changes } = openBackgrounds();
    await backgrounds.useFile(path);
    expect(await backgrounds.tile(place)).toBeNull();
    expect(await backgrounds.describe()).toMatchObject({ tiles: null, problem: 'damaged' });
    expect(await backgrounds.tile(place)).toBeNull();
    expect(changes).toEqual(['changed']);
    writeFileSync(path, bytes);
    expect(await backgrounds.describe()).toMatchObject({ tiles: { format: 'raster' } });
    expect(await backgrounds.tile(place)).not.toBeNull();
  });

  it('whose tile is a bomb is damaged, and stays so until it has changed', async () => {
    const bomb = { ...place, bytes: Buffer.alloc(50_000_000) };
    const { backgrounds, changes } = openBackgrounds();
    await backgrounds.useFile(fileOf(pmtiles({ tiles: [bomb], type: 1, isPacked: true })));
    expect(await backgrounds.describe()).toMatchObject({ tiles: { format: 'vector' } });
    expect(await backgrounds.tile(place)).toBeNull();
    expect(await backgrounds.describe()).toMatchObject({ tiles: null, problem: 'damaged' });
    expect(changes).toEqual(['changed']);
  });

  it('with something else in place of a picture has a hole there', async () => {
    const { backgrounds } = openBackgrounds();
    await backgrounds.useFile(fileOf(pmtiles({ tiles: [{ ...place, bytes: Buffer.from('<svg/>') }] })));
    expect(await backgrounds.tile(place)).toBeNull();
    expect(await backgrounds.describe()).toMatchObject({ tiles: { format: 'raster' } });
  });
});

describe('a tile address', () => {
  it('is set only after main has asked, naming the host', async () => {
    const hosts: string[] = [];
    const desktop = { confirmTileHost: (host: string) => Promise.resolve(hosts.push(host) > 1) };
    const app = await startApp({ folder: temporaryFolder(), desktop });
    const { map } = app.handlers;
    const address = 'https://tiles.example.org:8443/{z}/{x}/{y}.png';
    expect(await map.setAddress({ address })).toEqual({ kind: 'none' });
    expect(await map.setAddress({ address })).toMatchObject({ kind: 'address', host: 'tiles.example.org:8443' });
    expect(hosts).toEqual(['tiles.example.org:8443', 'tiles.example.org:8443']);
    await expect(map.setAddress({ address: 'http://tiles.example.org/{z}/{x}/{y}.png' })).rejects.toMatchObject({
      code: 'map.address',
    });
    expect(hosts).toHaveLength(2);
  });

  it('is asked for exactly the tile, without key and cookie, and not before a tile is shown', async () => {
    const server = await startScriptedServer(
      (_incoming, response) =>
        void response.writeHead(200, { 'set-cookie': 'who=desk', 'content-type': 'image/png' }).end(picture),
    );
    const { backgrounds } = openBackgrounds({
      workspace: { origin: 'https://127.0.0.1:1', authority: server.authority },
    });
    await backgrounds.useAddress(`${server.origin}/{z}/{x}/{y}.png`);
    await backgrounds.describe();
    expect(server.received).toEqual([]);
    expect((await backgrounds.tile(place))?.type).toBe('image/png');
    await backgrounds.tile({ ...place, x: 2_201 });
    expect(asked(server)).toEqual(['/12/2200/1343.png', '/12/2201/1343.png']);
    for (const { method, headers, body } of server.received) {
      expect(method).toBe('GET');
      expect(body).toBe('');
      expect(Object.keys(headers).toSorted()).toEqual([
        'accept',
        'accept-encoding',
        'connection',
        'host',
        'user-agent',
      ]);
    }
  });

  it('is not asked again for a tile that is cached, also after a restart', async () => {
    const system = clockOf();
    const { server, backgrounds, address, folder } = await withServer(givesPicture, { system });
    await backgrounds.useAddress(address);
    // Two views may show the same tile.
    await Promise.all([backgrounds.tile(place), backgrounds.tile(place)]);
    await backgrounds.tile(place);
    expect(server.received).toHaveLength(1);
    const workspace = { origin: 'https://127.0.0.1:1', authority: server.authority };
    const { backgrounds: later } = openBackgrounds({ folder, system, workspace });
    expect(await later.tile(place)).not.toBeNull();
    expect(server.received).toHaveLength(1);
    // After a week it may have changed. While the server fails, the old one is shown.
    system.ahead = 8 * 86_400_000;
    server.script = (_incoming, response) => void response.writeHead(500).end();
    expect(await later.tile(place)).not.toBeNull();
    expect(server.received).toHaveLength(2);
  });

  it('is asked for nothing while it is turned off, and its tiles are deleted', async () => {
    const { server, backgrounds, address, folder } = await withServer(givesPicture);
    await backgrounds.useAddress(address);
    await backgrounds.tile(place);
    expect(readdirSync(join(folder, 'map-tiles'))).toHaveLength(1);
    await backgrounds.turnOff();
    expect(readdirSync(folder)).not.toContain('map-tiles');
    expect(await backgrounds.tile(place)).toBeNull();
    expect(server.received).toHaveLength(1);
  });

  it.each<[string, Script]>([
    ['a page', (_incoming, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end('<html>')],
    ['SVG', (_incoming, response) => void response.writeHead(200).end('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a huge answer', (_incoming, response) => void response.end(Buffer.concat([picture, Buffer.alloc(2_000_000)]))],
    [
      'half a picture',
      (_incoming, response, socket) => {
        response
          .writeHead(200, { 'content-length': String(picture.length) })
          .write(picture.subarray(0, 40), () => socket.destroy());
      },
    ],
    ['not found', (_incoming, response) => void response.writeHead(404).end()],
  ])('that answers with %s gives no tile, and nothing is cached', async (_name, script) => {
    const { backgrounds, address, folder } = await withServer(script);
    await backgrounds.useAddress(address);
    expect(await backgrounds.tile(place)).toBeNull();
    expect(readdirSync(folder)).not.toContain('map-tiles');
  });

  it('is not followed to another host', async () => {
    const other = await startScriptedServer(givesPicture);
    const { server, backgrounds, address } = await withServer(
      (_incoming, response) => void response.writeHead(302, { location: `${other.origin}/12/2200/1343.png` }).end(),
    );
    await backgrounds.useAddress(address);
    expect(await backgrounds.tile(place)).toBeNull();
    expect(server.received).toHaveLength(1);
    expect(other.received).toEqual([]);
  });

  it('that fails is left alone for half a minute', async () => {
    const system = clockOf();
    const { server, backgrounds, address } = await withServer(
      (_incoming, response) => void response.writeHead(503).end(),
      { system },
    );
    await backgrounds.useAddress(address);
    for (let x = 0; x < 5; x += 1) expect(await backgrounds.tile({ ...place, x })).toBeNull();
    expect(server.received).toHaveLength(1);
    system.ahead = 31_000;
    server.script = givesPicture;
    expect(await backgrounds.tile(place)).not.toBeNull();
  });

  it('gets six requests at a time, however many tiles are shown', async () => {
    const open: (() => void)[] = [];
    const { server, backgrounds, address } = await withServer((_incoming, response) => {
      open.push(() => response.end(picture));
      if (open.length === 6) for (const answer of open.splice(0)) answer();
    });
    await backgrounds.useAddress(address);
    // Seven would be open at once without the bound; the script answers six only.
    const tiles = Array.from({ length: 12 }, (_, x) => backgrounds.tile({ ...place, x }));
    expect((await Promise.all(tiles)).every((tile) => tile !== null)).toBe(true);
    expect(server.received).toHaveLength(12);
  });

  it.each(['https://127.0.0.1', 'https://localhost', 'https://[::1]', 'https://169.254.169.254'])(
    'at the private host %s is not asked, unless the workspace is there',
    async (host) => {
      const server = await startScriptedServer(givesPicture);
      const workspace = { origin: 'https://service.example', authority: server.authority };
      const { backgrounds } = openBackgrounds({ workspace });
      await backgrounds.useAddress(`${host}:${new URL(server.origin).port}/{z}/{x}/{y}.png`);
      expect(await backgrounds.tile(place)).toBeNull();
      expect(server.received).toEqual([]);
    },
  );

  it('with a certificate that nobody vouches for is not asked', async () => {
    const server = await startScriptedServer(givesPicture);
    const other = await startScriptedServer(givesPicture);
    const { backgrounds } = openBackgrounds({
      workspace: { origin: 'https://127.0.0.1:1', authority: other.authority },
    });
    await backgrounds.useAddress(`${server.origin}/{z}/{x}/{y}.png`);
    expect(await backgrounds.tile(place)).toBeNull();
    expect(server.received).toEqual([]);
  });

  it('that somebody has written into the file is read by the same rules', async () => {
    const folder = temporaryFolder();
    const stored = { kind: 'address', address: 'http://tiles.example.org/{z}/{x}/{y}.png' };
    writeFileSync(join(folder, 'map-background.json'), JSON.stringify(stored));
    const { backgrounds } = openBackgrounds({ folder });
    expect(await backgrounds.describe()).toEqual({ kind: 'none' });
  });
});

it('stays the same when another workspace is opened', async () => {
  const service = await startService({ folder: temporaryFolder(), seed: 1 });
  onTestFinished(() => service.close());
  const path = region();
  const app = await startApp({ folder: temporaryFolder(), desktop: { chooseTileFile: () => Promise.resolve(path) } });
  await app.handlers.map.chooseFile();
  await connect(app, service);
  expect(await app.handlers.map.tile(place)).not.toBeNull();
});
