/** What ships, its licence notices and its bill of materials. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { billOf } from '../../../build/shipped/bill.ts';
import { noticesOf } from '../../../build/shipped/notices.ts';
import { packageFolder, readPackage, shippedPackages } from '../../../build/shipped/packages.ts';

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
    for (const file of ['LICENSE', 'NOTICE.md', 'fonts/LICENSE_FONT', 'licenses.js', 'node_modules/b/LICENSE'])
      write(`node_modules/a/${file}`, `text of ${file}`);
    const { licence, texts } = readPackage(root, 'node_modules/a');
    expect(licence).toBe('ISC');
    expect(texts.map(({ file }) => file)).toEqual(['LICENSE', 'NOTICE.md', 'fonts/LICENSE_FONT']);
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
    const { components, serialNumber, metadata } = JSON.parse(bill) as {
      components: { name: string; purl: string; hashes?: { content: string }[] }[];
      serialNumber: string;
      metadata: { timestamp: string };
    };
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
  });
});
