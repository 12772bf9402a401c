import { describe, expect, it } from 'vitest';
import { placeOf, placeTrouble, type Place } from '../../../src/main/profile-place.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const windows = (path: string): Place => ({
  platform: 'win32',
  path,
  roaming: 'C:\\Users\\anna\\AppData\\Roaming',
  mounts: '',
});

const linuxMounts = [
  '22 1 259:2 / / rw,relatime shared:1 - ext4 /dev/nvme0n1p2 rw',
  '40 22 0:50 / /home/anna rw,relatime shared:20 - nfs4 files:/home/anna rw,vers=4.2',
  '41 40 259:3 / /home/anna/local\\040disk rw shared:21 - xfs /dev/nvme1n1 rw',
  '42 22 0:51 / /mnt/share rw - cifs //server/share rw',
  '43 22 0:52 / /mnt/ssh rw - fuse.sshfs anna@server:/ rw',
  '44 22 0:53 / /mnt/safe rw - fuse.gocryptfs /home/safe rw',
  '45 22 0:54 / /mnt/shared rw - ext4 /dev/sdb1 rw',
  '46 22 0:55 / /home/bert rw,relatime shared:30 - autofs /etc/auto.home rw,fd=6,direct',
  '47 46 0:56 / /home/bert rw,relatime shared:31 - nfs4 files:/home/bert rw,vers=4.2',
  '48 22 0:57 / /mnt/disk rw,relatime shared:32 - autofs systemd-1 rw,fd=7,direct',
  '49 48 259:4 / /mnt/disk rw,relatime shared:33 - ext4 /dev/sdc1 rw',
].join('\n');
const linux = (path: string): Place => ({ platform: 'linux', path, roaming: undefined, mounts: linuxMounts });

const macMounts = [
  '/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)',
  '/dev/disk3s5 on /System/Volumes/Data (apfs, local, journaled, nobrowse)',
  '//anna@files/team on /Volumes/team (smbfs, nodev, nosuid, mounted by anna)',
  'map auto_home on /Users (autofs, automounted, nobrowse)',
  'files:/home on /Users (nfs, nodev, nosuid)',
].join('\n');
const mac = (path: string): Place => ({ platform: 'darwin', path, roaming: undefined, mounts: macMounts });

describe('the location of the profile', () => {
  it('on Windows must be neither on a share nor in the roaming folder', () => {
    expect(placeTrouble(windows('C:\\Users\\anna\\AppData\\Local\\Depot Desk'))).toBeNull();
    expect(placeTrouble(windows('c:\\users\\anna\\appdata\\roaming\\Depot Desk'))).toBe('roaming');
    expect(placeTrouble(windows('C:\\Users\\anna\\AppData\\RoamingToo\\Depot Desk'))).toBeNull();
    // A mapped drive resolves to its share.
    expect(placeTrouble(windows('\\\\files\\profiles\\anna\\Depot Desk'))).toBe('network');
    expect(placeTrouble(windows('\\\\?\\UNC\\files\\profiles\\anna'))).toBe('network');
    expect(placeTrouble(windows('\\\\?\\C:\\Depot Desk'))).toBeNull();
  });

  it('on Linux must not be on a network file system, judged by the nearest mount', () => {
    expect(placeTrouble(linux('/home/anna/.config/Depot Desk'))).toBe('network');
    expect(placeTrouble(linux('/home/anna/local disk/Depot Desk'))).toBeNull();
    expect(placeTrouble(linux('/home/annabel/.config/Depot Desk'))).toBeNull();
    expect(placeTrouble(linux('/mnt/share/Depot Desk'))).toBe('network');
    expect(placeTrouble(linux('/mnt/shared/Depot Desk'))).toBeNull();
    expect(placeTrouble(linux('/mnt/ssh/Depot Desk'))).toBe('network');
    // An automount is below what it has mounted.
    expect(placeTrouble(linux('/home/bert/.config/Depot Desk'))).toBe('network');
    expect(placeTrouble(linux('/mnt/disk/Depot Desk'))).toBeNull();
    // Encrypted, but local.
    expect(placeTrouble(linux('/mnt/safe/Depot Desk'))).toBeNull();
  });

  it('on macOS must be neither on a share nor synced by iCloud', () => {
    expect(placeTrouble(mac('/System/Volumes/Data/anna'))).toBeNull();
    expect(placeTrouble(mac('/Volumes/team/Depot Desk'))).toBe('network');
    expect(placeTrouble(mac('/Users/anna/Library/Application Support/Depot Desk'))).toBe('network');
    expect(placeTrouble(mac('/private/Library/Mobile Documents/Depot Desk'))).toBe('roaming');
  });

  it('is determined on this computer even for a folder that does not exist yet', () => {
    const folder = temporaryFolder();
    expect(placeOf(`${folder}/not/there/yet`).path).toBe(placeOf(folder).path);
    expect(placeTrouble(placeOf(folder))).toBeNull();
  });
});
