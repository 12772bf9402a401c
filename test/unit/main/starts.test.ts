import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { beginStart, setCachesAside } from '../../../src/main/app/starts.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'depot-desk-starts-'));
});
afterEach(() => {
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true });
});

/** When the computer was started. */
const booted = Date.UTC(2026, 10, 2, 6);

const begunSafely = (count: number) => Array.from({ length: count }, () => beginStart(folder, booted).isSafe);

describe('a start', () => {
  it('is safe after three that failed, and until one has finished', () => {
    expect(begunSafely(5)).toEqual([false, false, false, true, true]);
    beginStart(folder, booted).finished();
    expect(begunSafely(1)).toEqual([false]);
  });

  it('counts none that finished in between', () => {
    expect(begunSafely(2)).toEqual([false, false]);
    beginStart(folder, booted).finished();
    expect(begunSafely(3)).toEqual([false, false, false]);
  });

  it.each(['', '{', '{"unfinished":-1}', '{"unfinished":"9"}', 'null'])('begins to count again after %j', (text) => {
    writeFileSync(join(folder, 'starts.json'), text);
    expect(begunSafely(1)).toEqual([false]);
  });

  it('is not kept by a folder that cannot be written', () => {
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'a file in its place');
    expect(beginStart(folder, booted).isSafe).toBe(false);
    rmSync(folder);
    mkdirSync(folder);
  });
});

describe('the run before', () => {
  const isAfterCrash = (bootedAt = booted) => beginStart(folder, bootedAt).isAfterCrash;

  it('has crashed if it was not closed', () => {
    expect(isAfterCrash()).toBe(false);
    beginStart(folder, booted).finished();
    expect(isAfterCrash(booted + 5_000)).toBe(true);
  });

  it('has not crashed if it was closed', () => {
    const start = beginStart(folder, booted);
    start.finished();
    start.closed();
    expect(isAfterCrash()).toBe(false);
  });

  it('is not reported twice, and a crash is still a failed start', () => {
    for (let failed = 0; failed < 3; failed += 1) beginStart(folder, booted).crashed();
    expect(beginStart(folder, booted)).toMatchObject({ isAfterCrash: false, isSafe: true });
  });

  it('has not crashed if the computer was started again since', () => {
    beginStart(folder, booted).finished();
    expect(isAfterCrash(booted + 3_600_000)).toBe(false);
  });

  it('is unknown where an older version counted the starts', () => {
    writeFileSync(join(folder, 'starts.json'), '{"unfinished":3}');
    expect(beginStart(folder, booted)).toMatchObject({ isAfterCrash: false, isSafe: true });
  });
});

describe('setting the caches aside', () => {
  it('takes the cache of each workspace with its WAL, and nothing else', () => {
    for (const name of ['one', 'two']) {
      const workspace = join(folder, 'workspaces', name);
      mkdirSync(workspace, { recursive: true });
      for (const file of ['cache.db', 'cache.db-wal', 'outbox.db', 'history.db'])
        writeFileSync(join(workspace, file), name);
    }
    writeFileSync(join(folder, 'workspaces', 'cache.db'), 'no workspace');
    setCachesAside(folder, Date.UTC(2026, 10, 2));
    const apart = 'cache.db.damaged-2026-11-02T00-00-00-000Z';
    for (const name of ['one', 'two']) {
      expect(readdirSync(join(folder, 'workspaces', name)).toSorted()).toEqual([
        apart,
        `${apart}-wal`,
        'history.db',
        'outbox.db',
      ]);
    }
    expect(existsSync(join(folder, 'workspaces', 'cache.db'))).toBe(true);
  });

  it('does nothing without workspaces', () => {
    setCachesAside(folder, 0);
    expect(readdirSync(folder)).toEqual([]);
    writeFileSync(join(folder, 'workspaces'), 'a file in their place');
    setCachesAside(folder, 0);
    expect(readdirSync(folder)).toEqual(['workspaces']);
  });

  it.runIf(process.platform === 'linux')('leaves a cache that cannot be renamed, and takes the others', () => {
    // Linux takes paths of 4,095 bytes. That of the first cache has five less, so its new name does not fit.
    const [long, short] = ['l'.repeat(200), 's'];
    const deepest = 4_090 - join('/workspaces', long, 'cache.db').length;
    let deep = folder;
    while (deepest - deep.length > 250) deep = join(deep, 'd'.repeat(200));
    deep = join(deep, 'd'.repeat(deepest - deep.length - 1));
    for (const name of [long, short]) {
      mkdirSync(join(deep, 'workspaces', name), { recursive: true });
      writeFileSync(join(deep, 'workspaces', name, 'cache.db'), name);
    }
    setCachesAside(deep, Date.UTC(2026, 10, 2));
    expect(readdirSync(join(deep, 'workspaces', long))).toEqual(['cache.db']);
    expect(readdirSync(join(deep, 'workspaces', short))).toEqual(['cache.db.damaged-2026-11-02T00-00-00-000Z']);
  });
});
