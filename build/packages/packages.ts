/**
 * Installers out of the packaged folder, made by the system's own tools: nothing is fetched. Two runs on one commit make
 * the same bytes where the tool allows it: times are the commit's, owners are root.
 */
import { execFileSync } from 'node:child_process';
import { accessSync, chmodSync, constants, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from '../project.ts';
import {
  afterInstallation,
  beforeRemoval,
  description,
  layOut,
  maintainer,
  packageName,
  programFolder,
  sizeOf,
  summary,
} from './layout.ts';

export const linuxTypes = ['deb', 'rpm', 'tar.gz'] as const;
export type LinuxType = (typeof linuxTypes)[number];
/** Made by electron-builder alone, which downloads the programs for it. */
export const builderTypes = ['AppImage', 'nsis', 'dmg'] as const;
export type BuilderType = (typeof builderTypes)[number];
export const packageTypes = [...linuxTypes, 'msi', ...builderTypes] as const;
export type PackageType = (typeof packageTypes)[number];

export interface PackageOf {
  /** The app as electron-builder leaves it. */
  folder: string;
  /** Where the packages go. */
  output: string;
  /** `0.1.0` */
  version: string;
  /** A test build says so in its name and its version, which is older than the release's, and is packed in less time. */
  release: boolean;
}

/** What a package needs, as Debian's tools find it missing before anything is made. */
const tools: Readonly<Partial<Record<PackageType, { program: string; from: string }>>> = {
  deb: { program: 'dpkg-deb', from: 'dpkg' },
  rpm: { program: 'rpmbuild', from: 'rpm' },
  'tar.gz': { program: 'tar', from: 'tar' },
  msi: { program: 'wixl', from: 'wixl msitools' },
};

/** @returns what is missing for these packages, in words; empty: nothing */
export function missingFor(types: readonly PackageType[]): string[] {
  const isThere = (program: string) =>
    (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
      try {
        accessSync(join(folder, program), constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
  return types.flatMap((type) => {
    const tool = tools[type];
    if (tool === undefined || isThere(tool.program)) return [];
    return [`${type} needs ${tool.program}: apt-get install ${tool.from}`];
  });
}

/** Seconds since the epoch: when the commit was made, so that a package does not depend on when it is built. */
export function timeOfCommit(): string {
  const given = process.env['SOURCE_DATE_EPOCH'];
  if (given !== undefined) return given;
  const options = { cwd: root, encoding: 'utf8' } as const;
  return execFileSync('git', ['log', '-1', '--format=%ct'], options).trim();
}

const environment = (): NodeJS.ProcessEnv => ({ ...process.env, SOURCE_DATE_EPOCH: timeOfCommit(), LC_ALL: 'C' });

function run(program: string, args: readonly string[]): void {
  execFileSync(program, args, { env: environment(), stdio: ['ignore', 'ignore', 'inherit'] });
}

/** `0.1.0`, or `0.1.0~test`, which sorts before it in deb and rpm. */
const versionOf = ({ version, release }: PackageOf): string => (release ? version : `${version}~test`);
const fileOf = (name: string, { release, output }: PackageOf): string =>
  join(output, release ? name : name.replace(packageName, `${packageName}-test-build`));

const debianNeeds = [
  ...['libgtk-3-0 | libgtk-3-0t64', 'libnotify4', 'libnss3 (>= 2:3.26)', 'libxss1', 'libxtst6', 'xdg-utils'],
  ...['libatspi2.0-0 | libatspi2.0-0t64', 'libgbm1', 'libasound2 | libasound2t64', 'libsecret-1-0', 'libuuid1'],
];

function control(of: PackageOf, kibibytes: number): string {
  return [
    `Package: ${packageName}`,
    `Version: ${versionOf(of)}`,
    'Section: misc',
    'Priority: optional',
    'Architecture: amd64',
    `Installed-Size: ${kibibytes}`,
    `Depends: ${debianNeeds.join(', ')}`,
    'Recommends: gnome-keyring | kwalletmanager, cups',
    `Maintainer: ${maintainer}`,
    `Description: ${summary}`,
    ` ${description}`,
    '',
  ].join('\n');
}

/** Debian calls the script before a removal on updates as well, with another first word. */
const whenRemoved = `#!/bin/sh
set -e
if [ "$1" = remove ]; then
${beforeRemoval}fi
`;

/** The program reads it to know which file updates it (main/platform/installation.ts). */
function mark(tree: string, type: 'deb' | 'rpm'): void {
  writeFileSync(join(tree, programFolder, 'resources', 'package-type'), `${type}\n`, { mode: 0o644 });
}

/** @returns the path of the package */
function makeDeb(of: PackageOf, tree: string): string {
  const scripts = join(tree, 'DEBIAN');
  mark(tree, 'deb');
  const kibibytes = sizeOf(tree);
  mkdirSync(scripts);
  writeFileSync(join(scripts, 'control'), control(of, kibibytes));
  for (const [name, text] of [
    ['postinst', `#!/bin/sh\nset -e\nif [ "$1" = configure ]; then\n${afterInstallation}fi\n`],
    ['prerm', whenRemoved],
  ] as const) {
    writeFileSync(join(scripts, name), text);
    chmodSync(join(scripts, name), 0o755);
  }
  const file = fileOf(`${packageName}_${versionOf(of)}_amd64.deb`, of);
  const packing = of.release ? ['-Zxz', '-z6'] : ['-Zgzip', '-z1'];
  run('dpkg-deb', [...packing, '--root-owner-group', '--build', tree, file]);
  rmSync(scripts, { recursive: true });
  return file;
}

/** As Fedora names them, or as openSUSE does: no system installs a package that needs a name it does not have. */
const rpmNeeds = [
  ...['(gtk3 or libgtk-3-0)', '(libnotify or libnotify4)', '(nss or mozilla-nss)', '(libXScrnSaver or libXss1)'],
  ...['(libXtst or libXtst6)', 'xdg-utils', 'at-spi2-core', '(mesa-libgbm or libgbm1)', '(alsa-lib or libasound2)'],
  ...['(libsecret or libsecret-1-0)', '(libuuid or libuuid1)'],
];

/** A percent sign begins a macro in a spec, also within a script. */
const inSpec = (script: string): string => script.replaceAll('%', '%%');

/** @returns the description of the package that rpmbuild reads */
export const spec = (of: PackageOf, tree: string): string => `Name: ${packageName}
Version: ${versionOf(of)}
Release: 1
Summary: ${summary}
License: Apache-2.0
AutoReqProv: no
${rpmNeeds.map((need) => `Requires: ${need}`).join('\n')}
Recommends: gnome-keyring, cups
%define _binary_payload ${of.release ? 'w6.xzdio' : 'w1.gzdio'}
%define _build_id_links none
%define use_source_date_epoch_as_buildtime 1
%define clamp_mtime_to_source_date_epoch 1
%define _buildhost depot-desk
%description
${description}
%install
cp -a '${tree}/.' '%{buildroot}/'
%post
${inSpec(afterInstallation)}%preun
if [ "$1" = 0 ]; then
${inSpec(beforeRemoval)}fi
%files
%defattr(-,root,root,-)
/opt/${packageName}
/usr/bin/${packageName}
/usr/share/applications/${packageName}.desktop
/usr/share/icons/hicolor/512x512/apps/${packageName}.png
/usr/share/icons/hicolor/scalable/apps/${packageName}.svg
/usr/share/doc/${packageName}
`;

/** @returns the path of the package */
function makeRpm(of: PackageOf, tree: string): string {
  mark(tree, 'rpm');
  const work = join(of.output, 'rpm');
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  const file = join(work, `${packageName}.spec`);
  writeFileSync(file, spec(of, tree));
  const target = fileOf(`${packageName}-${versionOf(of)}-1.x86_64.rpm`, of);
  const defines = [`_topdir ${work}`, `_rpmdir ${work}`, '_rpmfilename made.rpm', '__strip /bin/true'];
  const noScripts = ['__os_install_post %{nil}', '_enable_debug_packages 0'];
  const all = [...defines, ...noScripts].flatMap((define) => ['--define', define]);
  run('rpmbuild', ['-bb', '--quiet', '--target', 'x86_64', ...all, file]);
  run('mv', [join(work, 'made.rpm'), target]);
  rmSync(work, { recursive: true });
  return target;
}

/** @returns the path of the archive, whose only folder holds the program */
function makeArchive(of: PackageOf): string {
  const file = fileOf(`${packageName}-${of.version}-linux-x64.tar.gz`, of);
  const same = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${timeOfCommit()}`];
  const named = ['--transform', `s,^\\.,${packageName}-${of.version},`];
  run('tar', [
    ...same,
    ...named,
    '--use-compress-program',
    `gzip -n${of.release ? '9' : '1'}`,
    '-cf',
    file,
    '-C',
    of.folder,
    '.',
  ]);
  return file;
}

/**
 * Makes packages of the folder for Linux.
 *
 * @returns their paths
 * @throws Error when a tool of the system fails; what it said is on the terminal
 */
export function makePackages(types: readonly LinuxType[], of: PackageOf): string[] {
  if (!existsSync(of.folder)) throw new Error(`there is no packaged folder: ${of.folder}`);
  const tree = join(of.output, 'tree');
  if (types.some((type) => type !== 'tar.gz')) layOut(of.folder, tree);
  const makers = { deb: () => makeDeb(of, tree), rpm: () => makeRpm(of, tree), 'tar.gz': () => makeArchive(of) };
  const made = types.map((type) => makers[type]());
  rmSync(tree, { recursive: true, force: true });
  return made;
}
