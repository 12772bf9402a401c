/**
 * The entry point of every npm command: runs set-up, then the TypeScript program named by the first argument, on the
 * Node that set-up found and with Electron's location in the environment. `node build/run.mjs build/start --tour` runs
 * build/start.ts.
 */
import { spawn } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { root, setup } from './setup.mjs';

const [program, ...args] = process.argv.slice(2);

try {
  const { node, electron } = setup();
  if (program !== undefined) {
    const child = spawn(node, [join(root, `${program}.ts`), ...args], {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        PATH: dirname(node) + delimiter + join(root, 'node_modules', '.bin') + delimiter + (process.env.PATH ?? ''),
        DEPOT_DESK_ELECTRON: electron.executable,
        DEPOT_DESK_ELECTRON_VERSION: electron.version,
        DEPOT_DESK_ELECTRON_ORIGIN: electron.origin,
        ELECTRON_EXEC_PATH: electron.executable,
        ELECTRON_OVERRIDE_DIST_PATH: electron.folder,
      },
    });
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => child.kill(signal));
    child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
  }
} catch (error) {
  process.stderr.write(`setup: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
