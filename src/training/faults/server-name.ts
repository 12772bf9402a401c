/** Reads the server name from the first bytes of a TLS connection (RFC 8446, 4.1.2; RFC 6066, 3). */

class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  /** A big-endian number of one to four bytes. Like all readers here, throws a RangeError beyond the end. */
  number(size: number): number {
    const value = this.#bytes.readUIntBE(this.#at, size);
    this.#at += size;
    return value;
  }

  skip(count: number): void {
    if (count > this.left) throw new RangeError('too short');
    this.#at += count;
  }

  /** The content after a length prefix of `size` bytes. */
  sized(size: number): Reader {
    const count = this.number(size);
    const from = this.#at;
    this.skip(count);
    return new Reader(this.#bytes.subarray(from, from + count));
  }

  rest(): string {
    return this.#bytes.toString('latin1', this.#at);
  }
}

/** @returns undefined when the client sends no name, as for an IP address, or when this is not a TLS handshake */
export function serverNameOf(firstBytes: Buffer): string | undefined {
  try {
    const record = new Reader(firstBytes);
    if (record.number(1) !== 22) return undefined;
    record.skip(2);
    const handshake = record.sized(2);
    if (handshake.number(1) !== 1) return undefined;
    const hello = handshake.sized(3);
    hello.skip(2 + 32);
    hello.sized(1);
    hello.sized(2);
    hello.sized(1);
    const extensions = hello.sized(2);
    while (extensions.left > 0) {
      const type = extensions.number(2);
      const extension = extensions.sized(2);
      if (type !== 0) continue;
      const names = extension.sized(2);
      names.skip(1);
      return names.sized(2).rest();
    }
    return undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
