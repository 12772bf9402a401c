/** Ports for programs that have to be told theirs: a port that is looked up and then let go can be somebody else's. */
import { createServer, type Server } from 'node:net';

export interface OwnPort {
  port: number;
  /** Others may have it from now on; otherwise it is kept until this process ends. */
  release: () => Promise<void>;
}

/** Below what Linux (32768), macOS and Windows (49152) give out by themselves, to servers and to connections alike. */
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
 * A port that no other caller of this function is given, in whichever process, until it is released. Ports go in pairs:
 * this process listens on the even one for as long as it keeps the pair, which is the lock, and the odd one is given. A
 * process that is killed lets go of its lock with its sockets.
 *
 * @throws Error when every port is taken
 */
export async function ownPort(): Promise<OwnPort> {
  const pairs = (highest - lowest) / 2 + 1;
  // Processes begin at different places, so that most of them find a free one at once.
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
