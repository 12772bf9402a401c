/** The comparison of what ships with the advisories that are known of it, and the list of these itself. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { problemsOfAdvisories, shippedIn } from '../../../build/advisories.ts';
import { compareVersions, inRange } from '../../../build/advisories/ranges.ts';
import { root } from '../../../build/project.ts';

describe('versions', () => {
  it('are ordered as semver.org says', () => {
    const ordered = ['8.9.1', '8.10.1', '8.10.2-alpha.1', '8.10.2-beta', '8.10.2-beta.2', '8.10.2-beta.10', '8.10.2'];
    const byVersion = (list: readonly string[]) => [...list].sort(compareVersions);
    expect(byVersion([...ordered].reverse())).toEqual(ordered);
    expect(compareVersions('44.0.0-beta.5', '44.0.0-beta.5')).toBe(0);
    expect(compareVersions('1.0.0-1', '1.0.0-alpha')).toBeLessThan(0);
    expect(compareVersions('1.0.0-alpha', '1.0.0-alpha.1')).toBeLessThan(0);
  });

  it.each(['8.10', 'latest', '', 'v1.2.3'])('%j is none', (text) => {
    expect(() => compareVersions(text, '1.0.0')).toThrow('not a version');
  });
});

describe('a range', () => {
  it.each([
    ['8.10.1', '<7.29.1 || >=8.0.0 <8.10.2', true],
    ['8.10.2', '<7.29.1 || >=8.0.0 <8.10.2', false],
    ['7.29.1', '<7.29.1 || >=8.0.0 <8.10.2', false],
    ['7.0.0', '<7.29.1 || >=8.0.0 <8.10.2', true],
    ['0.8.2', '>=0.8.0 <=0.8.2', true],
    ['0.8.3', '>=0.8.0 <=0.8.2', false],
    ['44.0.0-beta.4', '>=44.0.0-alpha.1 <44.0.0-beta.5', true],
    ['44.0.0', '>=44.0.0-alpha.1 <44.0.0-beta.5', false],
    ['45.4.1', '>=40.0.0-alpha.1', true],
    ['1.2.3', '=1.2.3', true],
    ['1.2.4', '>1.2.3', true],
  ])('%s in %j: %j', (version, range, expected) => {
    expect(inRange(version, range)).toBe(expected);
  });

  it.each(['', '*', '^1.0.0', '<1', '>= 1.0.0', '1.0.0', '<1.0.0 oops'])('%j cannot be read and says so', (range) => {
    expect(() => inRange('1.0.0', range)).toThrow('not a');
  });
});

const known = {
  read: '2026-11-29',
  packages: { undici: '8.0.0', svelte: '5.0.0' },
  advisories: [
    { id: 'CVE-1', package: 'undici', range: '>=8.0.0 <8.10.2', published: '2026-09-04', record: null },
    { id: 'CVE-2', package: 'svelte', range: '<5.55.7', published: '2026-06-09', record: null },
  ],
  accepted: [],
};

describe('what ships', () => {
  it('passes when no version is in a range', () => {
    const shipped = [
      { name: 'undici', version: '8.10.2' },
      { name: 'svelte', version: '5.55.7' },
    ];
    expect(problemsOfAdvisories(shipped, known)).toEqual([]);
  });

  it('fails with a version in a range, until somebody says why it does not matter', () => {
    const shipped = [{ name: 'undici', version: '8.10.1' }];
    expect(problemsOfAdvisories(shipped, known)).toEqual(['undici 8.10.1: CVE-1 (>=8.0.0 <8.10.2)']);
    const because = 'The cache of undici is not used here.';
    const accepted = [{ id: 'CVE-1', package: 'undici', because }];
    expect(problemsOfAdvisories(shipped, { ...known, accepted })).toEqual([]);
    const ofAnother = [{ id: 'CVE-1', package: 'svelte', because }];
    expect(problemsOfAdvisories(shipped, { ...known, accepted: ofAnother })).toHaveLength(2);
  });

  it('fails with a package that was not looked up, and with a version older than the list speaks for', () => {
    expect(problemsOfAdvisories([{ name: 'new', version: '1.0.0' }], known)).toEqual([
      'new ships, and nobody has looked for its advisories',
    ]);
    expect(problemsOfAdvisories([{ name: 'undici', version: '7.30.0' }], known)).toEqual([
      'undici 7.30.0: the list begins with 8.0.0',
    ]);
  });

  it('fails with an accepted advisory that no version meets any more', () => {
    const accepted = [{ id: 'CVE-1', package: 'undici', because: 'The cache of undici is not used here.' }];
    expect(problemsOfAdvisories([{ name: 'undici', version: '8.12.4' }], { ...known, accepted })).toEqual([
      'CVE-1 is accepted for undici, and no version here is in its range any more',
    ]);
  });
});

it('takes the versions that ship from the lock file, not those of the tools', () => {
  const lock = {
    packages: {
      '': { name: 'depot-desk', version: '0.1.0' },
      'node_modules/undici': { version: '8.12.4' },
      'node_modules/tool/node_modules/undici': { version: '6.0.0' },
      'node_modules/tslib': { version: '2.9.1' },
      'node_modules/tsyringe/node_modules/tslib': { version: '1.14.1' },
      'node_modules/keytar': { name: '@github/keytar', version: '7.10.6' },
      'node_modules/link': {},
    },
  };
  const names = ['undici', 'tslib', 'link'];
  const folders = ['node_modules/keytar', 'node_modules/tsyringe/node_modules/tslib'];
  expect(shippedIn(lock, names, folders)).toEqual([
    { name: 'undici', version: '8.12.4' },
    { name: 'tslib', version: '2.9.1' },
    { name: 'tslib', version: '1.14.1' },
    { name: '@github/keytar', version: '7.10.6' },
  ]);
});

describe('the list', () => {
  type Known = Parameters<typeof problemsOfAdvisories>[1];
  const list = JSON.parse(readFileSync(join(root, 'build/advisories/known.json'), 'utf8')) as Known;

  it('has only entries that can be read, of packages that were looked up', () => {
    expect(list.read).toMatch(/^\d{4}-\d\d-\d\d$/);
    for (const oldest of Object.values(list.packages)) expect(() => compareVersions(oldest, '0.0.0')).not.toThrow();
    for (const { id, alias, package: name, range, published, record } of list.advisories) {
      expect(alias === undefined ? id : `${id} ${alias}`).toMatch(/^(CVE-\d{4}-\d+ )?GHSA(-[\da-z]{4}){3}$/);
      expect(list.packages[name], id).toBeDefined();
      expect(() => inRange('1.0.0', range), id).not.toThrow();
      if (published !== null) expect(published, id).toMatch(/^\d{4}-\d\d-\d\d$/);
      if (record !== null) expect(record, id).toMatch(/^[\w.-]+\/[\w.-]+@[\da-f]{40}$/);
    }
  });

  it('has each advisory of a package once, and a reason for each that is accepted', () => {
    const named = list.advisories.map(({ id, package: name }) => `${name} ${id}`);
    expect(new Set(named).size).toBe(named.length);
    for (const { id, because } of list.accepted) expect(because.length, id).toBeGreaterThan(40);
  });
});
