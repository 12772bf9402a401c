/** The bytes of a file, read once: it may be changed, moved or disconnected while its rows are corrected. */
const known = new WeakMap<Blob, Uint8Array<ArrayBuffer>>();

/** @returns a copy @throws DOMException when it cannot be read: it is a folder, or gone */
export async function bytesOf(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = known.get(file) ?? new Uint8Array(await file.arrayBuffer());
  known.set(file, bytes);
  return bytes.slice();
}
