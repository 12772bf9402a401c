/** Installs, updates and removes the MSI as an administrator does it, with `msiexec /qn` under Wine, and looks at what is there. */
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { setFuses } from '../../../build/fuses.ts';
import { root } from '../../../build/project.ts';
import { runProgram } from '../../../build/run-program.ts';
import { inDebian, wineEnvironment } from './debian.ts';

/** A computer of its own, new for each trial. */
const home = '/root/.wine-msi';
const drive = `${home.slice(1)}/drive_c`;
const programFolder = `${drive}/Program Files/Depot Desk`;
/** Windows puts the entry of all users into the first; Wine does not tell them apart. */
const menuEntries = ['ProgramData', 'users/root/AppData/Roaming'].map(
  (place) => `${drive}/${place}/Microsoft/Windows/Start Menu/Programs/Depot Desk.lnk`,
);
const executable = 'Depot Desk.exe';
const zero = '0'.charCodeAt(0);
const policyFile = `${drive}/ProgramData/Depot Desk/policy.json`;
const uninstallKey = 'HKLM\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall';
const mostMilliseconds = 600_000;
/** What msiexec answers when a newer version is there: the installation failed. */
const refused = 1603;
const policy = JSON.stringify({ updates: { off: true } });

/** Every file below a folder with its hash, by its path with slashes. */
function filesBelow(folder: string): Map<string, string> {
  if (!existsSync(folder)) return new Map();
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const hash = createHash('sha256').update(readFileSync(path)).digest('hex');
      return [relative(folder, path).split(sep).join('/'), hash];
    }),
  );
}

const differing = (one: Map<string, string>, other: Map<string, string>) =>
  [...one].filter(([path, hash]) => other.get(path) !== hash).map(([path]) => path);

/** Loads what the installed app loads from outside of its archive, in the installed program run as Node. */
const nativeScript = `
const { join } = require('node:path');
const app = join(process.resourcesPath, 'app.asar');
const Sqlite = require(join(app, 'node_modules', 'better-sqlite3'));
const version = new Sqlite(':memory:').prepare('SELECT sqlite_version()').pluck().get();
const keytar = require(join(app, 'node_modules', 'keytar'));
keytar.setPassword('Depot Desk test', 'account', 'key').then(async () => {
  const key = await keytar.getPassword('Depot Desk test', 'account');
  await keytar.deletePassword('Depot Desk test', 'account');
  require('node:fs').writeFileSync('Z:\\\\msi\\\\native.txt', JSON.stringify({ version, key, platform: process.platform }));
});
`;

export class InstallerTrial {
  private readonly folder: string;
  private readonly failures: string[] = [];
  private readonly say: (line: string) => void;

  /** @param folder Debian's root */
  constructor(folder: string, say: (line: string) => void) {
    this.folder = folder;
    this.say = say;
  }

