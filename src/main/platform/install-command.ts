/** The command by which the system installs an update. */
import type { Installer } from '../../shared/updates.ts';

/**
 * Only a downgrade that is signed as one may replace a newer version: meanwhile somebody else may have installed that.
 *
 * @param hasZypper the system installs packages with zypper and not with dnf
 */
export function commandFor(
  installer: Installer,
  { file, isDowngrade }: { file: string; isDowngrade: boolean },
  hasZypper: boolean,
): [program: string, ...given: string[]] {
  const only = (...given: string[]) => (isDowngrade ? given : []);
  if (installer === 'linux-x64-deb')
    return ['/usr/bin/apt-get', 'install', '--yes', ...only('--allow-downgrades'), file];
  if (hasZypper) {
    const how = ['--allow-unsigned-rpm', ...only('--oldpackage')];
    return ['/usr/bin/zypper', '--non-interactive', 'install', ...how, file];
  }
  return ['/usr/bin/dnf', '--assumeyes', isDowngrade ? 'downgrade' : 'install', file];
}
