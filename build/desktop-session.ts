/**
 * A desktop for programs with windows on a machine without a display: a virtual display (xvfb), a private session bus
 * and a private unlocked keyring in the project's cache, so that no user's keyring is touched.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.ts';

const isThere = (program: string) => spawnSync('which', [program], { stdio: 'ignore' }).status === 0;

/** Whether windows can open without a virtual display. */
export function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);
}

/** Arguments that Electron needs on this machine. The caller prints why. */
export function electronArguments(): string[] {
  // Chromium's sandbox does not run as root.
  return process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}

/**
 * Wraps a command so that it runs on a virtual display with a private bus and an unlocked private keyring.
 * @param name names the keyring's folder; runs with the same name share the keyring
 * @param display where the search for a free display number starts; runs that start concurrently need different ones
 */
export function inVirtualDesktop(
  command: readonly string[],
  name: string,
  display = 99,
): { command: string[]; env: NodeJS.ProcessEnv } {
  const missing = ['xvfb-run', 'dbus-run-session', 'gnome-keyring-daemon'].filter((program) => !isThere(program));
  if (missing.length > 0) throw new Error(`not installed: ${missing.join(', ')} (packages xvfb, dbus, gnome-keyring)`);
  const keyring = join(root, '.cache', 'keyrings', name);
  mkdirSync(keyring, { recursive: true, mode: 0o700 });
  // The keyring's password protects nothing: the keyring exists only for this machine without a desktop.
  const unlock =
    'printf %s depot-desk | XDG_DATA_HOME="$DEPOT_DESK_KEYRING" gnome-keyring-daemon --unlock --components=secrets >/dev/null && exec "$@"';
  return {
    command: [
      ...['xvfb-run', '-a', '-n', String(display), '-s', '-screen 0 1920x1080x24'],
      ...['dbus-run-session', '--', 'bash', '-c', unlock, 'bash'],
      ...command,
    ],
    env: { DEPOT_DESK_KEYRING: keyring, WAYLAND_DISPLAY: undefined, XDG_SESSION_TYPE: 'x11', NO_AT_BRIDGE: '1' },
  };
}
