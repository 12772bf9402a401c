/** The virtual desktop of a Playwright worker: no worker shares its display, bus or keychain with another one. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { inVirtualDesktop } from '../../build/desktop-session.ts';
import { root } from '../../build/project.ts';

/** Prints where the desktop is, and keeps it until its standard input ends. */
const guest = `
  const { DISPLAY, XAUTHORITY, DBUS_SESSION_BUS_ADDRESS } = process.env;
  console.log(JSON.stringify({ DISPLAY, XAUTHORITY, DBUS_SESSION_BUS_ADDRESS }));
  process.stdin.resume();
`;

/**
 * Opens a desktop with an empty keychain, and makes it the one of this process and of all that it starts. Other systems
 * than Linux have a desktop already.
 *
 * @param number of the worker, from 0
 * @returns closes the desktop
 */
export async function openDesktop(number: number): Promise<() => Promise<void>> {
  if (process.platform !== 'linux') return () => Promise.resolve();
  const name = `test-${number}`;
  rmSync(join(root, '.cache', 'keyrings', name), { recursive: true, force: true });
  const { command, env } = inVirtualDesktop([process.execPath, '-e', guest], name, 100 + 10 * number);
  const [program = '', ...args] = command;
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const line = new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once('line', resolve);
    void ended.then(([code]) => {
      reject(new Error(`the virtual desktop ended with ${String(code)}`));
    });
  });
  for (const [variable, value] of Object.entries({ ...env, ...(JSON.parse(await line) as NodeJS.ProcessEnv) })) {
    if (value === undefined) Reflect.deleteProperty(process.env, variable);
    else process.env[variable] = value;
  }
  return async () => {
    child.stdin.end();
    await ended;
  };
}
