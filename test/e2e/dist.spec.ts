/**
 * The packaged folder as electron-builder leaves it (`npm run dist`), as only this test notices files missing from the
 * package. It is a test build without the fuses of a release, because Playwright cannot drive one whose inspect fuse is
 * off (release.spec.ts).
 */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, versions } from '../../build/project.ts';
import { fusesAmiss, ofARelease, readFuses } from '../../build/fuses.ts';
import { shippedFile } from '../../build/shipped/collect.ts';
import { shippedPackages } from '../../build/shipped/packages.ts';
import { t } from '../../src/messages/index.ts';
import { parseBill } from '../fixtures/cyclonedx.ts';
import { temporaryFolder } from '../support/app.ts';
import { expect, test } from '../support/fixtures.ts';
import { ownPort } from '../support/own-port.ts';
import { copyOf, fromOutside, hasStarted, listens, startPackaged } from '../support/packaged.ts';
import { goTo, planList, statusBar } from '../support/screens.ts';

const executable = join(root, 'dist', 'linux-unpacked', 'depot-desk');

test.skip(process.platform !== 'linux', 'the packaged folder is tested on Linux');

test('opens the training depot from the packaged app and shows its plans, stops and a label', async ({ start }) => {
  expect(existsSync(executable), 'npm run dist (or npm test) makes the packaged folder').toBe(true);
  const { window, electron } = await start({ executable });
  const { isPackaged, version } = await electron.evaluate(({ app }) => ({
    isPackaged: app.isPackaged,
    version: app.getVersion(),
  }));
  expect(isPackaged).toBe(true);
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);

  // Training starts the embedded service in a separate process, skips the keychain, and opens both databases.
  await window.getByRole('button', { name: t('connections.openTraining') }).click();
  await expect(planList(window)).toBeVisible({ timeout: 60_000 });
  await expect(window.getByText(t('shell.trainingBanner'), { exact: true })).toBeVisible();
  await expect(statusBar(window)).toContainText(t('shell.lineUp'));

  await planList(window).locator('[role="row"][aria-selected]').first().dblclick();
  await expect(
    window
      .getByRole('grid', { name: t('stops.table'), exact: true })
      .locator('[role="row"][aria-selected]')
      .nth(1),
    // The opened plan is read first. Behind all the others it would take more than ten seconds.
  ).toBeVisible({ timeout: 6_000 });
});

/** The packages that the build of the packaged folder took in, and those that it loads from node_modules. */
const packagesOfTheBuild = () =>
  shippedPackages(root, JSON.parse(readFileSync(join(root, shippedFile), 'utf8')) as string[]);

test('15: opens no debugging port, whatever it is started with', async () => {
  const { port, release } = await ownPort();
  await release();
  await fromOutside(executable, { args: [`--remote-debugging-port=${port}`] }, async (app, profile) => {
    await app.until('the start', () => hasStarted(profile));
    expect(await listens(port)).toBe(false);
    expect(app.output()).not.toContain('DevTools listening');
    expect(existsSync(join(profile, 'DevToolsActivePort'))).toBe(false);
  });
});

test('16 and 27: has no script beside the archive, and does not start with an altered library', async () => {
  const resources = join(executable, '..', 'resources');
  const beside = readdirSync(join(resources, 'app.asar.unpacked'), { recursive: true, withFileTypes: true });
  const files = beside.filter((entry) => entry.isFile()).map((entry) => entry.name);
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((name) => !name.endsWith('.node'))).toEqual([]);
  expect(readdirSync(resources).sort()).toEqual(['app.asar', 'app.asar.unpacked']);

  const copy = temporaryFolder('altered');
  try {
    copyOf(join(executable, '..'), copy.path);
    const library = beside.find((entry) => entry.name.endsWith('.node'))!;
    const file = join(library.parentPath, library.name).replace(join(executable, '..'), copy.path);
    const bytes = readFileSync(file);
    bytes[bytes.length - 1]! ^= 1;
    writeFileSync(file, bytes);
    await fromOutside(join(copy.path, 'depot-desk'), {}, async (app, profile) => {
      await app.until('the refusal', () => app.output().includes('missing or altered'));
      expect(existsSync(join(profile, 'starts.json'))).toBe(false);
    });
  } finally {
    copy.remove();
  }
});

