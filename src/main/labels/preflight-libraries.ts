/**
 * The libraries of the preflight process. Main reads them, because that process has no files, and writes into them how
 * much memory they may use: a document cannot make them take more, however fast it is.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { PreflightLibraries } from '../../preflight/messages.ts';

/** Attack 8: a document has 300 MB. */
const mostMemory = 300 * 1024 * 1024;
const pageSize = 65_536;
/** Numbers of the sections and flags of a module (WebAssembly, Binary Format, 5.5). */
const memorySection = 5;
const hasMaximum = 1;

/** Reads an unsigned LEB128 number. @returns the number, and where the next byte is */
function numberAt(bytes: Uint8Array, at: number): { value: number; next: number } {
  let value = 0;
  for (let next = at, unit = 1; ; next += 1, unit *= 128) {
    const byte = bytes[next];
    if (byte === undefined) throw new RangeError('the module ends early');
    value += (byte % 128) * unit;
    if (byte < 128) return { value, next: next + 1 };
  }
}

/**
 * A copy of a WebAssembly module whose memory can grow by so much and no further.
 *
 * @param module with one memory of its own, which has a maximum
 * @param growth in bytes
 * @throws RangeError if it is another module, or if its own maximum is smaller already
 */
export function withMemoryBound(module: Uint8Array, growth: number): Uint8Array {
  const bound = new Uint8Array(module);
  for (let at = 8; at < module.length;) {
    const { value: length, next: begin } = numberAt(module, at + 1);
    if (module[at] !== memorySection) {
      at = begin + length;
      continue;
    }
    const count = numberAt(module, begin);
    const least = numberAt(module, count.next + 1);
    const most = numberAt(module, least.next);
    const pages = least.value + Math.floor(growth / pageSize);
    if (count.value !== 1 || module[count.next] !== hasMaximum || most.value < pages)
      throw new RangeError('the memory of the module cannot be bounded');
    // The number takes as many bytes as the one that it replaces.
    for (let place = least.next, rest = pages; place < most.next; place += 1, rest = Math.floor(rest / 128))
      bound[place] = (rest % 128) + (place === most.next - 1 ? 0 : 128);
    return bound;
  }
  throw new RangeError('the module has no memory');
}

/** What the preflight process is told first. */
export async function preflightLibraries(): Promise<PreflightLibraries> {
  const { resolve } = createRequire(import.meta.url);
  const read = async (name: string) => withMemoryBound(await readFile(resolve(name)), mostMemory);
  const [pdfium, zxing] = await Promise.all([
    read('@embedpdf/pdfium/pdfium.wasm'),
    read('zxing-wasm/reader/zxing_reader.wasm'),
  ]);
  return { kind: 'libraries', pdfium, zxing };
}
