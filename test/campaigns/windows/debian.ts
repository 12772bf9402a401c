/**
 * Debian 13 in a folder: the Wine of Debian 12 is too old for Node 24. Programs in it see the network of this computer,
 * and processes and mounts of their own, which end with the command that started them.
 */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runProgram } from '../../../build/run-program.ts';
import { missingPrograms } from '../../support/label-tools.ts';

const suite = 'trixie';
/** What runs Windows' programs without a screen, and what Wine wants to know of a network. */
const packages = ['wine', 'wine64', 'ca-certificates'];
/** Written last, so that a folder of an installation that was ended half-way is made again. */
const readyMark = 'depot-desk-is-ready';

/** Where the copy of the project lies in the folder, and what Wine calls that place. */
export const place = { inDebian: '/app', inWine: 'Z:\\app' } as const;

/** Why Windows' programs cannot run here; null: they can. */
export function whyNot(): string | null {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'Wine runs Windows’ programs on Linux x64 alone';
  if (process.getuid?.() !== 0) return 'debootstrap and chroot need root';
  const missing = missingPrograms('debootstrap', 'unshare', 'chroot');
  return missing.length === 0 ? null : `not installed: ${missing.join(', ')} (packages debootstrap, util-linux)`;
}

/**
 * A command that runs a script of bash in the folder.
 *
 * @param folder Debian's root
 */
export function inDebian(folder: string, script: string): string[] {
  const mounts = 'mount --rbind /dev "$1/dev" && mount -t proc proc "$1/proc" && exec chroot "$1" /bin/bash -c "$2"';
  const own = ['unshare', '--mount', '--pid', '--fork', '--kill-child'];
  return [...own, 'bash', '-c', mounts, 'bash', folder, script];
}

async function must(command: readonly string[], what: string): Promise<void> {
  const { code } = await runProgram(command);
  if (code !== 0) throw new Error(`${what}: ended with ${code}`);
}

/**
 * Installs Debian and Wine in the folder unless they are there: about 700 MB from the mirror, a few minutes.
 *
 * @param mirror `http://deb.debian.org/debian`
 */
export async function prepareDebian(folder: string, mirror: string): Promise<void> {
  if (existsSync(join(folder, readyMark))) return;
  process.stdout.write(`windows: installing Debian (${suite}) with Wine into ${folder}\n`);
  const partial = `${folder}.part`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  await must(['debootstrap', '--variant=minbase', suite, partial, mirror], 'debootstrap');
  const install = `apt-get install -y -q --no-install-recommends ${packages.join(' ')}`;
  // A minimal Debian knows no localhost.
  writeFileSync(join(partial, 'etc', 'hosts'), '127.0.0.1 localhost\n::1 localhost\n');
  await must(inDebian(partial, `export DEBIAN_FRONTEND=noninteractive; apt-get update -q && ${install}`), 'apt-get');
  rmSync(folder, { recursive: true, force: true });
  renameSync(partial, folder);
  await must(inDebian(folder, `${wineEnvironment()} wineboot --init && wineserver --wait`), 'wineboot');
  writeFileSync(join(folder, readyMark), '');
}

/**
 * Only 64 bits, no screen, and no words of Wine between those of the tests.
 *
 * @param home the folder with Wine's disk and registry, in Debian's folder
 */
export const wineEnvironment = (home = '/root/.wine'): string =>
  `export HOME=/root LC_ALL=C.UTF-8 WINEARCH=win64 WINEPREFIX=${home} WINEDEBUG=-all XDG_RUNTIME_DIR=/tmp/xdg DISPLAY=; ` +
  'mkdir -p -m 700 "$XDG_RUNTIME_DIR";';
