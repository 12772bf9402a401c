/** Builds the app if a source is newer than the last build. */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { out, root } from './project.ts';
import { runProgram } from './run-program.ts';

const sources = ['src', 'build/shipped', 'electron.vite.config.ts', 'svelte.config.js', 'package-lock.json'];
const entries = [
  'main/index.js',
  'main/cache.worker.js',
  'main/training.js',
  'preload/index.cjs',
  'preload/preflight.cjs',
  'renderer/index.html',
  'renderer/licences.txt',
  'shipped.json',
];

/** Modification time of the newest file at or below the path, in milliseconds since the epoch. */
function newest(path: string): number {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

function isFresh(): boolean {
  const built = entries.map((entry) => join(out, entry));
  if (!built.every((file) => existsSync(file))) return false;
  const oldest = Math.min(...built.map((file) => statSync(file).mtimeMs));
  return sources.every((source) => newest(join(root, source)) < oldest);
}

/** Exits this process if the build fails. The build has printed the reason by then. */
export async function ensureBuilt(): Promise<void> {
  if (isFresh()) return;
  process.stdout.write('build: the app has changed since it was built; building\n');
  // Remove files of earlier builds that have other names. The build does not own out/tour.
  for (const folder of ['main', 'preload', 'renderer']) rmSync(join(out, folder), { recursive: true, force: true });
  const { code } = await runProgram(['electron-vite', 'build', '--logLevel', 'warn']);
  if (code !== 0) process.exit(code);
}
