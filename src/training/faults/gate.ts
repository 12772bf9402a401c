/**
 * Handles each connection before TLS: refuses it or selects the certificate it gets. Connections for `localhost` always
 * pass and get the valid certificate, so that the control API stays reachable. The services are at `127.0.0.1`, for
 * which clients send no server name.
 */
import type { Server } from 'node:https';
import type { Socket } from 'node:net';
import type { CertificateProblem, FaultPlan } from './faults.ts';
import type { FaultLayer } from './layer.ts';
import { serverNameOf } from './server-name.ts';

/** PEM text. */
export interface Shown {
  certificate: string;
  key: string;
}

export const controlHost = 'localhost';

const contextOf = ({ certificate, key }: Shown) => ({ cert: certificate, key });

export class Gate {
  readonly #server: Server;
  readonly #layer: FaultLayer;
  readonly #make: (problem: CertificateProblem) => Promise<Shown>;
  readonly #untrusted = new Map<CertificateProblem, Shown>();
  #right: Shown;
  #shown: CertificateProblem | null = null;
  /** All connections. The server itself does not know those whose handshake has not ended. */
  readonly #open = new Set<Socket>();

  /**
   * @param right the server's valid certificate
   * @param make creates an untrusted certificate
   */
  constructor(
    server: Server,
    layer: FaultLayer,
    { right, make }: { right: Shown; make: (problem: CertificateProblem) => Promise<Shown> },
  ) {
    this.#server = server;
    this.#layer = layer;
    this.#right = right;
    this.#make = make;
    server.addContext(controlHost, contextOf(right));
    // Node's own listener starts TLS immediately. This listener decides first whether it may.
    const [begin] = server.listeners('connection');
    server.removeAllListeners('connection');
    server.on('connection', (socket: Socket) => this.#meet(socket, () => void begin?.call(server, socket)));
  }

  /** Creates the certificates that the rules need. Must resolve before the rules become active. */
  async prepare({ rules }: FaultPlan): Promise<void> {
    for (const { fault } of rules) {
      if (fault.kind !== 'certificate' || this.#untrusted.has(fault.problem)) continue;
      this.#untrusted.set(fault.problem, await this.#make(fault.problem));
    }
  }

  /**
   * Called after the rules change. Refusing connections closes idle ones immediately. A bad certificate only affects
   * new connections, and an open connection ends with its next response: breaking it would look like a flaky network.
   */
  changed(): void {
    if (this.#layer.reception().kind === 'refused') this.#server.closeIdleConnections();
  }

  /** Called when the server's certificate was renewed. */
  renew(right: Shown): void {
    this.#right = right;
    this.#server.addContext(controlHost, contextOf(right));
    if (this.#shown === null) this.#server.setSecureContext(contextOf(right));
  }

  /** Closes all connections. One that is still in its handshake would be served on by a server that was closed. */
  close(): void {
    for (const socket of this.#open) socket.destroy();
  }

  #meet(socket: Socket, begin: () => void): void {
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    const reception = this.#layer.reception();
    this.#show(reception.kind === 'certificate' ? reception.problem : null);
    if (reception.kind === 'open') {
      begin();
      return;
    }
    // Whoever connected may go away before the server listens for that.
    socket.on('error', () => undefined);
    // The first data from the client contains the server name.
    socket.once('data', (first: Buffer) => {
      socket.pause();
      const isControl = serverNameOf(first) === controlHost;
      if (!isControl) this.#layer.met(reception.kind);
      if (!isControl && reception.kind === 'refused') {
        socket.resetAndDestroy();
        return;
      }
      socket.unshift(first);
      begin();
    });
  }

  #show(problem: CertificateProblem | null): void {
    if (problem === this.#shown) return;
    const shown = problem === null ? this.#right : this.#untrusted.get(problem);
    if (shown === undefined) return;
    this.#shown = problem;
    this.#server.setSecureContext(contextOf(shown));
  }
}
