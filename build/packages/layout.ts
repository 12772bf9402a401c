/** Lays out the packaged folder as Linux keeps installed programs: what a deb and an rpm carry. */
import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../project.ts';

/** The name of the package, its command and its desktop entry. */
export const packageName = 'depot-desk';
export const summary = 'Delivery planning for depot offices';
export const description =
  'Plans deliveries, keeps them live through the day, handles retailer orders and prints A6 shipping labels. It works ' +
  'offline for days and sends every change once.';
export const maintainer = 'Depot Desk contributors';

/** Where the program lies on the installed computer. */
export const programFolder = `/opt/${packageName}`;

const desktopEntry = `[Desktop Entry]
Type=Application
Name=Depot Desk
GenericName=Delivery planning
Comment=${summary}
Exec=${programFolder}/${packageName} %U
Icon=${packageName}
Terminal=false
Categories=Office;
Keywords=delivery;depot;route;label;order;
StartupWMClass=Depot Desk
StartupNotify=true
`;

/**
 * Ubuntu from 24.04 on takes user namespaces, which the sandbox of Chromium needs, from programs without a profile.
 * Older systems cannot read it, so it is put in place by the package's script.
 */
export const appArmorProfile = `abi <abi/4.0>,
include <tunables/global>

profile ${packageName} "${programFolder}/${packageName}" flags=(unconfined) {
  userns,
  include if exists <local/${packageName}>
}
`;

/**
 * What a package's scripts do once the files are there. Run again, it changes nothing. They run as root, who gets user
 * namespaces on some systems where nobody else does: what counts is whether a user without rights gets one.
 */
export const afterInstallation = `if { [ -L /proc/self/ns/user ] &&
  setpriv --reuid=65534 --regid=65534 --clear-groups unshare --user true 2>/dev/null; }; then
  chmod 0755 '${programFolder}/chrome-sandbox'
else
  chmod 4755 '${programFolder}/chrome-sandbox'
fi
profile=/etc/apparmor.d/${packageName}
if apparmor_status --enabled >/dev/null 2>&1 &&
  apparmor_parser --skip-kernel-load --debug '${programFolder}/apparmor-profile' >/dev/null 2>&1; then
  cp -f '${programFolder}/apparmor-profile' "$profile"
  apparmor_parser --replace --write-cache --skip-read-cache "$profile" || true
fi
for update in 'update-desktop-database -q /usr/share/applications' 'gtk-update-icon-cache -q -t -f /usr/share/icons/hicolor'; do
  if command -v "\${update%% *}" >/dev/null 2>&1; then $update || true; fi
done
`;

/** What a package's scripts do when the program is removed, not updated. What people typed stays in their folders. */
export const beforeRemoval = `profile=/etc/apparmor.d/${packageName}
if [ -f "$profile" ]; then
  if command -v apparmor_parser >/dev/null 2>&1; then apparmor_parser --remove "$profile" 2>/dev/null || true; fi
  rm -f "$profile"
fi
`;

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Programs and folders 0755, everything else 0644, whatever the modes of the build's folder are. */
function setModes(path: string): void {
  const { mode } = statSync(path);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inside = join(path, entry.name);
    if (entry.isDirectory()) setModes(inside);
    else if (entry.isFile()) chmodSync(inside, statSync(inside).mode & 0o111 ? 0o755 : 0o644);
  }
  if ((mode & 0o777) !== 0o755) chmodSync(path, 0o755);
}

/**
 * @param folder of the app as electron-builder leaves it
 * @param to an empty or missing folder; the root of the installed computer below it
 */
export function layOut(folder: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  const program = join(to, programFolder);
  mkdirSync(dirname(program), { recursive: true });
  cpSync(folder, program, { recursive: true });
  write(join(program, 'apparmor-profile'), appArmorProfile);
  write(join(to, 'usr/share/applications', `${packageName}.desktop`), desktopEntry);
  const icons = join(to, 'usr/share/icons/hicolor');
  for (const [size, file] of [
    ['512x512', 'icon.png'],
    ['scalable', 'icon.svg'],
  ] as const) {
    const suffix = file.slice(file.lastIndexOf('.'));
    mkdirSync(join(icons, size, 'apps'), { recursive: true });
    cpSync(join(root, 'resources', file), join(icons, size, 'apps', `${packageName}${suffix}`));
  }
  const documents = join(to, 'usr/share/doc', packageName);
  mkdirSync(documents, { recursive: true });
  cpSync(join(root, 'LICENSE'), join(documents, 'copyright'));
  setModes(to);
  mkdirSync(join(to, 'usr/bin'), { recursive: true });
  symlinkSync(`..${programFolder.replace(/^\//, '/../')}/${packageName}`, join(to, 'usr/bin', packageName));
}

/** @returns kibibytes of all files below a folder, which a package states as its size when installed */
export function sizeOf(folder: string): number {
  const bytes = (path: string): number =>
    readdirSync(path, { withFileTypes: true }).reduce((sum, entry) => {
      const inside = join(path, entry.name);
      if (entry.isDirectory()) return sum + bytes(inside);
      return sum + (entry.isFile() ? statSync(inside).size : 0);
    }, 0);
  return Math.ceil(bytes(folder) / 1_024);
}
