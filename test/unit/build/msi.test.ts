/** The description of the installer for Windows. Wine installs it in `npm run windows`. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { descriptionOf, policyQueries } from '../../../build/packages/msi.ts';

let folder = '';
beforeEach(() => {
  vi.stubEnv('SOURCE_DATE_EPOCH', '1795000000');
  folder = mkdtempSync(join(tmpdir(), 'depot-desk-msi-'));
  mkdirSync(join(folder, 'resources', 'a & b'), { recursive: true });
  for (const name of ['Depot Desk.exe', 'resources/app.asar', 'resources/a & b/library.node'])
    writeFileSync(join(folder, name), name);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const description = (change: { version?: string; release?: boolean } = {}) =>
  descriptionOf({ folder, output: folder, version: '0.1.0', release: true, ...change });
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);

it('has each file in a component of its own, which is installed', () => {
  const text = description();
  expect(all(text, /<File Id="\w+" Name="([^"]+)"/g).sort()).toEqual(['Depot Desk.exe', 'app.asar', 'library.node']);
  const components = all(text, /<Component Id="(\w+)"/g);
  expect(new Set(components).size).toBe(components.length);
  expect(all(text, /<ComponentRef Id="(\w+)"/g).sort()).toEqual(components.sort());
  const guids = all(text, /Guid="([^"]+)"/g);
  expect(new Set(guids).size).toBe(guids.length);
  for (const guid of guids)
    expect(guid).toMatch(/^[0-9A-F]{8}-[0-9A-F]{4}-8[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}$/);
});

it('escapes what a name may contain', () => {
  expect(description()).toContain('Name="a &amp; b"');
});

it('is one product in all versions, and another installation in each', () => {
  const of = (name: string, text: string) => all(text, new RegExp(`${name}="([^"]+)"`, 'g'))[0];
  const [one, other, again] = [description(), description({ version: '0.2.0' }), description()];
  expect(of('UpgradeCode', one)).toBe(of('UpgradeCode', other));
  expect(of('Product Id', one)).not.toBe(of('Product Id', other));
  expect(one).toBe(again);
});

it('lets users read the policy of the office, and only the system and administrators write it', () => {
  const rows = policyQueries.filter((query) => query.startsWith('INSERT INTO `MsiLockPermissionsEx`'));
  expect(rows).toHaveLength(1);
  const [, locked = '', permissions = ''] = /'(\w+)', 'CreateFolder', '([^']+)'/.exec(rows[0] ?? '') ?? [];
  // It belongs to the system, and inherits nothing from the folder above it.
  expect(permissions).toMatch(/^O:SYG:SYD:P(?:\(A;OICI;\w+;;;\w+\))+$/);
  const rights = all(permissions, /\(A;OICI;(\w+;;;\w+)\)/g);
  expect(rights).toEqual(['FA;;;SY', 'FA;;;BA', '0x1200a9;;;BU']);
  expect(description()).toMatch(new RegExp(`<Directory Id="${locked}"[^>]*>\\s*<Component[^>]*>\\s*<CreateFolder/>`));
});

it('says that it is a test build', () => {
  expect(description({ release: false })).toContain('Name="Depot Desk (test build)"');
});