  /**
   * Installs the first, updates to the second, tries to go back, and removes it.
   *
   * @param files the installers, the older first
   * @param packed the folder that the newer one was made of
   * @returns what is not as it should be
   */
  async run(files: readonly [string, string], packed: string): Promise<string[]> {
    const [older, newer] = files.map((file) => basename(file)) as [string, string];
    const inside = join(this.folder, 'msi');
    for (const folder of [inside, this.at(home)]) rmSync(folder, { recursive: true, force: true });
    mkdirSync(inside);
    for (const file of files) copyFileSync(file, join(inside, basename(file)));
    writeFileSync(join(inside, 'office.json'), policy);
    const outbox = join(this.folder, drive, 'users/root/AppData/Local/Depot Desk/workspaces/w1/outbox.db');
    mkdirSync(join(outbox, '..'), { recursive: true });
    writeFileSync(outbox, 'what waits');

    this.expectExit(await this.msiexec(`/i 'Z:\\msi\\${older}' POLICYFILE='Z:\\msi\\office.json'`), 0, 'install');
    this.expect('the program is installed', existsSync(this.at(`${programFolder}/Depot Desk.exe`)));
    this.expect('the policy is in its place', this.textOf(policyFile) === policy);
    await this.expectProduct(older);

    this.expectExit(await this.msiexec(`/i 'Z:\\msi\\${newer}'`), 0, 'update');
    const [installed, made] = [filesBelow(this.at(programFolder)), filesBelow(packed)];
    this.say(`   ${installed.size} files in C:\\Program Files\\Depot Desk, ${made.size} in the packaged folder`);
    for (const path of [...installed.keys()].sort()) this.say(`     ${path}`);
    this.expect(
      `every file is installed as it was made: ${differing(made, installed).join(', ')}`,
      () => differing(made, installed).length === 0,
    );
    this.expect(
      `nothing else is installed: ${differing(installed, made).join(', ')}`,
      () => differing(installed, made).length === 0,
    );
    this.expect(`the start menu has its entry: ${this.inMenu().join(', ')}`, this.inMenu().length === 1);
    this.expect('the policy stays with an update', this.textOf(policyFile) === policy);
    await this.expectProduct(newer);
    await this.expectNativeLibraries();
    await this.expectRefusedArchive();

    this.expectExit(await this.msiexec(`/i 'Z:\\msi\\${older}'`), refused, 'a version that is older');
    await this.expectProduct(newer);

    this.expectExit(await this.msiexec(`/x 'Z:\\msi\\${newer}'`), 0, 'remove');
    const left = [...filesBelow(this.at(programFolder)).keys()];
    this.expect(`nothing of the program is left: ${left.join(', ')}`, left.length === 0);
    this.expect(`the start menu has no entry any more: ${this.inMenu().join(', ')}`, this.inMenu().length === 0);
    this.expect('no product is registered any more', (await this.products()).length === 0);
    this.expect('what was typed is still there', readFileSync(outbox, 'utf8') === 'what waits');
    this.expect('the policy of the office is still there', this.textOf(policyFile) === policy);
    return this.failures;
  }

  private at(path: string): string {
    return join(this.folder, path);
  }

  private inMenu(): string[] {
    return menuEntries.filter((path) => existsSync(this.at(path)));
  }

  private textOf(path: string): string | null {
    return existsSync(this.at(path)) ? readFileSync(this.at(path), 'utf8') : null;
  }

  private expect(what: string, holds: boolean | (() => boolean)): void {
    const isSo = typeof holds === 'function' ? holds() : holds;
    this.say(`   ${isSo ? '✓' : '✗'} ${what.replace(/: $/, '')}`);
    if (!isSo) this.failures.push(what);
  }

  private expectExit(code: number, wanted: number, what: string): void {
    this.expect(`${what}: msiexec ended with ${code}, expected ${wanted}`, code === wanted);
  }

  private async inWine(command: string): Promise<number> {
    // The exit code of a program for Windows may have more than eight bits, which Linux cuts off.
    const whole = `${wineEnvironment(home)} ${command}; echo $? > /msi/exit; wineserver --wait`;
    await runProgram(inDebian(this.folder, whole), { limitMilliseconds: mostMilliseconds });
    return Number(readFileSync(this.at('msi/exit'), 'utf8'));
  }

  private async msiexec(words: string): Promise<number> {
    const log = `'Z:\\msi\\msiexec.log'`;
    const line = `msiexec ${words} /qn /l*v ${log}`;
    this.say(`── ${line}`);
    await this.inWine(`wine cmd /v:on /c "${line.replaceAll("'", '')} & echo !errorlevel! > Z:\\msi\\code.txt"`);
    return Number(this.textOf('msi/code.txt') ?? Number.NaN);
  }

