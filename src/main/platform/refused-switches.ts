/** Switches of a start that would let another program read or steer the installed app (attack 15). */
import { url as debuggerAddress } from 'node:inspector';

/**
 * These have done their work when the first line of the app runs: main's own V8 has read its flags, and Chromium has
 * chosen how its processes begin and which program comes before them. It is too late to remove one, so the app does not
 * start with it.
 */
export const earlySwitches = ['js-flags', 'zygote-cmd-prefix', 'no-zygote', 'single-process'] as const;

export const refusedSwitches = [
  // Chromium's own debugging doors, and Node's.
  ...['remote-debugging-port', 'remote-debugging-pipe', 'remote-debugging-address', 'remote-allow-origins'],
  ...['remote-debugging-socket-name', 'remote-debugging-io-pipes', 'enable-automation', 'auto-open-devtools-for-tabs'],
  ...['inspect', 'inspect-brk', 'inspect-port', 'inspect-wait', 'inspect-publish-uid', 'debug-port'],
  // Code of others, or another program in place of a process of ours.
  ...['load-extension', 'disable-extensions-except', 'renderer-cmd-prefix', 'utility-cmd-prefix'],
  ...['browser-subprocess-path', 'gpu-launcher', 'ppapi-plugin-launcher'],
  // Checks that nobody may switch off, and records of the traffic.
  ...['disable-web-security', 'allow-running-insecure-content', 'ignore-certificate-errors'],
  ...[
    'ignore-certificate-errors-spki-list',
    'unsafely-treat-insecure-origin-as-secure',
    'disable-site-isolation-trials',
  ],
  ...['host-rules', 'host-resolver-rules', 'log-net-log', 'net-log-capture-mode', 'ssl-key-log-file'],
] as const;

interface CommandLine {
  hasSwitch(name: string): boolean;
  removeSwitch(name: string): void;
}

/**
 * Removes the refused switches before Chromium reads them. Who may already debug main could undo it, so a build whose
 * inspector is on keeps them: that is how the tests drive an unreleased build. A release has the inspector fused off.
 *
 * @param isPackaged only the installed app refuses them
 * @param inspector the address of Node's inspector; undefined: it is off
 * @returns the names of those that were given: those that are gone now, and those that acted before
 */
export function refuseSwitches(
  line: CommandLine,
  isPackaged: boolean,
  inspector: string | undefined = debuggerAddress(),
): { removed: string[]; early: string[] } {
  if (!isPackaged || inspector !== undefined) return { removed: [], early: [] };
  const given = refusedSwitches.filter((name) => line.hasSwitch(name));
  for (const name of given) line.removeSwitch(name);
  return { removed: given, early: earlySwitches.filter((name) => line.hasSwitch(name)) };
}
