/**
 * Reserves ports for programs that need a fixed one. A port that is merely probed and closed can be taken by another
 * process.
 */
import { createServer, type Server } from 'node:net';

export interface OwnPort {
  port: number;
  /** Releases the port; otherwise it stays reserved until this process ends. */
  release: () => Promise<void>;
}

/** Below the ephemeral ports of Linux (from 32768), macOS and Windows (from 49152). */
const lowest = 20_000;
const highest = 31_998;

function listen(port: number): Promise<Server | null> {
  const server = createServer((socket) => void socket.destroy());
  return new Promise((resolve) => {
    server.once('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

const close = (server: Server) => new Promise<void>((resolve) => void server.close(() => resolve()));

/**
 * Reserves a port that no other caller of this function gets, in any process, until it is released. Ports come in
 * pairs: this process listens on the even one, which is the lock, and hands out the odd one. A killed process releases
 * its lock with its sockets.
 *
 * @throws Error if every port is taken
 */
export async function ownPort(): Promise<OwnPort> {
  const pairs = (highest - lowest) / 2 + 1;
  // Processes start at different pairs, so that most find a free one on the first try.
  const first = process.pid % pairs;
  for (let turn = 0; turn < pairs; turn += 1) {
    const even = lowest + 2 * ((first + turn) % pairs);
    const lock = await listen(even);
    if (lock === null) continue;
    const free = await listen(even + 1);
    if (free === null) {
      await close(lock);
      continue;
    }
    await close(free);
    lock.unref();
    return { port: even + 1, release: () => close(lock) };
  }
  throw new Error(`every port from ${lowest} to ${highest + 1} is taken`);
}
