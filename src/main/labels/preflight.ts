/**
 * Preflight: each label document is looked at before paper moves. One worker, one document at a time, each within a bound
 * of time and memory; a worker that passes a bound is ended and the next document gets a fresh one.
 */
import { Worker } from 'node:worker_threads';
import type { DocumentCheck } from '../../shared/label-check.ts';
import type { System } from '../system.ts';
import type { PreflightReply, PreflightRequest } from './preflight.worker.ts';

export interface PreflightOptions {
  /** The worker's own file: built beside main, or the source under plain Node. */
  worker: URL;
  system: System;
  report: (text: string) => void;
}

/** Attack 8: rendered or refused within 5 s and 300 MB. */
const mostMilliseconds = 5_000;
/** A document of many pages may take longer: several times what a page takes on a slow computer. */
const millisecondsPerPage = 100;
const mostMemory = 300 * 1024 * 1024;
const lookEvery = 50;

export class Preflight {
  private readonly options: PreflightOptions;
  private worker: Worker | null = null;
  private hear: ((reply: PreflightReply) => void) | null = null;
  private turn: Promise<unknown> = Promise.resolve();
  private closed = false;

  constructor(options: PreflightOptions) {
    this.options = options;
  }

  /**
   * Looks at every page as a printer of this resolution would draw it. Documents wait for one another.
   *
   * @param dotsPerInch of the printer, along both sides
   */
  check(bytes: Uint8Array, dotsPerInch: number): Promise<DocumentCheck> {
    const checked = this.turn.then(() => this.checkNow(bytes, dotsPerInch));
    this.turn = checked;
    return checked;
  }

  /** Lets the document under way be finished, which its bound sees to, and the worker end by itself. */
  async close(): Promise<void> {
    this.closed = true;
    await this.turn;
    const { worker } = this;
    this.worker = null;
    if (worker === null) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage('close');
    await ended;
  }

  private async end(): Promise<void> {
    const { worker } = this;
    this.worker = null;
    this.hear = null;
    await worker?.terminate();
  }

  private start(): Worker {
    const worker = new Worker(this.options.worker);
    // A worker that is being ended may still say something; only the one in use is heard.
    const hear = (reply: PreflightReply) => {
      if (this.worker === worker) this.hear?.(reply);
    };
    worker.on('message', hear);
    worker.on('error', (error: Error) => hear({ kind: 'failed', text: error.message }));
    worker.on('exit', () => hear({ kind: 'failed', text: 'the worker ended' }));
    return worker;
  }

  private checkNow(bytes: Uint8Array, dotsPerInch: number): Promise<DocumentCheck> {
    if (this.closed) return Promise.resolve({ kind: 'problem', problem: 'too-slow' });
    const { system, report } = this.options;
    const worker = (this.worker ??= this.start());
    const began = system.elapsed();
    let bound = mostMilliseconds;
    const before = process.memoryUsage.rss();
    return new Promise((resolve) => {
      let cancel: () => void = () => undefined;
      const settle = (check: DocumentCheck) => {
        cancel();
        this.hear = null;
        resolve(check);
      };
      const give = (problem: 'too-slow' | 'too-large' | 'damaged') => {
        void this.end();
        settle({ kind: 'problem', problem });
      };
      const look = () => {
        if (process.memoryUsage.rss() - before > mostMemory) give('too-large');
        else if (system.elapsed() - began > bound) give('too-slow');
        else cancel = system.after(lookEvery, look);
      };
      this.hear = (reply) => {
        if (reply.kind === 'opened') bound += reply.pages * millisecondsPerPage;
        else if (reply.kind === 'checked') settle(reply.check);
        else {
          report(`preflight: ${reply.text}`);
          give('damaged');
        }
      };
      cancel = system.after(lookEvery, look);
      worker.postMessage({ bytes, dotsPerInch } satisfies PreflightRequest);
    });
  }
}
