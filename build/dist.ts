/**
 * `npm run dist`: packages the app as a folder in dist/, and after `--` installers of it: `npm run dist -- deb rpm tar.gz
 * msi`, the last for Windows. `AppImage`, `nsis` and `dmg` are made by electron-builder, which downloads programs for them.
 * Beside them it writes what ships, as a CycloneDX bill of materials.
 * `--update-keys a.pem:b.pem` names the public keys that sign updates of the package; without, it takes none.
 * `--release` sets the fuses of a release and refuses any Electron other than the official build, unless
 * `--allow-registry-electron` is given. `--app-version 0.2.0` makes a package of another version than package.json's.
 *
 * Only a release disables Electron's inspect fuse. Playwright cannot drive a build without it, so the end-to-end tests
 * of the packaged folder use the build without fuses.
 */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { build, Platform, type Configuration } from 'electron-builder';
import { holdsHashOf } from './archive-hash.ts';
import { ensureBuilt } from './build.ts';
import { fusesAmiss } from './fuses.ts';
import { makeMsi } from './packages/msi.ts';
import {
  builderTypes,
  linuxTypes,
  makePackages,
  missingFor,
  packageTypes,
  timeOfCommit,
  type BuilderType,
  type PackageType,
} from './packages/packages.ts';
import { packagingFor } from './packaging.ts';
import { out, root, versions } from './project.ts';
import { electronForWindows } from './setup.mjs';
import { writeBill } from './shipped/write-bill.ts';
import { publicUpdateKey } from './updates/public-key.ts';

const options = {
  release: { type: 'boolean', default: false },
  'allow-registry-electron': { type: 'boolean', default: false },
  'app-version': { type: 'string' },
  'update-keys': { type: 'string' },
} as const;

function readArguments() {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    return refuse((error as Error).message);
  }
}

const { values, positionals } = readArguments();
const { release } = values;
const isType = (text: string): text is PackageType => (packageTypes as readonly string[]).includes(text);
const types = positionals.filter(isType);
const unknown = positionals.filter((text) => !isType(text));
const executable = process.env['DEPOT_DESK_ELECTRON'];
const version = process.env['DEPOT_DESK_ELECTRON_VERSION'];
const origin = process.env['DEPOT_DESK_ELECTRON_ORIGIN'];

function refuse(reason: string): never {
  process.stderr.write(`dist: ${reason}\n`);
  process.exit(1);
}

if (unknown.length > 0) refuse(`unknown: ${unknown.join(' ')}. Known: ${packageTypes.join(', ')}`);
if (types.some((type) => type !== 'dmg') && process.platform !== 'linux')
  refuse('packages are made on Linux, a dmg on macOS.');
const missing = missingFor(types);
if (missing.length > 0) refuse(missing.join('; '));
if (executable === undefined || version === undefined) refuse('start with npm run dist: it finds Electron.');
if (release && origin !== 'official' && !values['allow-registry-electron']) {
  refuse(
    `this Electron (${version}, ${origin ?? 'unknown'}) has not been compared with the official build, so no release is ` +
      'made of it. Make the release where the official download is in reach, or add --allow-registry-electron.',
  );
}

await ensureBuilt();

const updateKeys = (values['update-keys'] ?? '').split(delimiter).filter(Boolean);
const publicKeys = updateKeys.map(
  (file) => publicUpdateKey(readFileSync(file, 'utf8')) ?? refuse(`${file}: not a public Ed25519 key`),
);
writeFileSync(join(out, 'update-keys.json'), JSON.stringify(publicKeys));

/** A release runs only its own code: not as Node, not with NODE_OPTIONS, not under a debugger. */
const releaseFuses: Pick<Configuration, 'electronFuses'> = {
  electronFuses: {
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    onlyLoadAppFromAsar: true,
    enableEmbeddedAsarIntegrityValidation: true,
    grantFileProtocolExtraPrivileges: false,
  },
};

const appVersion = values['app-version'] ?? versions.own;

interface Packing {
  platform: Platform;
  /** As prebuilt libraries are named: `linux-x64`. */
  target: string;
  /** Without a folder electron-builder downloads the official build. */
  electron: () => { folder?: string; version: string };
}
const here: Packing = {
  platform: Platform.current(),
  target: `${process.platform}-${process.arch}`,
  electron: () => ({ folder: dirname(executable), version }),
};
const windows: Packing = {
  platform: Platform.WINDOWS,
  target: 'win32-x64',
  electron: () =>
    release && !values['allow-registry-electron'] ? { version: versions.electron } : electronForWindows(),
};

/** Packages the app into dist/. @param type `dir`: a folder */
async function pack({ platform, target, electron }: Packing, type: 'dir' | BuilderType = 'dir'): Promise<void> {
  const { folder, version: electronVersion } = electron();
  await build({
    projectDir: root,
    publish: 'never',
    targets: platform.createTarget(type),
    config: {
      ...packagingFor(target),
      extraMetadata: { version: appVersion },
      ...(folder === undefined ? {} : { electronDist: folder }),
      electronVersion,
      ...(release ? releaseFuses : {}),
    },
  });
}

function refuseWrongFuses(program: string): void {
  const amiss = release ? fusesAmiss(program) : [];
  if (amiss.length > 0) refuse(`these fuses are not as in a release: ${amiss.join(', ')}`);
}

/** Without the hash in the program, the fuse of Windows would compare the archive with nothing. */
function refuseWithoutHash(program: string, archive: string): void {
  if (!holdsHashOf(readFileSync(program), readFileSync(archive)))
    refuse(`${program} does not hold the hash of its archive, so it would run an altered one.`);
}

const output = join(root, 'dist');
const onLinux = linuxTypes.filter((type) => types.includes(type));
const made: string[] = [];
if (types.length === 0 || onLinux.length > 0) {
  const folder = join(output, 'linux-unpacked');
  await pack(here);
  if (process.platform === 'linux') refuseWrongFuses(join(folder, 'depot-desk'));
  if (onLinux.length > 0) made.push(...makePackages(onLinux, { folder, output, version: appVersion, release }));
}
if (types.includes('msi')) {
  const folder = join(output, 'win-unpacked');
  await pack(windows);
  const program = join(folder, 'Depot Desk.exe');
  refuseWrongFuses(program);
  refuseWithoutHash(program, join(folder, 'resources', 'app.asar'));
  made.push(makeMsi({ folder, output, version: appVersion, release }));
}
for (const type of builderTypes.filter((each) => types.includes(each)))
  await pack(type === 'nsis' ? windows : here, type);
for (const file of made) {
  process.stdout.write(`dist: ${relative(root, file)}, ${(statSync(file).size / 1_000_000).toFixed(1)} MB\n`);
}
const billFile = writeBill({ output, version: appVersion, electron: version, time: Number(timeOfCommit()) });
process.stdout.write(`dist: ${relative(root, billFile)}, what ships\n`);
process.stdout.write(`dist: ${updateKeys.length === 0 ? 'no updates' : `updates by ${updateKeys.length} keys`}\n`);
process.stdout.write(`dist: ${release ? 'release' : 'test build without fuses'} in dist/\n`);
