/**
 * An installer for Windows out of the packaged folder, made on Linux by wixl of the msitools. It installs for all users of
 * a computer, without questions with `msiexec /i FILE /qn`, and `POLICYFILE=\\server\share\policy.json` puts the office's
 * policy in its place. What people typed lies in their own folders, which no installer touches.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../project.ts';
import { maintainer, packageName, summary } from './layout.ts';
import { timeOfCommit, type PackageOf } from './packages.ts';

const productName = 'Depot Desk';
const executable = 'Depot Desk.exe';
const icon = join(root, 'resources', 'icon.ico');

/** An id that is the same in every build of the same thing. */
function guid(of: string): string {
  const hash = createHash('sha256').update(`${packageName}: ${of}`).digest('hex').toUpperCase();
  // The version of ids that are made of a hash: RFC 9562, version 8.
  const variant = '89AB'[Number.parseInt(hash.slice(16, 17), 16) % 4] ?? '8';
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    variant + hash.slice(17, 20),
    hash.slice(20, 32),
  ].join('-');
}

/** Windows knows the versions of one product by it, so it never changes. */
const upgradeCode = guid('upgrade');
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

interface Tree {
  xml: string;
  /** Ids of all components in it. */
  components: string[];
}

/** Ids may have only some letters, and 72 of them. */
const idOf = (kind: string, path: string) =>
  `${kind}_${createHash('sha256').update(path).digest('hex').slice(0, 32).toUpperCase()}`;

/**
 * A component for each file, so that Windows repairs and removes each.
 *
 * @param from where paths of files begin, because wixl finds none that begins at the root
 * @param below path in the folder, with slashes
 */
function treeOf(folder: string, from: string, below = ''): Tree {
  const parts: string[] = [];
  const components: string[] = [];
  const entries = readdirSync(join(folder, below), { withFileTypes: true });
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) {
      const inside = treeOf(folder, from, path);
      components.push(...inside.components);
      parts.push(`<Directory Id="${idOf('D', path)}" Name="${escaped(entry.name)}">${inside.xml}</Directory>`);
      continue;
    }
    const component = idOf('C', path);
    components.push(component);
    parts.push(
      `<Component Id="${component}" Guid="${guid(path)}" Win64="yes">` +
        `<File Id="${idOf('F', path)}" Name="${escaped(entry.name)}" Source="${escaped(relative(from, join(folder, path)))}" KeyPath="yes"/>` +
        `</Component>`,
    );
  }
  return { xml: parts.join('\n'), components };
}

/** @returns the description of the installer that wixl reads */
export function descriptionOf({ folder, output, version, release }: PackageOf): string {
  const tree = treeOf(folder, output);
  const name = release ? productName : `${productName} (test build)`;
  const all = [...tree.components, 'StartMenu', 'Policy'];
  return `<?xml version="1.0" encoding="utf-8"?>
<Wix xmlns="http://schemas.microsoft.com/wix/2006/wi">
  <Product Id="${guid(`product ${version} ${String(release)}`)}" Name="${name}" Language="1033" Version="${version}"
    Manufacturer="${maintainer}" UpgradeCode="${upgradeCode}">
    <Package Id="${guid(`package ${version} ${String(release)} ${timeOfCommit()}`)}" InstallerVersion="500" Compressed="yes"
      InstallScope="perMachine" Description="${summary}" Manufacturer="${maintainer}"/>
    <MajorUpgrade DowngradeErrorMessage="A newer version of ${productName} is installed. Remove it first to go back; what was typed stays."/>
    <Media Id="1" Cabinet="files.cab" EmbedCab="yes"/>
    <Icon Id="icon.ico" SourceFile="${escaped(relative(output, icon))}"/>
    <Property Id="ARPPRODUCTICON" Value="icon.ico"/>
    <Property Id="ARPNOMODIFY" Value="1"/>
    <Directory Id="TARGETDIR" Name="SourceDir">
      <Directory Id="ProgramFiles64Folder">
        <Directory Id="INSTALLDIR" Name="${productName}">
${tree.xml}
        </Directory>
      </Directory>
      <Directory Id="ProgramMenuFolder">
        <Component Id="StartMenu" Guid="${guid('start menu')}" Win64="yes">
          <RegistryValue Root="HKLM" Key="Software\\${productName}" Name="InstallFolder" Type="string" Value="[INSTALLDIR]" KeyPath="yes"/>
          <Shortcut Id="StartMenuShortcut" Name="${productName}" Description="${summary}" Target="[INSTALLDIR]${executable}"
            WorkingDirectory="INSTALLDIR" Icon="icon.ico"/>
        </Component>
      </Directory>
      <Directory Id="CommonAppDataFolder">
        <Directory Id="POLICYFOLDER" Name="${productName}">
          <Component Id="Policy" Guid="${guid('policy')}" Win64="yes">
            <CreateFolder/>
            <RegistryValue Root="HKLM" Key="Software\\${productName}" Name="PolicyFolder" Type="string" Value="[POLICYFOLDER]" KeyPath="yes"/>
          </Component>
        </Directory>
      </Directory>
    </Directory>
    <Feature Id="Program" Level="1">
${all.map((id) => `<ComponentRef Id="${id}"/>`).join('\n')}
    </Feature>
  </Product>
</Wix>
`;
}

