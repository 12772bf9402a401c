/** Tracks whether the service is reachable, from the result of every exchange. While offline, probes with backoff. */
import type { ConnectivityState } from '../../shared/connections.ts';
import { encodeError, type AppError } from '../../shared/errors.ts';
import type { System } from '../system.ts';

const probeFirst = 1_000;
const probeMost = 15_000;

export interface ConnectivityOptions {
  system: System;
  /** Makes one small read; throws when the service is not reached. */
  probe(): Promise<void>;
  /** Called when the state changes. */
  changed(state: ConnectivityState): void;
}

export class Connectivity {
  private readonly options: ConnectivityOptions;
  private current: ConnectivityState;
  private wait = probeFirst;
  private cancelProbe: (() => void) | undefined;
  private closed = false;

  constructor(options: ConnectivityOptions) {
    this.options = options;
    this.current = { state: 'unknown', since: options.system.now(), error: null };
  }

  get state(): ConnectivityState {
    return this.current;
  }

  get isOnline(): boolean {
    return this.current.state !== 'down';
  }

  /** The service answered: online. */
  answered(): void {
    this.wait = probeFirst;
    this.cancelProbe?.();
    this.cancelProbe = undefined;
    if (this.current.state !== 'up') this.set('up', null);
  }

  /** Nothing came back: offline. Probing starts. */
  failed(error: AppError): void {
    if (this.closed) return;
    if (this.current.state !== 'down') this.set('down', error);
    if (this.cancelProbe === undefined) this.plan();
  }

  /** Probes at once. */
  async tryNow(): Promise<void> {
    this.cancelProbe?.();
    this.cancelProbe = undefined;
    this.wait = probeFirst;
    await this.probe();
  }

  close(): void {
    this.closed = true;
    this.cancelProbe?.();
  }

  private plan(): void {
    if (this.closed) return;
    // Jitter in the upper half, so that several desks do not probe at the same moment.
    const wait = this.wait * (0.5 + this.options.system.random() / 2);
    this.wait = Math.min(probeMost, this.wait * 2);
    this.cancelProbe = this.options.system.after(wait, () => {
      this.cancelProbe = undefined;
      void this.probe();
    });
  }

  private async probe(): Promise<void> {
    if (this.closed) return;
    try {
      await this.options.probe();
    } catch {
      // The exchange itself called `answered` or `failed`; all that is left is to keep probing.
      if (this.current.state === 'down' && this.cancelProbe === undefined) this.plan();
    }
  }

  private set(state: ConnectivityState['state'], error: AppError | null): void {
    this.current = { state, since: this.options.system.now(), error: error === null ? null : encodeError(error) };
    this.options.changed(this.current);
  }
}
