/**
 * Meets each connection before TLS: refuses it, or lets it see the certificate it is to see. Who asks for `localhost` is
 * let through and always sees the right one, so that the control API can be reached to set things right again; the
 * services are at `127.0.0.1`, for which no name is asked.
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
  /** Connections that have not said yet whom they ask for. */
  readonly #silent = new Set<Socket>();

  /**
   * @param right what the server listens with
   * @param make makes a certificate that must not be trusted
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
    // Node's own listener begins TLS at once; ours decides first whether it may.
    const [begin] = server.listeners('connection');
    server.removeAllListeners('connection');
    server.on('connection', (socket: Socket) => this.#meet(socket, () => void begin?.call(server, socket)));
  }

  /** Puts the certificates in place that the rules need. Await it before they are in force. */
  async prepare({ rules }: FaultPlan): Promise<void> {
    for (const { fault } of rules) {
      if (fault.kind !== 'certificate' || this.#untrusted.has(fault.problem)) continue;
      this.#untrusted.set(fault.problem, await this.#make(fault.problem));
    }
  }

  /**
   * Other rules are in force. A line that is down breaks what is open and idle at once. A certificate is met by the next
   * connection, and an open one ends with its next answer: broken off, it would look like a bad line.
   */
  changed(): void {
    if (this.#layer.reception().kind === 'refused') this.#server.closeIdleConnections();
  }

  /** The server's own certificate was renewed. */
  renew(right: Shown): void {
    this.#right = right;
    this.#server.addContext(controlHost, contextOf(right));
    if (this.#shown === null) this.#server.setSecureContext(contextOf(right));
  }

  /** Lets go of connections that nothing else knows of yet. */
  close(): void {
    for (const socket of this.#silent) socket.destroy();
  }

  #meet(socket: Socket, begin: () => void): void {
    const reception = this.#layer.reception();
    this.#show(reception.kind === 'certificate' ? reception.problem : null);
    if (reception.kind === 'open') {
      begin();
      return;
    }
    this.#silent.add(socket);
    const gone = () => this.#silent.delete(socket);
    socket.on('error', gone).on('close', gone);
    // What a client sends first says whom it asks for.
    socket.once('data', (first: Buffer) => {
      gone();
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
