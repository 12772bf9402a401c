/** The app as an office installs it: a package of the system, and somebody who is not its administrator. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { root } from '../../build/project.ts';

const run = (program: string, args: readonly string[]): string =>
  execFileSync(program, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });

/** Why nothing can be installed here; null: it can. */
export function whyNotInstalled(): string | null {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/dpkg')) return 'a deb is installed on Debian alone';
  return process.getuid?.() === 0 ? null : 'a package is installed by root alone';
}

/** @returns the deb of this version, which `npm test` makes before the end-to-end tests */
export function debOf(version: string): string {
  const name = `depot-desk-test-build_${version}~test_amd64.deb`;
  const file = join(root, 'dist', name);
  if (!existsSync(file)) throw new Error(`npm run dist -- deb --app-version ${version} makes dist/${name}`);
  return file;
}

/** Installs a package over whatever is installed, an older version over a newer one too, with what it needs. */
export function install(file: string): void {
  run('apt-get', ['install', '--yes', '--no-install-recommends', '--allow-downgrades', '--reinstall', file]);
}

/** Removes the program; nothing if it is not installed. */
export function uninstall(): void {
  run('dpkg', ['--remove', 'depot-desk']);
}

/** @returns the installed version, such as `0.1.0~test` */
export const installedVersion = (): string => run('dpkg-query', ['--show', '--showformat=${Version}', 'depot-desk']);

/** @returns the files of the installed program that are not as they were installed */
export function alteredFiles(): string[] {
  // `??5??????   /opt/depot-desk/…`: the sum is another. What else is said is about files that are not the program's.
  const { stdout } = spawnSync('dpkg', ['--verify', 'depot-desk'], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .map((line) => line.slice(line.indexOf('/')))
    .filter((file) => file.startsWith('/opt/depot-desk/'));
}

/** @returns what the system says of the package: `install ok installed`; null: nothing */
export function statusOf(): string | null {
  try {
    return run('dpkg-query', ['--show', '--showformat=${Status}', 'depot-desk']);
  } catch {
    return null;
  }
}

/** A user of this computer who may not change it. */
export interface Clerk {
  name: string;
  /** Starts the installed app as the user, with an own unlocked keyring. */
  program: string;
  /** The app's folder of the user. */
  profile: string;
  /** How the system confines the windows of the user's app. */
  renderers: () => { filtered: boolean; switchedOff: boolean }[];
  /** The processes of the user's app, without its helpers. */
  running: () => number[];
  /** Ends what the user started. */
  end: () => void;
  /** Ends what the user started, and takes the user away. */
  leave: () => void;
}

/** A file of a process, which may end at any time. */
function readNow(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** @param folder that everybody may read, for what the user needs; removed by the caller */
export function hire(folder: string): Clerk {
  const name = `depot-desk-${process.pid}`;
  const home = join(folder, 'home');
  run('useradd', ['--home-dir', home, '--create-home', '--shell', '/bin/sh', name]);
  const id = Number(run('id', ['--user', name]));
  chmodSync(folder, 0o755);
  // The display belongs to whoever runs the tests.
  const access = join(folder, 'display');
  copyFileSync(process.env['XAUTHORITY'] ?? join(process.env['HOME'] ?? '/root', '.Xauthority'), access);
  chownSync(access, id, id);
  const runtime = join(folder, 'runtime');
  mkdirSync(runtime, { mode: 0o700 });
  chownSync(runtime, id, id);
  const end = () => {
    try {
      run('pkill', ['-KILL', '-U', String(id)]);
    } catch {
      // Nothing of the user runs any more.
    }
  };
  const program = join(folder, 'as-clerk');
  const own = `env -i PATH=/usr/bin:/bin HOME=${home} XDG_RUNTIME_DIR=${runtime} XAUTHORITY=${access} DISPLAY="$DISPLAY" TZ=Europe/Berlin`;
  const unlock =
    'printf %s depot-desk | gnome-keyring-daemon --unlock --components=secrets >/dev/null && exec depot-desk "$@"';
  writeFileSync(
    program,
    `#!/bin/sh\nexec runuser -u ${name} -- ${own} dbus-run-session -- sh -c '${unlock}' sh "$@"\n`,
  );
  chmodSync(program, 0o755);
  return {
    name,
    program,
    profile: join(home, '.config', 'Depot Desk'),
    renderers: () =>
      readdirSync('/proc')
        .filter((entry) => /^\d+$/.test(entry))
        .flatMap((entry) => {
          const command = readNow(join('/proc', entry, 'cmdline'));
          const status = readNow(join('/proc', entry, 'status'));
          const isOwn = new RegExp(`^Uid:\\s+${id}\\s`, 'm').test(status);
          if (!isOwn || !command.includes('--type=renderer')) return [];
          return [{ filtered: /^Seccomp:\s+2$/m.test(status), switchedOff: command.includes('--no-sandbox') }];
        }),
    running: () =>
      readdirSync('/proc')
        .filter((entry) => /^\d+$/.test(entry))
        .filter((entry) => {
          const command = readNow(join('/proc', entry, 'cmdline'));
          const isOwn = new RegExp(`^Uid:\\s+${id}\\s`, 'm').test(readNow(join('/proc', entry, 'status')));
          return isOwn && command.startsWith('/opt/depot-desk/depot-desk') && !command.includes('--type=');
        })
        .map(Number),
    end,
    leave() {
      end();
      run('userdel', ['--force', name]);
    },
  };
}
