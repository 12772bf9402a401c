/**
 * Updates from a real server over HTTPS: one good update, and bad ones, of which none is offered. The system's installer is
 * the only part that is not real here; test/e2e/installed.spec.ts has it.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { publishedDescription } from '../../../build/updates/published.ts';
import { plainNetwork, transportsOver } from '../../../src/main/api/transports.ts';
import { readPolicy } from '../../../src/main/policy.ts';
import { StoredUpdates } from '../../../src/main/updates/stored.ts';
import type { UpdateDescription } from '../../../src/main/updates/description.ts';
import { Updates, type UpdatesOptions } from '../../../src/main/updates/updates.ts';
import { AppError } from '../../../src/shared/errors.ts';
import type { UpdateState } from '../../../src/shared/updates.ts';
import { issue } from '../../fixtures/certificates.ts';
import { testAuthority } from '../../fixtures/network-paths.ts';
import { startScriptedServer } from '../../fixtures/scripted-server.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import {
  fileOf,
  goodDescription,
  installerBytes,
  installerName,
  sendPart,
  startUpdateServer,
  updateKey,
  type UpdateServer,
} from '../../fixtures/update-server.ts';
import { VirtualSystem } from '../../fixtures/virtual-system.ts';
import { realSystem } from '../../../src/main/system.ts';

const partBytes = 4 * 1024 * 1024;

interface Desk {
  updates: Updates;
  states: UpdateState[];
  installed: string[];
  downgrades: boolean[];
  ended: number;
  busy: boolean;
  system: VirtualSystem;
  folder: string;
  options: UpdatesOptions;
  /** Looks, and waits until nothing is fetched any more. @returns the state then */
  look: () => Promise<UpdateState>;
}

function desk(server: UpdateServer, given: { folder?: string; policy?: object } & Partial<UpdatesOptions> = {}): Desk {
  const { folder = temporaryFolder(), policy, ...options } = given;
  const system = new VirtualSystem();
  const policyFile = join(folder, 'policy.json');
  if (policy !== undefined) writeFileSync(policyFile, JSON.stringify(policy));
  const stored = new StoredUpdates(folder, readPolicy(policyFile), system);
  if (policy === undefined && stored.source === null) stored.use({ address: server.address, channel: 'stable' });
  // The server's clock is the computer's, and so is that of the connections.
  const { open } = transportsOver(plainNetwork, () => ({ kind: 'none' }), realSystem);
  const all: UpdatesOptions = {
    ...{ system, version: '1.0.0', installer: 'linux-x64-deb', keys: [server.key.pem], stored },
    folder: join(folder, 'updates'),
    openTransport: open,
    authorities: () => [server.authority],
    isBusy: () => desk.busy,
    install: async (file, { isDowngrade }) => {
      desk.installed.push(file);
      desk.downgrades.push(isDowngrade);
    },
    end: () => (desk.ended += 1),
    changed: () => void desk.states.push(desk.updates.view.state),
    report: () => undefined,
    ...options,
  };
  const desk: Desk = {
    ...{ states: [], installed: [], downgrades: [], ended: 0, busy: false, system, folder, options: all },
    updates: new Updates(all),
    async look() {
      await desk.updates.look();
      return desk.updates.view.state;
    },
  };
  onTestFinished(() => desk.updates.close());
  return desk;
}

const asked = ({ received }: UpdateServer, name: string) => received.filter(({ path }) => path === `/updates/${name}`);
/** Fetches the good update, ends the desk, and leaves only the given bytes of the file, as a kill would. */
async function interrupted(server: UpdateServer, left: Uint8Array) {
  const one = desk(server);
  await one.look();
  await one.updates.close();
  const folder = join(one.folder, 'updates');
  const [name = ''] = readdirSync(folder);
  rmSync(join(folder, name));
  writeFileSync(join(folder, `${name}.part`), left);
  return { again: desk(server, { folder: one.folder }), folder, name };
}
const offer = (server: UpdateServer, change: Partial<UpdateDescription>, key = server.key) => {
  server.offer.description = publishedDescription(goodDescription(change), key.privateKey);
};

