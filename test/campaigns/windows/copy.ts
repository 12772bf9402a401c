/** The project as it lies here, without what is built and ignored, and with the packages for Windows. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../../build/project.ts';

/** Kept between two runs: they are fetched again only when the lock file has changed. */
const modules = 'node_modules';
const stamp = '.windows-stamp';

function filesOfProject(): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (status !== 0) throw new Error('git ls-files failed');
  const isFile = (file: string) => lstatSync(join(root, file), { throwIfNoEntry: false })?.isFile() === true;
  return stdout.split('\0').filter((file) => file !== '' && isFile(file));
}

/** @param to the folder of the copy, which gets the state of the working copy */
export function copyProject(to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(to)) if (name !== modules) rmSync(join(to, name), { recursive: true, force: true });
  for (const file of filesOfProject()) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    copyFileSync(join(root, file), join(to, file));
  }
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const stampFile = join(to, modules, stamp);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === lock) return;
  const flags = ['--os=win32', '--cpu=x64', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  // What npm has told the command that runs this is about the project here.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  execFileSync('npm', ['ci', ...flags], { cwd: to, env, stdio: 'inherit' });
  writeFileSync(stampFile, lock);
}
