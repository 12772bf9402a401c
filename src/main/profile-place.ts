/**
 * Where the profile may lie: never in a network or roaming folder (architecture, outbox). SQLite's locks and flushes do
 * not hold there, and two computers would send the same entries.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, posix, win32 } from 'node:path';
import { ownFolder } from './private-files.ts';

/** network: on another computer · roaming: copied between computers when somebody signs in */
export type PlaceTrouble = 'network' | 'roaming';

/** What of a computer decides it; given, so that each system's rules can be tried on any. */
export interface Place {
  platform: NodeJS.Platform;
  /** Where the folder truly is: links followed, a mapped drive as its share. */
  path: string;
  /** Windows: the folder that roams. */
  roaming: string | undefined;
  /** Linux: /proc/self/mountinfo. macOS: what `mount` prints. Else empty. */
  mounts: string;
}

/** File systems of other computers, as Linux and macOS name them. */
const remote =
  /^(nfs\d?|cifs|smb\d?|smbfs|afs|afpfs|ceph|9p|webdav|davfs|ncpfs|lustre|gpfs|glusterfs|ocfs2|gfs2|virtiofs|vboxsf|vmhgfs|prl_fs|fuse\.(sshfs|rclone|s3fs|gcsfuse|davfs2?|glusterfs|ceph|cifs|smbnetfs|vmhgfs-fuse|google-drive-ocamlfuse|onedriver))$/;

export function placeTrouble({ platform, path, roaming, mounts }: Place): PlaceTrouble | null {
  if (platform === 'win32') {
    // `\\?\C:\` and `\\.\` are this computer's own; `\\?\UNC\` and every other `\\` is a share.
    if (/^\\\\(?![?.]\\)/.test(path) || /^\\\\\?\\UNC\\/i.test(path)) return 'network';
    return roaming !== undefined && isBelow(path.toLowerCase(), roaming.toLowerCase(), win32.sep) ? 'roaming' : null;
  }
  // What iCloud keeps is copied between computers as a roaming folder is.
  if (platform === 'darwin' && path.includes('/Library/Mobile Documents/')) return 'roaming';
  const points = platform === 'darwin' ? macMounts(mounts) : linuxMounts(mounts);
  // Of two at one point, as an automount and what it mounts, the later one is on top.
  const [nearest] = points
    .filter(({ point }) => isBelow(path, point, posix.sep))
    .reverse()
    .sort((one, other) => other.point.length - one.point.length);
  return nearest !== undefined && remote.test(nearest.type) ? 'network' : null;
}

function isBelow(path: string, folder: string, separator: string): boolean {
  const whole = folder.endsWith(separator) ? folder : folder + separator;
  return path === folder || path.startsWith(whole);
}

interface MountPoint {
  point: string;
  type: string;
}

/** `36 35 98:0 /root /point options shared:1 - type source options`; a blank in a path is `\040`. */
function linuxMounts(text: string): MountPoint[] {
  return text.split('\n').flatMap((line) => {
    const fields = line.split(' ');
    const dash = fields.indexOf('-');
    const point = fields[4];
    const type = fields[dash + 1];
    if (dash < 0 || point === undefined || type === undefined) return [];
    return [
      {
        point: point.replaceAll(/\\(\d{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8))),
        type,
      },
    ];
  });
}

/** `//user@server/share on /Volumes/share (smbfs, nodev, nosuid)` */
function macMounts(text: string): MountPoint[] {
  return text.split('\n').flatMap((line) => {
    const [, point, type] = /^.* on (\/.*) \((\w+)[,)]/.exec(line) ?? [];
    return point === undefined || type === undefined ? [] : [{ point, type }];
  });
}

/** The place of a folder on this computer. @param folder may not be there yet: then its nearest parent is looked at */
export function placeOf(folder: string): Place {
  let there = folder;
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there);
  const { platform, env } = process;
  return { platform, path: resolvedPath(there), roaming: env['APPDATA'], mounts: mountsOf(platform) };
}

function resolvedPath(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}

/** What cannot be found out hinders nobody from starting. */
function mountsOf(platform: NodeJS.Platform): string {
  try {
    if (platform === 'linux') return readFileSync('/proc/self/mountinfo', 'utf8');
    if (platform === 'darwin') return execFileSync('/sbin/mount', { encoding: 'utf8', timeout: 2_000 });
  } catch {
    // No list of mounts: only the path speaks.
  }
  return '';
}

/**
 * Takes the folder away from the other users of this computer, also one that an earlier start has left open. Windows
 * keeps a user's folder private itself.
 *
 * @returns the folder
 */
export function keptPrivate(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true, mode: ownFolder });
    chmodSync(folder, ownFolder);
  } catch {
    // A full disk or a folder of somebody else's must not keep the app from starting.
  }
  return folder;
}