describe('a good update', () => {
  it('is found, fetched in parts, and installed once nothing is sent or printed', async () => {
    const server = await startUpdateServer();
    const one = desk(server);
    expect(await one.look()).toEqual({ kind: 'ready', version: '1.1.0' });
    const fetched = one.states.flatMap((state) => (state.kind === 'fetching' ? [state.done] : []));
    expect(fetched).toEqual([0, partBytes, 2 * partBytes, installerBytes.length]);
    expect(asked(server, installerName).map(({ headers }) => headers.range)).toEqual([
      `bytes=0-${partBytes - 1}`,
      `bytes=${partBytes}-${2 * partBytes - 1}`,
      `bytes=${2 * partBytes}-${installerBytes.length - 1}`,
    ]);
    one.busy = true;
    one.updates.install();
    await one.system.advance(10_000);
    expect(one.updates.view.state).toEqual({ kind: 'waiting', version: '1.1.0' });
    expect(one.installed).toEqual([]);
    one.busy = false;
    await one.system.advance(1_000);
    await expect.poll(() => one.ended).toBe(1);
    expect(one.installed).toHaveLength(1);
    expect(readFileSync(one.installed[0] ?? '').equals(installerBytes)).toBe(true);
  });

  it('is looked for a minute after the start and every four hours, and by hand', async () => {
    const server = await startUpdateServer();
    offer(server, { version: '1.0.0' });
    const one = desk(server);
    const looks = () => asked(server, 'depot-desk-stable.json').length;
    await one.system.advance(59_000);
    expect(looks()).toBe(0);
    await one.system.advance(1_000);
    await expect.poll(() => one.updates.view.state).toMatchObject({ kind: 'current' });
    await expect.poll(looks).toBe(1);
    await expect.poll(() => one.system.timerCount).toBe(1);
    await one.system.advance(4 * 3_600_000 - 1);
    expect(looks()).toBe(1);
    await one.system.advance(1);
    await expect.poll(looks).toBe(2);
    await expect.poll(() => one.system.timerCount).toBe(1);
    await Promise.all([one.look(), one.look()]);
    expect(looks()).toBe(3);
  });

  it('goes on after a cut and after a restart where it ended', async () => {
    const server = await startUpdateServer();
    let cuts = 2;
    server.first = (incoming, response) => {
      if (!incoming.path.endsWith('.deb') || incoming.headers.range === `bytes=0-${partBytes - 1}` || cuts === 0)
        return false;
      cuts -= 1;
      response.writeHead(206, { 'content-length': partBytes });
      response.write(Buffer.alloc(1_000), () => response.destroy());
      return true;
    };
    const one = desk(server);
    expect(await one.look()).toMatchObject({ kind: 'failed', error: { code: 'line.interrupted' } });
    await one.updates.close();
    const again = desk(server, { folder: one.folder });
    expect(await again.look()).toMatchObject({ kind: 'failed' });
    expect(await again.look()).toEqual({ kind: 'ready', version: '1.1.0' });
    const first = asked(server, installerName).filter(({ headers }) => headers.range?.startsWith('bytes=0-'));
    expect(first).toHaveLength(1);
  });

  it.each([0, 1, partBytes - 1, partBytes, partBytes + 1, installerBytes.length - 1, installerBytes.length])(
    'is completed after a kill that left %i bytes of it',
    async (left) => {
      const { again, folder, name } = await interrupted(await startUpdateServer(), installerBytes.subarray(0, left));
      expect(await again.look()).toEqual({ kind: 'ready', version: '1.1.0' });
      expect(readdirSync(folder)).toEqual([name]);
      expect(readFileSync(join(folder, name)).equals(installerBytes)).toBe(true);
    },
  );

  it('is fetched from its beginning if what a power cut left is not what was written', async () => {
    const { again } = await interrupted(await startUpdateServer(), Buffer.alloc(partBytes));
    expect(await again.look()).toMatchObject({ kind: 'failed', error: { code: 'update.wrong-file' } });
    expect(await again.look()).toEqual({ kind: 'ready', version: '1.1.0' });
  });

  it('that was fetched before is not fetched again', async () => {
    const server = await startUpdateServer();
    const one = desk(server);
    await one.look();
    const before = asked(server, installerName).length;
    await one.updates.close();
    expect(await desk(server, { folder: one.folder }).look()).toEqual({ kind: 'ready', version: '1.1.0' });
    expect(asked(server, installerName)).toHaveLength(before);
  });

  it.each<[string, (one: Desk) => void]>([
    ['the end', (one) => void one.updates.close()],
    ['switching updates off', (one) => one.updates.use(null)],
    ['another address', (one) => one.updates.use({ address: 'https://updates.example.org/', channel: 'stable' })],
  ])('that is being fetched does not hold up %s', async (_what, stop) => {
    const server = await startUpdateServer();
    // The server never answers, so that only what is broken off ends.
    server.first = ({ path }) => path.endsWith('.deb');
    const reports: string[] = [];
    const one = desk(server, { report: (text) => void reports.push(text) });
    const looking = one.updates.look();
    await expect.poll(() => asked(server, installerName).length).toBe(1);
    stop(one);
    await looking;
    expect(one.states.at(-1)?.kind).not.toBe('failed');
    expect(reports).toEqual([]);
  });

  it('replaces what was fetched of another one', async () => {
    const server = await startUpdateServer();
    const one = desk(server);
    await one.look();
    const newer = Buffer.from('a newer version');
    offer(server, { version: '1.2.0', number: 8, files: [fileOf(newer)] });
    server.offer.files.set(installerName, newer);
    expect(await one.look()).toEqual({ kind: 'ready', version: '1.2.0' });
    expect(readdirSync(join(one.folder, 'updates'))).toHaveLength(1);
  });

  it('stays ready while the server is away, or offers something bad', async () => {
    const server = await startUpdateServer();
    const one = desk(server);
    await one.look();
    const { description } = server.offer;
    server.offer.description = '<!doctype html>';
    expect(await one.look()).toEqual({ kind: 'ready', version: '1.1.0' });
    server.first = (_incoming, response) => {
      response.destroy();
      return true;
    };
    expect(await one.look()).toEqual({ kind: 'ready', version: '1.1.0' });
    server.first = () => false;
    server.offer.description = description;
    expect(one.states.filter(({ kind }) => kind === 'checking')).toHaveLength(1);
    // Withdrawn by its makers.
    offer(server, { version: '1.0.0', number: 8 });
    expect(await one.look()).toMatchObject({ kind: 'current' });
  });

  it('whose installer fails is offered again, and the app goes on', async () => {
    const server = await startUpdateServer();
    const one = desk(server, { install: () => Promise.reject(new AppError('update.not-allowed')) });
    await one.look();
    one.updates.install();
    await expect
      .poll(() => one.updates.view.state)
      .toMatchObject({ kind: 'failed', error: { code: 'update.not-allowed' } });
    expect(one.ended).toBe(0);
    expect(await one.look()).toEqual({ kind: 'ready', version: '1.1.0' });
  });

  it('for which the disk has no room is not installed, and says so', async () => {
    const server = await startUpdateServer();
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'full'), '');
    const one = desk(server, { folder });
    await one.updates.close();
    const two = new Updates({ ...one.options, folder: join(folder, 'full', 'updates') });
    onTestFinished(() => two.close());
    await two.look();
    expect(two.view.state).toMatchObject({ kind: 'failed', error: { code: 'storage.not-saved' } });
  });

  it('that is altered on the disk is not installed', async () => {
    const server = await startUpdateServer();
    const one = desk(server);
    await one.look();
    const [name = ''] = readdirSync(join(one.folder, 'updates'));
    const altered = Buffer.from(installerBytes);
    altered[100] = (altered[100] ?? 0) ^ 1;
    writeFileSync(join(one.folder, 'updates', name), altered);
    one.updates.install();
    await expect
      .poll(() => one.updates.view.state)
      .toMatchObject({ kind: 'failed', error: { code: 'update.wrong-file' } });
    expect(one.installed).toEqual([]);
  });

  it('can be put off again while it waits', async () => {
    const server = await startUpdateServer();
    const one = desk(server);
    await one.look();
    one.busy = true;
    one.updates.install();
    one.updates.dontInstall();
    one.busy = false;
    await one.system.advance(10_000);
    expect(one.updates.view.state).toEqual({ kind: 'ready', version: '1.1.0' });
    expect(one.installed).toEqual([]);
  });
});

