/** A file is read from the disk once. */
import { expect, it, vi } from 'vitest';
import { bytesOf } from '../../../../src/renderer/lib/sheet/file-bytes.ts';

it('reads a file once, and answers with bytes of their own each time', async () => {
  const file = new Blob(['Name;Ort']);
  const read = vi.spyOn(file, 'arrayBuffer');
  const first = await bytesOf(file);
  first.fill(0);
  expect(new TextDecoder().decode(await bytesOf(file))).toBe('Name;Ort');
  expect(read).toHaveBeenCalledTimes(1);
});

it('tries again after the file could not be read', async () => {
  const file = new Blob(['Name;Ort']);
  vi.spyOn(file, 'arrayBuffer').mockRejectedValueOnce(new DOMException('gone', 'NotFoundError'));
  await expect(bytesOf(file)).rejects.toThrow('gone');
  expect(await bytesOf(file)).toHaveLength(8);
});
