/** How this app was installed, and how the system installs another version of it. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import { AppError, type ErrorCode } from '../../shared/errors.ts';
import type { Installer } from '../../shared/updates.ts';
import { commandFor } from './install-command.ts';

/** Written by the package beside the archive: `deb` or `rpm`. */
const markFile = 'package-type';

/** Asks for an administrator's password and runs a program as root. */
const asRoot = '/usr/bin/pkexec';

/** The administrator's file on each system. */
export function policyFile(): string {
  if (process.platform === 'win32')
    return join(process.env['ProgramData'] ?? 'C:\\ProgramData', 'Depot Desk', 'policy.json');
  return process.platform === 'darwin'
    ? '/Library/Application Support/Depot Desk/policy.json'
    : '/etc/depot-desk/policy.json';
}

/** @returns null: the app does not update this kind of installation */
export function installerHere(): Installer | null {
  if (!app.isPackaged || process.platform !== 'linux' || process.arch !== 'x64') return null;
  try {
    const mark = readFileSync(join(process.resourcesPath, markFile), 'utf8').trim();
    if (mark === 'deb') return 'linux-x64-deb';
    return mark === 'rpm' ? 'linux-x64-rpm' : null;
  } catch {
    return null;
  }
}

/** What pkexec says if nobody gave the password, and if nobody could be asked. */
const refusals: Readonly<Record<number, ErrorCode>> = { 126: 'update.not-allowed', 127: 'update.no-agent' };

/**
 * Lets the system install a file. Its administrator is asked for a password first.
 *
 * @param how.isDowngrade it is to replace a newer version; otherwise the system refuses to
 * @throws AppError `update.not-allowed`, `update.no-agent`, `update.not-installed`
 */
export function installFile(file: string, how: { isDowngrade: boolean }): Promise<void> {
  const installer = installerHere();
  if (installer === null) return Promise.reject(new AppError('update.not-installed'));
  return new Promise((resolve, reject) => {
    const child = spawn(asRoot, commandFor(installer, { file, ...how }, existsSync('/usr/bin/zypper')), {
      stdio: 'ignore',
      detached: true,
    });
    child.once('error', (error) => reject(new AppError('update.no-agent', { retry: 'later', cause: error })));
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new AppError(refusals[code ?? -1] ?? 'update.not-installed', { retry: 'later' }));
    });
  });
}

/** Ends the app and starts it again, in the version that is installed now. */
export function startAgain(): void {
  app.relaunch();
  app.quit();
}