/** A server's mistake or an attack, and the state that it leads to. */
const bad: Record<string, { arrange: (server: UpdateServer) => void | Promise<void>; state: object }> = {
  'signed by another key': {
    arrange: (server) => offer(server, {}, updateKey()),
    state: { kind: 'refused', why: 'not-signed' },
  },
  'altered after it was signed': {
    arrange(server) {
      server.offer.description = String(server.offer.description).replace('1.1.0', '1.9.0');
    },
    state: { kind: 'refused', why: 'not-signed' },
  },
  'without a signature': {
    arrange(server) {
      server.offer.description = JSON.stringify({ description: JSON.stringify(goodDescription()), signature: '' });
    },
    state: { kind: 'refused', why: 'not-signed' },
  },
  'with a sign-in page in its place': {
    arrange(server) {
      server.offer.description = '<!doctype html><title>Sign in</title>';
    },
    state: { kind: 'refused', why: 'malformed' },
  },
  'with an endless description': {
    arrange(server) {
      server.offer.description = Buffer.alloc(10_000_000, 0x20);
    },
    state: { kind: 'failed', error: { code: 'line.too-large' } },
  },
  'whose time is over': {
    arrange: (server) => offer(server, { until: '2026-06-01T00:00:00Z' }),
    state: { kind: 'refused', why: 'expired' },
  },
  'of another channel': {
    arrange: (server) => offer(server, { channel: 'early' }),
    state: { kind: 'refused', why: 'other-channel' },
  },
  'with an older version': {
    arrange: (server) => offer(server, { version: '0.9.0' }),
    state: { kind: 'refused', why: 'older' },
  },
  'for another kind of computer': {
    arrange: (server) => offer(server, { files: [{ ...fileOf(installerBytes), installer: 'windows-x64-exe' }] }),
    state: { kind: 'current' },
  },
  'with another file than described': {
    arrange(server) {
      const other = Buffer.from(installerBytes);
      other[7_000_000] = (other[7_000_000] ?? 0) ^ 1;
      server.offer.files.set(installerName, other);
    },
    state: { kind: 'failed', error: { code: 'update.wrong-file' } },
  },
  'with a shorter file': {
    arrange: (server) => void server.offer.files.set(installerName, installerBytes.subarray(0, 5_000_000)),
    state: { kind: 'failed', error: { code: 'update.wrong-file' } },
  },
  'without its file': {
    arrange(server) {
      server.offer.files.clear();
    },
    state: { kind: 'failed', error: { code: 'update.not-there' } },
  },
  'from a server that gives more than was asked for': {
    arrange(server) {
      server.first = ({ path }, response) => {
        if (!path.endsWith('.deb')) return false;
        response.writeHead(206).end(installerBytes);
        return true;
      };
    },
    state: { kind: 'failed', error: { code: 'line.too-large' } },
  },
  'from a server that gives whole files only': {
    arrange(server) {
      server.first = ({ path }, response) => {
        if (!path.endsWith('.deb')) return false;
        response.writeHead(200, { 'content-length': installerBytes.length }).end(installerBytes);
        return true;
      };
    },
    state: { kind: 'failed', error: { code: 'update.no-parts' } },
  },
  'that leads to another host': {
    async arrange(server) {
      const other = await startScriptedServer((incoming, response) => sendPart(incoming, response, installerBytes));
      server.first = ({ path }, response) => {
        response.writeHead(302, { location: `${other.origin}${path}` }).end();
        return true;
      };
      onTestFinished(() => expect(other.received).toEqual([]));
    },
    state: { kind: 'failed', error: { code: 'update.not-there' } },
  },
};