/**
 * Of the policy's folder and all in it: the system and administrators may do everything, users may read. Nothing is
 * inherited, because Windows lets every user write below ProgramData, and the folder belongs to the system, because an
 * owner may change its permissions.
 */
const policyPermissions = 'O:SYG:SYD:P(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1200a9;;;BU)';

/**
 * wixl has no words for a file that is copied from the administrator's computer, and none for permissions: their tables
 * are added afterwards.
 */
export const policyQueries = [
  'CREATE TABLE `MsiLockPermissionsEx` (`MsiLockPermissionsEx` CHAR(72) NOT NULL, `LockObject` CHAR(72) NOT NULL, ' +
    '`Table` CHAR(32) NOT NULL, `SDDLText` CHAR(255) NOT NULL, `Condition` CHAR(255) ' +
    'PRIMARY KEY `MsiLockPermissionsEx`)',
  // Windows sets them when it creates the folder, which is before the file is copied.
  'INSERT INTO `MsiLockPermissionsEx` (`MsiLockPermissionsEx`, `LockObject`, `Table`, `SDDLText`) ' +
    `VALUES ('PolicyPermissions', 'POLICYFOLDER', 'CreateFolder', '${policyPermissions}')`,
  'CREATE TABLE `MoveFile` (`FileKey` CHAR(72) NOT NULL, `Component_` CHAR(72) NOT NULL, `SourceName` CHAR(255) LOCALIZABLE, ' +
    '`DestName` CHAR(255) LOCALIZABLE, `SourceFolder` CHAR(72), `DestFolder` CHAR(72) NOT NULL, `Options` SHORT NOT NULL ' +
    'PRIMARY KEY `FileKey`)',
  // Without a source's name the property holds the whole path; 0: copied, not moved.
  'INSERT INTO `MoveFile` (`FileKey`, `Component_`, `DestName`, `SourceFolder`, `DestFolder`, `Options`) ' +
    "VALUES ('PolicyFile', 'Policy', 'policy.json', 'POLICYFILE', 'POLICYFOLDER', 0)",
  "INSERT INTO `InstallExecuteSequence` (`Action`, `Sequence`) VALUES ('MoveFiles', 3800)",
  // Otherwise Windows hands it over only to an administrator who asks for the installation.
  "UPDATE `Property` SET `Value` = 'WIX_DOWNGRADE_DETECTED;WIX_UPGRADE_DETECTED;POLICYFILE' " +
    "WHERE `Property` = 'SecureCustomProperties'",
];

/**
 * @param of its folder is the one for Windows
 * @returns the path of the installer
 * @throws Error when a tool fails; what it said is on the terminal
 */
export function makeMsi(of: PackageOf): string {
  const name = of.release ? packageName : `${packageName}-test-build`;
  const file = join(of.output, `${name}-${of.version}-x64.msi`);
  const description = join(of.output, `${packageName}.wxs`);
  const env = { ...process.env, SOURCE_DATE_EPOCH: timeOfCommit() };
  const run = (program: string, args: readonly string[]) =>
    execFileSync(program, args, { cwd: of.output, env, stdio: ['ignore', 'ignore', 'inherit'] });
  writeFileSync(description, descriptionOf(of));
  rmSync(file, { force: true });
  run('wixl', ['--arch', 'x64', '--output', file, description]);
  for (const query of policyQueries) run('msibuild', [file, '-q', query]);
  rmSync(description);
  return file;
}
