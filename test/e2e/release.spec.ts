/**
 * A release (rows 15 and 16 of the list of attacks): a copy of the packaged folder with the fuses that a release sets.
 * It is started and watched from outside, because Playwright cannot drive a program whose inspect fuse is off.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { root } from '../../build/project.ts';
import { fusesAmiss, ofARelease, setFuses } from '../../build/fuses.ts';
import { temporaryFolder } from '../support/app.ts';
import { expect, test } from '../support/fixtures.ts';
import { ownPort } from '../support/own-port.ts';
import { copyOf, fromOutside, hasStarted, listens } from '../support/packaged.ts';

const executable = join(root, 'dist', 'linux-unpacked', 'depot-desk');

test.skip(process.platform !== 'linux', 'the packaged folder is tested on Linux');

let copy: ReturnType<typeof temporaryFolder>;
/** A file that code of others would leave. */
let trace: string;
let program: string;

test.beforeAll(() => {
  expect(existsSync(executable), 'npm run dist (or npm test) makes the packaged folder').toBe(true);
  copy = temporaryFolder('release');
  copyOf(join(executable, '..'), copy.path);
  program = join(copy.path, 'depot-desk');
  trace = join(copy.path, 'has-run');
  rmSync(program);
  copyFileSync(executable, program);
  setFuses(program, ofARelease);
  expect(fusesAmiss(program)).toEqual([]);
});

test.beforeEach(() => rmSync(trace, { force: true }));
test.afterAll(() => copy.remove());

/** A program that leaves the trace, and then becomes the one that follows it. */
function prefix(): string {
  const file = join(copy.path, 'prefix.sh');
  writeFileSync(file, `#!/bin/sh\n: > '${trace}'\nexec "$@"\n`, { mode: 0o755 });
  return file;
}

const writesTrace = () => `require('node:fs').writeFileSync(${JSON.stringify(trace)}, '')`;

test('15: runs no other code as a release, whatever it is started with', async () => {
  // Each start counts five seconds after its window has loaded.
  test.setTimeout(180_000);
  const script = join(copy.path, 'script.cjs');
  writeFileSync(script, writesTrace());
  const asNode = { ELECTRON_RUN_AS_NODE: '1' };
  const unfused = join(copy.path, 'depot-desk-as-node');
  copyFileSync(executable, unfused);
  setFuses(unfused, { runAsNode: true });
  spawnSync(unfused, [script], { env: { ...process.env, ...asNode }, timeout: 30_000 });
  expect(existsSync(trace), 'a program without the fuse runs the script').toBe(true);
  rmSync(trace);

  const { port, release } = await ownPort();
  await release();
  const ways = [
    { args: [script], env: { ...asNode, NODE_OPTIONS: `--require ${script}` } },
    { args: [`--inspect=${port}`, `--remote-debugging-port=${port}`] },
    { args: [`--inspect-brk=${port}`] },
  ];
  for (const way of ways)
    await fromOutside(program, way, async (app, profile) => {
      await app.until(`the start with ${JSON.stringify(way)}`, () => hasStarted(profile));
      expect(existsSync(trace), JSON.stringify(way)).toBe(false);
      expect(await listens(port), JSON.stringify(way)).toBe(false);
    });
});

test('15: does not start with a switch that acts before the app can remove it', async () => {
  test.setTimeout(150_000);
  const ownFlags = '--js-flags=--expose-gc';
  // Chromium itself may end with the others.
  for (const given of [ownFlags, `--zygote-cmd-prefix=${prefix()}`, '--no-zygote', '--single-process'])
    await fromOutside(program, { args: [given] }, async (app, profile) => {
      const isOver = () => given !== ownFlags && !app.running();
      const refused = () => app.output().includes(`does not start with ${given.split('=')[0]}`) || isOver();
      await app.until(`the refusal of ${given}`, refused);
      expect(existsSync(join(profile, 'starts.json')), given).toBe(false);
    });
});

test('15: answers no debugger through a pipe', async () => {
  const asks = `${JSON.stringify({ id: 1, method: 'Browser.getVersion' })}\0`;
  await fromOutside(program, { args: ['--remote-debugging-pipe'], asks }, async (app, profile) => {
    await app.until('the start', () => hasStarted(profile));
    expect(app.answers()).toBe('');
  });
});

test('15: puts no other program before its processes, and loads no extension', async () => {
  const contacts: string[] = [];
  const server = createServer((socket) => {
    contacts.push('a connection');
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const extension = join(copy.path, 'extension');
  mkdirSync(extension);
  writeFileSync(join(extension, 'worker.js'), `fetch('http://127.0.0.1:${port}/').catch(() => undefined)`);
  const manifest = { manifest_version: 3, name: 'Canary', version: '1', background: { service_worker: 'worker.js' } };
  writeFileSync(join(extension, 'manifest.json'), JSON.stringify(manifest));
  const names = ['renderer-cmd-prefix', 'utility-cmd-prefix', 'gpu-launcher', 'browser-subprocess-path'];
  const args = [...names.map((name) => `--${name}=${prefix()}`), `--load-extension=${extension}`];
  try {
    await fromOutside(program, { args }, async (app, profile) => {
      await app.until('the start', () => hasStarted(profile));
      expect(existsSync(trace)).toBe(false);
      expect(contacts).toEqual([]);
    });
  } finally {
    server.close();
  }
});

test('16: runs what is in the archive alone, and nothing of a folder that lies beside it', async () => {
  test.setTimeout(150_000);
  const resources = join(copy.path, 'resources');
  const [archive, away] = [join(resources, 'app.asar'), join(copy.path, 'away.asar')];
  const beside = join(resources, 'app');
  mkdirSync(beside);
  writeFileSync(join(beside, 'package.json'), JSON.stringify({ name: 'beside', version: '1.0.0', main: 'main.cjs' }));
  writeFileSync(join(beside, 'main.cjs'), writesTrace());
  try {
    await fromOutside(program, {}, async (app, profile) => {
      await app.until('the start', () => hasStarted(profile));
      expect(existsSync(trace), 'with the archive').toBe(false);
    });

    // Where the archive cannot be read, Electron would look for the folder.
    renameSync(archive, away);
    const unfused = join(copy.path, 'depot-desk-from-folder');
    copyFileSync(executable, unfused);
    setFuses(unfused, { onlyLoadAppFromAsar: false });
    await fromOutside(unfused, {}, async (app) => {
      await app.until('the code beside it, which a program without the fuse runs', () => existsSync(trace));
    });
    rmSync(trace);
    await fromOutside(program, {}, async (app, profile) => {
      const isOver = () => !app.running() || app.output().includes('Unable to find a valid app');
      await app.until('its end', isOver);
      expect(existsSync(trace), 'without the archive').toBe(false);
      expect(existsSync(join(profile, 'starts.json'))).toBe(false);
    });
  } finally {
    if (existsSync(away)) renameSync(away, archive);
    rmSync(beside, { recursive: true });
  }
});