describe('an update that a person has asked for', () => {
  /** One that is ready, and a look that waits for the server's answer. */
  async function asking() {
    const server = await startUpdateServer();
    const one = desk(server);
    expect(await one.look()).toMatchObject({ kind: 'ready' });
    let answer = () => undefined as void;
    server.first = (incoming, response) => {
      if (!incoming.path.endsWith('.json')) return false;
      answer = () => void response.writeHead(200).end(server.offer.description);
      return true;
    };
    const looking = one.updates.look();
    await expect.poll(() => asked(server, 'depot-desk-stable.json').length).toBe(2);
    return { server, one, release: () => (answer(), looking) };
  }

  it('is what was offered, whatever a look that was under way finds', async () => {
    const { server, one, release } = await asking();
    one.busy = true;
    one.updates.install();
    offer(server, { number: 8, version: '1.2.0' });
    await release();
    expect(one.updates.view.state).toEqual({ kind: 'waiting', version: '1.1.0' });
    one.updates.dontInstall();
    expect(one.updates.view.state).toEqual({ kind: 'ready', version: '1.1.0' });
    one.updates.install();
    one.busy = false;
    await one.system.advance(1_000);
    await expect.poll(() => one.ended).toBe(1);
    expect(one.installed).toHaveLength(1);
  });

  it('ends the app only when what began meanwhile is sent or printed', async () => {
    const server = await startUpdateServer();
    let isBusy = false;
    const one = desk(server, {
      isBusy: () => isBusy,
      install: async () => {
        isBusy = true;
      },
    });
    await one.look();
    one.updates.install();
    await expect.poll(() => isBusy).toBe(true);
    await one.system.advance(5_000);
    expect(one.ended).toBe(0);
    isBusy = false;
    const endedLater = async () => {
      await one.system.advance(1_000);
      return one.ended;
    };
    await expect.poll(endedLater).toBe(1);
  });

  it('is not installed after its end', async () => {
    const server = await startUpdateServer();
    const one = desk(server);
    await one.look();
    one.busy = true;
    one.updates.install();
    await one.system.advance(31 * 86_400_000);
    one.busy = false;
    await one.system.advance(1_000);
    await expect.poll(() => one.updates.view.state).toMatchObject({ kind: 'refused', why: 'expired' });
    expect(one.installed).toEqual([]);
  });

  it('may replace a newer version only if it is signed to do so', async () => {
    const server = await startUpdateServer();
    const one = desk(server);
    await one.look();
    one.updates.install();
    await expect.poll(() => one.downgrades).toEqual([false]);
    const other = desk(server, { version: '2.0.0' });
    offer(server, { number: 8, isDowngrade: true });
    await other.look();
    other.updates.install();
    await expect.poll(() => other.downgrades).toEqual([true]);
  });

  it('that is a step back is none on a computer below it', async () => {
    const server = await startUpdateServer();
    offer(server, { number: 8, isDowngrade: true });
    const one = desk(server);
    expect(await one.look()).toEqual({ kind: 'ready', version: '1.1.0' });
    one.updates.install();
    await expect.poll(() => one.downgrades).toEqual([false]);
  });

  it('can still be installed if a newer one does not arrive', async () => {
    const server = await startUpdateServer();
    const one = desk(server);
    await one.look();
    const newer = Buffer.from(installerBytes).fill(7, 0, 10);
    server.offer.files.set('newer.deb', newer);
    offer(server, { number: 8, version: '1.2.0', files: [fileOf(newer, 'newer.deb')] });
    server.first = (incoming, response) => {
      if (!incoming.path.endsWith('newer.deb')) return false;
      response.destroy();
      return true;
    };
    expect(await one.look()).toEqual({ kind: 'ready', version: '1.1.0' });
    one.updates.install();
    await expect.poll(() => one.ended).toBe(1);
    expect(readFileSync(one.installed[0] ?? '').equals(installerBytes)).toBe(true);
  });
});