test('shows the licences of everything that ships, has nothing twice and nothing of another platform', async ({
  start,
}) => {
  const { window, electron } = await start({ executable });
  const files = await electron.evaluate(({ app }) => {
    const { readdirSync, readFileSync, statSync } = process.getBuiltinModule('node:fs');
    const { createHash } = process.getBuiltinModule('node:crypto');
    const paths = process.getBuiltinModule('node:path');
    const folder = app.getAppPath();
    return (readdirSync(folder, { recursive: true }) as string[])
      .map((name) => ({ name, path: paths.join(folder, name) }))
      .filter(({ path }) => statSync(path).isFile())
      .map(({ name, path }) => {
        const bytes = readFileSync(path);
        return { name, size: bytes.length, hash: createHash('sha256').update(bytes).digest('hex') };
      });
  });
  const names = files.map(({ name }) => name);
  expect(names.filter((name) => /(darwin|win32|arm64|musl|ia32)/.test(name))).toEqual([]);
  const first = new Map(files.map(({ hash, name }) => [hash, name]));
  const twice = files.filter(({ hash, name, size }) => size > 1_000 && first.get(hash) !== name);
  expect(twice.map(({ name, hash }) => `${name} = ${first.get(hash)}`)).toEqual([]);
  // A package that is bundled would run from the bundle, and its own scripts would lie beside it.
  const loaded = /^node_modules\/(better-sqlite3|keytar)\//;
  const scripts = names.filter((name) => /^node_modules\/.*\.[cm]?js$/.test(name) && !loaded.test(name));
  expect(scripts, 'scripts of packages that are bundled').toEqual([]);
  expect(names.filter((name) => loaded.test(name) && name.endsWith('.js'))).not.toEqual([]);

  await window.getByRole('button', { name: t('connections.openTraining') }).click();
  await planList(window).waitFor({ timeout: 60_000 });
  await goTo(window, 'settings');
  await window.getByRole('button', { name: t('settings.notices') }).click();
  const text = await window.getByRole('dialog').locator('pre').innerText();
  const shipped = names.map((name) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\/package\.json$/.exec(name)?.[1]);
  const own = (name: string) => (name === 'keytar' ? '@github/keytar' : name);
  const unnamed = shipped.filter((name) => name !== undefined && !text.includes(`\n${own(name)} `));
  expect(unnamed, 'packages in the archive without a notice').toEqual([]);
  for (const bundled of ['svelte', 'pdfjs-dist', 'papaparse', 'maplibre-gl', 'zod', '@embedpdf/pdfium'])
    expect(text).toContain(`\n${bundled} `);
  // Only the spaces may differ between a licence and what the window shows of it.
  const words = (part: string) => part.replace(/\s+/g, ' ').trim();
  const shown = words(text);
  const missing = packagesOfTheBuild().flatMap(({ name, version, texts }) => [
    ...(text.includes(`\n${name} ${version} (`) ? [] : [`${name} ${version}`]),
    ...texts.filter((each) => !shown.includes(words(each.text))).map(({ file }) => `${name}: ${file}`),
  ]);
  expect(missing, 'packages of the build and licences that are not shown').toEqual([]);
  for (const inside of ['standard_fonts/LICENSE_LIBERATION', 'LICENSE.pdfium', 'SQLite', 'zxing-cpp', 'kdbush'])
    expect(text).toContain(`[${inside}]`);
  expect(existsSync(join(executable, '..', 'LICENSES.chromium.html'))).toBe(true);
});

test('has a bill of materials of everything that ships, as CycloneDX asks for it', () => {
  const file = join(root, 'dist', `depot-desk-${versions.own}.cdx.json`);
  expect(existsSync(file), 'npm run dist (or npm test) writes it').toBe(true);
  const { components, metadata } = parseBill(readFileSync(file, 'utf8'));
  expect(metadata.component.version).toBe(versions.own);
  const [runtime, ...rest] = components.map(({ name, version }) => `${name} ${version}`);
  expect(runtime).toMatch(/^electron \d+\./);
  expect(rest).toEqual(packagesOfTheBuild().map(({ name, version }) => `${name} ${version}`));
  const inside = components.flatMap((each) => (each.components ?? []).map((part) => part.name));
  for (const work of ['SQLite', 'zxing-cpp', 'PDFium', 'llhttp', 'kdbush']) expect(inside).toContain(work);
});

test('takes an open profile away from other users', async () => {
  const folder = temporaryFolder('open');
  const profile = join(folder.path, 'profile');
  mkdirSync(profile);
  chmodSync(profile, 0o755);
  const app = startPackaged(executable, profile);
  try {
    await app.until('the start', () => hasStarted(profile));
    expect(statSync(profile).mode & 0o777).toBe(0o700);
  } finally {
    await app.end();
    folder.remove();
  }
});

test('has the fuses of a release, or all those of a test build', () => {
  const { runAsNode } = readFuses(executable);
  expect(fusesAmiss(executable)).toEqual(runAsNode ? Object.keys(ofARelease) : []);
});
