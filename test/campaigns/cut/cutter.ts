/**
 * A proxy to the service that cuts one connection after a number of bytes of the request or the answer. If it
 * terminates TLS, it counts HTTP bytes, otherwise TLS bytes.
 */
import { connect as connectSocket, createServer, type AddressInfo, type Socket } from 'node:net';
import { connect as connectTls, createSecureContext, TLSSocket } from 'node:tls';

export type Side = 'request' | 'answer';

/**
 * closed: both ends see the end of the stream · reset: the client sees a reset · silent: the client receives nothing
 * more
 */
export const ways = ['closed', 'reset', 'silent'] as const;
export type Way = (typeof ways)[number];

export interface Cut {
  side: Side;
  /** Number of bytes of that side to let through. */
  after: number;
  way: Way;
}

/** Bytes that passed on one connection. */
export interface Passed {
  request: number;
  answer: number;
  /** False if the connection ended before that many bytes had passed. */
  isCut: boolean;
}

export interface Cutter {
  /** `https://127.0.0.1:port` */
  origin: string;
  /**
   * Cuts the next connection.
   *
   * @param struck called at the moment of the cut
   * @returns once both of its ends are closed
   */
  cutNext(cut: Cut, struck: () => void): Promise<Passed>;
  close(): Promise<void>;
}

export interface CutterOptions {
  /** `https://127.0.0.1:port` of the service. */
  to: string;
  /** The authority that signed the service's certificate, in PEM. */
  authority: string;
  /** The proxy's certificate and key, in PEM. Null: passes TLS through. */
  identity: { certificate: string; key: string } | null;
}

interface Armed {
  cut: Cut;
  struck: () => void;
  over: (passed: Passed) => void;
}

export async function startCutter({ to, authority, identity }: CutterOptions): Promise<Cutter> {
  const port = Number(new URL(to).port);
  const secureContext =
    identity === null ? null : createSecureContext({ cert: identity.certificate, key: identity.key });
  const sockets = new Set<Socket>();
  let armed: Armed | null = null;

  const keep = <Kept extends Socket>(socket: Kept): Kept => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    return socket;
  };

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (raw) => {
    const aim = armed;
    armed = null;
    keep(raw);
    const near =
      secureContext === null
        ? raw
        : keep(new TLSSocket(raw, { isServer: true, secureContext, ALPNProtocols: ['http/1.1'] }));
    const far = keep(
      secureContext === null
        ? connectSocket({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
        : connectTls({ port, host: '127.0.0.1', ca: authority, ALPNProtocols: ['http/1.1'] }),
    );
    const passed: Passed = { request: 0, answer: 0, isCut: false };

    const strike = () => {
      passed.isCut = true;
      aim?.struck();
      // Bytes that passed are delivered. Nothing follows them.
      far.end();
      if (aim?.cut.way === 'closed') near.end();
      if (aim?.cut.way === 'reset') near.write('', () => raw.resetAndDestroy());
    };
    const pass = (side: Side, bytes: Buffer, onward: Socket) => {
      if (passed.isCut) return;
      const room = aim?.cut.side === side ? aim.cut.after - passed[side] : Number.POSITIVE_INFINITY;
      const part = bytes.subarray(0, Math.min(bytes.length, room));
      passed[side] += part.length;
      if (part.length > 0 && onward.writable) onward.write(part);
      if (bytes.length >= room) strike();
    };
    near.on('data', (bytes: Buffer) => pass('request', bytes, far));
    far.on('data', (bytes: Buffer) => pass('answer', bytes, near));
    near.on('end', () => {
      far.end();
      // A client that gave up receives nothing more.
      if (passed.isCut) near.destroy();
    });
    far.on('end', () => {
      if (passed.isCut) far.destroy();
      else near.end();
    });
    near.on('close', () => far.end());
    far.on('close', () => {
      if (!passed.isCut) near.destroy();
    });
    const closed = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()));
    void Promise.all([closed(near), closed(far)]).then(() => aim?.over(passed));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cutNext: (cut, struck) =>
      new Promise((over) => {
        armed = { cut, struck, over };
      }),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