describe('a bad update', () => {
  it.each(Object.entries(bad))('%s is not installed, and nothing of it stays', async (_what, { arrange, state }) => {
    const server = await startUpdateServer();
    await arrange(server);
    const one = desk(server);
    expect(await one.look()).toMatchObject(state);
    one.updates.install();
    await one.system.advance(5_000);
    expect(one.installed).toEqual([]);
    const folder = join(one.folder, 'updates');
    const whole = existsSync(folder) ? readdirSync(folder).filter((name) => !name.endsWith('.part')) : [];
    expect(whole).toEqual([]);
  });

  it('that was the newest one once is refused after a newer one was seen, also after a restart', async () => {
    const server = await startUpdateServer();
    const before = server.offer.description;
    const one = desk(server);
    offer(server, { version: '1.0.0', number: 8 });
    expect(await one.look()).toMatchObject({ kind: 'current' });
    server.offer.description = before;
    expect(await one.look()).toMatchObject({ kind: 'refused', why: 'replayed' });
    await one.updates.close();
    expect(await desk(server, { folder: one.folder }).look()).toMatchObject({ kind: 'refused', why: 'replayed' });
  });

  it('that is older is refused from any server that repeats the channel', async () => {
    const server = await startUpdateServer();
    const one = desk(server);
    offer(server, { version: '1.0.0', number: 8 });
    await one.look();
    await one.updates.close();
    const mirror = await startUpdateServer();
    mirror.offer.description = publishedDescription(goodDescription(), server.key.privateKey);
    const other = desk(server, { folder: one.folder, authorities: () => [mirror.authority] });
    other.updates.use({ address: mirror.address, channel: 'stable' });
    expect(await other.look()).toMatchObject({ kind: 'refused', why: 'replayed' });
  });

  it('from a server with a certificate that nobody knows is not read', async () => {
    const server = await startUpdateServer();
    const stranger = await issue(await testAuthority(), { host: '127.0.0.1' });
    const other = await startScriptedServer(() => undefined, stranger);
    const one = desk(server);
    await one.updates.close();
    const stored = new StoredUpdates(one.folder, readPolicy(join(one.folder, 'none.json')), one.system);
    stored.use({ address: `${other.origin}/updates/`, channel: 'stable' });
    expect(await desk(server, { folder: one.folder }).look()).toMatchObject({
      kind: 'failed',
      error: { code: 'line.certificate' },
    });
    expect(other.received).toEqual([]);
  });
});

