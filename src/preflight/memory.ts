/** The memory of the libraries, whose bound main has written into them (main/labels/preflight-libraries.ts). */

export interface LibraryMemory {
  /** A library asked for more memory than it may have. */
  readonly isFull: boolean;
}

/** Notices every request for memory that is refused, also where a library goes on without. Called once. */
export function watchMemory(): LibraryMemory {
  const seen = { isFull: false };
  const grow = Object.getOwnPropertyDescriptor(WebAssembly.Memory.prototype, 'grow')
    ?.value as WebAssembly.Memory['grow'];
  WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, pages: number) {
    try {
      return Reflect.apply(grow, this, [pages]);
    } catch (error) {
      seen.isFull = true;
      throw error;
    }
  };
  return seen;
}
