import { createHash } from 'node:crypto';
import * as disk from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { alteredFiles } from '../../../src/main/native-files.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const library = join('node_modules', 'library', 'library.node');

/** An archive with one file in it and one beside it, in the layout that electron-builder writes. */
function packed() {
  const archive = join(temporaryFolder(), 'app.asar');
  const hash = createHash('sha256').update('machine code').digest('hex');
  const beside = {
    size: 12,
    unpacked: true,
    integrity: { algorithm: 'SHA256', hash, blockSize: 4_194_304, blocks: [] },
  };
  const inside = { size: 1, offset: '0' };
  const text = Buffer.from(
    JSON.stringify({
      files: { 'index.js': inside, node_modules: { files: { library: { files: { 'library.node': beside } } } } },
    }),
  );
  const sizes = Buffer.alloc(16);
  for (const [at, size] of [4, text.length + 8, text.length + 4, text.length].entries())
    sizes.writeUInt32LE(size, at * 4);
  disk.writeFileSync(archive, Buffer.concat([sizes, text, Buffer.from('x')]));
  const folder = `${archive}.unpacked`;
  disk.mkdirSync(join(folder, 'node_modules', 'library'), { recursive: true });
  disk.writeFileSync(join(folder, library), 'machine code');
  return { archive, folder };
}

describe('27: the files beside the archive', () => {
  it('are those that the archive names', () => {
    expect(alteredFiles(packed().archive, disk)).toEqual([]);
  });

  it('are refused with one changed byte', () => {
    const { archive, folder } = packed();
    disk.writeFileSync(join(folder, library), 'machine coda');
    expect(alteredFiles(archive, disk)).toEqual([library]);
  });

  it('are refused if one is missing, or if there is one that the archive does not name', () => {
    const { archive, folder } = packed();
    disk.writeFileSync(join(folder, 'node_modules', 'index.js'), 'run()');
    expect(alteredFiles(archive, disk)).toEqual([join('node_modules', 'index.js')]);
    disk.rmSync(folder, { recursive: true });
    expect(alteredFiles(archive, disk)).toEqual([library]);
  });

  it('are refused if they cannot be read, or the archive says nothing about them', () => {
    const { archive } = packed();
    const failing = (): never => {
      throw new Error('EIO: i/o error, read');
    };
    expect(alteredFiles(archive, { ...disk, readFileSync: failing })).toEqual(['app.asar']);
    disk.writeFileSync(archive, 'no archive');
    expect(alteredFiles(archive, disk)).toEqual(['app.asar']);
  });
});