describe('where updates come from', () => {
  it('is said by the administrator before anybody else, or switched off', async () => {
    const server = await startUpdateServer();
    const policy = { updates: { address: server.address, channel: 'early' } };
    const one = desk(server, { policy });
    expect(one.updates.view.source).toMatchObject({ address: server.address, channel: 'early', setBy: 'policy' });
    const off = desk(server, { policy: { updates: { off: true } } });
    expect(off.updates.view.state).toEqual({ kind: 'off', why: 'policy' });
    await off.updates.look();
    expect(server.received).toEqual([]);
  });

  it.each([
    { updates: { off: 'true' } },
    { updates: { off: true, channel: 'Stable' } },
    { updates: { adress: 'https://updates.example/' } },
    { updates: { address: 'http://updates.example/' } },
    { updates: [] },
  ])('is nowhere if the administrator’s file is not what it should be: %j', async (policy) => {
    const server = await startUpdateServer();
    const one = desk(server, { policy });
    expect(one.updates.view.state).toEqual({ kind: 'off', why: 'bad-policy' });
    await one.updates.look();
    expect(server.received).toEqual([]);
  });

  it.each([
    ['no-key', { keys: [] }],
    ['not-here', { installer: null }],
  ] as const)('is not asked: %s', async (why, options) => {
    const server = await startUpdateServer();
    const one = desk(server, options);
    expect(one.updates.view.state).toEqual({ kind: 'off', why });
    await one.updates.look();
    expect(server.received).toEqual([]);
  });

  it('is forgotten with what it offered when another address is set', async () => {
    const server = await startUpdateServer();
    const other = await startUpdateServer();
    const one = desk(server, { keys: [server.key.pem] });
    await one.look();
    one.updates.use({ address: other.address, channel: 'stable' });
    one.updates.install();
    expect(one.installed).toEqual([]);
    expect(one.updates.view.state).toEqual({ kind: 'current', checkedAt: null });
  });
});