  /** @returns the lines that Windows' list of programs has of the app */
  private async products(): Promise<string[]> {
    await this.inWine(`wine reg query '${uninstallKey}' /s > /msi/products.txt 2>&1`);
    return (this.textOf('msi/products.txt') ?? '')
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => /^DisplayName\s.*Depot Desk/.test(line));
  }

  /** What the list of programs says of the app, as read last. */
  private registered(): string[] {
    const keys = (this.textOf('msi/products.txt') ?? '').split(/\r?\n\r?\n/);
    const ours = keys.filter((text) => /DisplayName\s.*Depot Desk/.test(text));
    return ours.flatMap((text) => text.split(/\r?\n/).filter((line) => line.trim() !== ''));
  }

  private async expectProduct(file: string): Promise<void> {
    const products = await this.products();
    for (const line of this.registered()) this.say(`     ${line}`);
    const version = /(\d+\.\d+\.\d+)/.exec(file)?.[1] ?? '';
    const text = this.textOf('msi/products.txt') ?? '';
    this.expect(`one product is registered: ${products.join(' | ')}`, products.length === 1);
    this.expect(`of version ${version}`, new RegExp(`DisplayVersion\\s+REG_SZ\\s+${version}`).test(text));
  }

  /** Runs the script in a program of the installed folder. @returns what it wrote; null: it did not get there */
  private async native(name: string): Promise<string | null> {
    rmSync(this.at('msi/native.txt'), { force: true });
    writeFileSync(this.at('msi/native.cjs'), nativeScript);
    const program = `wine 'C:\\Program Files\\Depot Desk\\${name}'`;
    await this.inWine(`ELECTRON_RUN_AS_NODE=1 ${program} 'Z:\\msi\\native.cjs' > /msi/out.txt 2> /msi/err.txt`);
    return this.textOf('msi/native.txt');
  }

  private async expectNativeLibraries(): Promise<void> {
    const text = await this.native(executable);
    this.expect(
      `the installed program loads SQLite and the credential store: ${text ?? this.textOf('msi/err.txt') ?? ''}`,
      text !== null && (JSON.parse(text) as { key: string }).key === 'key',
    );
  }

  /** With the fuse of a release the program does not read an archive in which one byte is another (attack 16). */
  private async expectRefusedArchive(): Promise<void> {
    const [archive, fused] = [this.at(`${programFolder}/resources/app.asar`), 'Fused.exe'];
    copyFileSync(this.at(`${programFolder}/${executable}`), this.at(`${programFolder}/${fused}`));
    setFuses(this.at(`${programFolder}/${fused}`), { embeddedAsarIntegrityValidation: true });
    const whole = readFileSync(archive);
    this.expect('the program with the fuse reads the archive as it was made', (await this.native(fused)) !== null);
    // A digit of a hash: the header is still one, and names a file that the script does not read.
    const altered = Buffer.from(whole);
    const at = altered.indexOf('"hash":"', altered.indexOf('"LICENSE":{')) + '"hash":"'.length;
    altered.writeUInt8(altered.readUInt8(at) === zero ? zero + 1 : zero, at);
    writeFileSync(archive, altered);
    this.expect('the program without the fuse reads an altered archive', (await this.native(executable)) !== null);
    this.expect('the program with the fuse does not', (await this.native(fused)) === null);
    writeFileSync(archive, whole);
    rmSync(this.at(`${programFolder}/${fused}`));
  }
}

/** The installers of this version and the next, made one after the other. @returns their paths, and the folder of the newer */
export async function makeInstallers(
  versions: readonly [string, string],
): Promise<{ files: [string, string]; packed: string }> {
  const kept = join(root, 'out', 'msi');
  mkdirSync(kept, { recursive: true });
  const files: string[] = [];
  for (const version of versions) {
    const { code } = await runProgram([process.execPath, 'build/dist.ts', 'msi', '--app-version', version]);
    if (code !== 0) throw new Error(`no installer of version ${version} was made`);
    const name = `depot-desk-test-build-${version}-x64.msi`;
    copyFileSync(join(root, 'dist', name), join(kept, name));
    files.push(join(kept, name));
  }
  return { files: files as [string, string], packed: join(root, 'dist', 'win-unpacked') };
}
