/** What ships, its licence notices and its bill of materials. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { billOf } from '../../../build/shipped/bill.ts';
import { noticesOf } from '../../../build/shipped/notices.ts';
import { packageFolder, readPackage, shippedPackages } from '../../../build/shipped/packages.ts';
import { parseBill } from '../../fixtures/cyclonedx.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'depot-desk-shipped-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(file: string, content: unknown): void {
  const path = join(root, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
}

describe('the package of a module', () => {
  it.each([
    ['/p/node_modules/zod/v4/index.js', '/p/node_modules/zod'],
    ['/p/node_modules/@scope/name/a.js?worker', '/p/node_modules/@scope/name'],
    ['\0/p/node_modules/a/node_modules/b/c.js?commonjs-exports', '/p/node_modules/a/node_modules/b'],
    [String.raw`C:\p\node_modules\a\b.js`, 'C:/p/node_modules/a'],
    ['../../node_modules/pdfjs-dist/build/pdf.worker.mjs', '../../node_modules/pdfjs-dist'],
    ['/p/src/main/index.ts', null],
    ['\0rolldown/runtime.js', null],
  ])('%j', (id, folder) => {
    expect(packageFolder(id)).toBe(folder);
  });
});

describe('a package', () => {
  it('has the texts of its licence and of what it contains', () => {
    write('node_modules/a/package.json', { name: 'a', version: '1.0.0', license: 'ISC' });
    const files = ['LICENSE', 'NOTICE.md', 'fonts/LICENSE_FONT', 'src/taken/in/LICENSE'];
    for (const file of [...files, 'licenses.js', 'node_modules/b/LICENSE', 'node_modules/b/c/LICENSE'])
      write(`node_modules/a/${file}`, `text of ${file}`);
    const { licence, texts } = readPackage(root, 'node_modules/a');
    expect(licence).toBe('ISC');
    expect(texts.map(({ file }) => file)).toEqual(files);
  });

  it('under the MIT licence without a text of its own gets one with its author', () => {
    write('node_modules/a/package.json', { name: 'a', version: '1.0.0', license: 'MIT', author: { name: 'Ada' } });
    expect(readPackage(root, 'node_modules/a').texts[0]?.text).toContain('Copyright (c) Ada');
  });

  it('that does not say its licence has that of its text', () => {
    write('node_modules/a/package.json', { name: 'a', version: '1.0.0' });
    write('node_modules/a/LICENSE', 'MIT License\n\nCopyright');
    expect(readPackage(root, 'node_modules/a').licence).toBe('MIT');
  });

  it.each([
    ['no text', { license: 'BSD-3-Clause' }],
    ['no licence', {}],
  ])('with %s fails the build', (_what, manifest) => {
    write('node_modules/a/package.json', { name: 'a', version: '1.0.0', ...manifest });
    expect(() => readPackage(root, 'node_modules/a')).toThrow('a 1.0.0');
  });
});

describe('what ships', () => {
  beforeEach(() => {
    write('package.json', { dependencies: { b: '2.0.0' } });
    for (const name of ['a', 'b']) {
      write(`node_modules/${name}/package.json`, { name, version: '2.0.0', license: 'MIT' });
      write(`node_modules/${name}/LICENSE`, `MIT License of ${name}\r\n`);
    }
    write('node_modules/a/esm/package.json', { type: 'module' });
  });

  it('is what the builds take in and the run-time dependencies, each once', () => {
    const taken = ['node_modules/b', 'node_modules/a', 'node_modules/gone'];
    expect(shippedPackages(root, taken).map(({ name }) => name)).toEqual(['a', 'b']);
    expect(shippedPackages(root, []).map(({ name }) => name)).toEqual(['b']);
  });

  it('has notices with a list and every text', () => {
    const text = noticesOf(shippedPackages(root, ['node_modules/a']));
    for (const part of ['\na 2.0.0 (MIT)\nb 2.0.0 (MIT)\n', 'MIT License of a\n', 'MIT License of b\n'])
      expect(text).toContain(part);
    expect(text).not.toContain('\r');
  });

  it('has a bill that is the same for the same commit and names each hash', () => {
    const options = {
      ...{ version: '1.0.0', electron: '42.0.0', time: '2026-06-15T06:00:00.000Z' },
      integrity: { 'node_modules/a': `sha512-${Buffer.alloc(64, 1).toString('base64')}`, 'node_modules/b': '' },
    };
    const bill = billOf(shippedPackages(root, ['node_modules/a']), options);
    expect(billOf(shippedPackages(root, ['node_modules/a']), options)).toBe(bill);
    expect(billOf(shippedPackages(root, []), options)).not.toBe(bill);
    const { components, serialNumber, metadata } = parseBill(bill);
    expect(serialNumber).toMatch(/^urn:uuid:[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(metadata.timestamp).toBe(options.time);
    expect(components.map(({ purl }) => purl)).toEqual([
      'pkg:npm/electron@42.0.0',
      'pkg:npm/a@2.0.0',
      'pkg:npm/b@2.0.0',
    ]);
    expect(components.map(({ hashes }) => hashes?.[0]?.content)).toEqual([undefined, '01'.repeat(64), undefined]);
  });

  it('names a scope in a purl as npm does, and an expression as one', () => {
    write('node_modules/@s/c/package.json', { name: '@s/c', version: '1.0.0', license: '(MIT OR Apache-2.0)' });
    write('node_modules/@s/c/LICENSE', 'MIT License');
    const bill = billOf(shippedPackages(root, ['node_modules/@s/c']), {
      ...{ version: '1.0.0', electron: '42.0.0', time: '2026-06-15T06:00:00.000Z', integrity: {} },
    });
    expect(bill).toContain('"pkg:npm/%40s/c@1.0.0"');
    expect(bill).toContain('"expression": "MIT OR Apache-2.0"');
    expect(parseBill(bill).components).toHaveLength(3);
  });

  it('names the works inside a package, with their licences in full', () => {
    const commit = 'a1'.repeat(20);
    write('LICENSE', 'The Apache License, in full\n');
    for (const [name, licence] of [
      ['zxing-wasm', 'MIT'],
      ['better-sqlite3', 'MIT'],
      ['node-addon-api', 'MIT'],
      ['maplibre-gl', 'BSD-3-Clause'],
      ['@s/copied', 'ISC'],
    ] as const) {
      const dependencies = name === 'maplibre-gl' ? { '@s/copied': '1.0.0', '@types/s': '1.0.0' } : {};
      write(`node_modules/${name}/package.json`, { name, version: '1.0.0', license: licence, dependencies });
      write(`node_modules/${name}/LICENSE`, `licence of ${name}\n`);
    }
    write('node_modules/zxing-wasm/dist/es/share.js', `const commit = "${commit}";`);
    write('node_modules/better-sqlite3/deps/sqlite3/sqlite3.h', '#define SQLITE_VERSION        "3.54.1"\n');
    const folders = ['zxing-wasm', 'better-sqlite3', 'maplibre-gl'].map((name) => `node_modules/${name}`);

    const text = noticesOf(shippedPackages(root, folders));
    const named = ['[zxing-cpp]', 'The Apache License, in full', '[SQLite]', '[@s/copied]', 'licence of @s/copied'];
    for (const part of named) expect(text).toContain(part);

    const { components } = parseBill(
      billOf(shippedPackages(root, folders), {
        ...{ version: '1.0.0', electron: '42.0.0', time: '2026-06-15T06:00:00.000Z', integrity: {} },
      }),
    );
    const inside = components.map((each) => (each.components ?? []).map((part) => [each.name, part.name, part.purl]));
    expect(inside.flat()).toEqual([
      ['better-sqlite3', 'SQLite', 'pkg:generic/sqlite@3.54.1'],
      ['better-sqlite3', 'node-addon-api', 'pkg:npm/node-addon-api'],
      ['maplibre-gl', '@s/copied', 'pkg:npm/%40s/copied'],
      ['zxing-wasm', 'zxing-cpp', `pkg:github/zxing-cpp/zxing-cpp@${commit}`],
    ]);
  });

  it('fails if a package no longer says which version of a work it contains', () => {
    write('node_modules/better-sqlite3/package.json', { name: 'better-sqlite3', version: '1.0.0', license: 'MIT' });
    write('node_modules/better-sqlite3/deps/sqlite3/sqlite3.h', 'nothing of it\n');
    expect(() => readPackage(root, 'node_modules/better-sqlite3')).toThrow('does not say which version');
  });
});
