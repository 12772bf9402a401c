/**
 * Preflight: checks each label document before it is printed. One process checks one document at a time, within limits
 * on time and memory. A process that exceeds a limit is killed, and the next document gets a new one.
 */
import { AppError } from '../../shared/errors.ts';
import type { DocumentCheck } from '../../shared/label-check.ts';
import type { System } from '../system.ts';
import type { PreflightProcess, StartPreflight } from './preflight-process.ts';
import type { PreflightReply } from './preflight-program.ts';

export interface PreflightOptions {
  start: StartPreflight;
  system: System;
  report: (text: string) => void;
}

/** Attack 8: rendered or refused within 5 s and 300 MB. */
const mostMilliseconds = 5_000;
/** Extra time per page: several times what a page takes on a slow computer. */
const millisecondsPerPage = 100;
const mostMemory = 300 * 1024 * 1024;
const lookEvery = 50;
/** An idle process is ended to free its memory. A restart takes less than 100 ms. */
const restsAfter = 120_000;

interface Running {
  process: PreflightProcess;
  /** Receives the process's replies. A no-op while it has no document. */
  hear: (reply: PreflightReply) => void;
  gone: Promise<void>;
}

const nobody = () => undefined;

export class Preflight {
  private readonly options: PreflightOptions;
  private running: Running | null = null;
  private turn: Promise<unknown> = Promise.resolve();
  private cancelRest: () => void = nobody;
  private closed = false;

  constructor(options: PreflightOptions) {
    this.options = options;
  }

  /**
   * Checks every page as a printer of this resolution would render it. Documents are queued.
   *
   * @param dotsPerInch of the printer, in both directions
   * @throws AppError `internal` if it was closed before the check finished
   */
  check(bytes: Uint8Array, dotsPerInch: number): Promise<DocumentCheck> {
    const checked = this.turn.then(() => this.checkNow(bytes, dotsPerInch));
    this.turn = checked.catch(nobody);
    return checked;
  }

  /** Ends the process, even during a check, and waits until it is gone. */
  async close(): Promise<void> {
    this.closed = true;
    this.cancelRest();
    await this.end();
    await this.turn;
  }

  private async end(): Promise<void> {
    const { running } = this;
    this.running = null;
    running?.process.end();
    await running?.gone;
  }

  private start(): Running {
    const gone = Promise.withResolvers<void>();
    const running: Running = {
      hear: nobody,
      gone: gone.promise,
      process: this.options.start({
        said: (reply) => running.hear(reply),
        ended: () => {
          if (this.running === running) this.running = null;
          gone.resolve();
          running.hear({ kind: 'failed', text: 'the process ended' });
        },
      }),
    };
    return running;
  }

  private checkNow(bytes: Uint8Array, dotsPerInch: number): Promise<DocumentCheck> {
    if (this.closed) return Promise.reject(closedError());
    const { system, report } = this.options;
    this.cancelRest();
    const running = (this.running ??= this.start());
    const { process } = running;
    const began = system.elapsed();
    let bound = mostMilliseconds;
    let before: number | null = null;
    return new Promise<DocumentCheck>((resolve, reject) => {
      let cancel: () => void = nobody;
      const settle = (check: DocumentCheck) => {
        cancel();
        running.hear = nobody;
        if (this.closed) reject(closedError());
        else resolve(check);
      };
      const give = (problem: 'too-slow' | 'too-large' | 'damaged') => {
        settle({ kind: 'problem', problem });
        void this.end();
      };
      const look = () => {
        const memory = process.memory();
        before ??= memory;
        if (memory !== null && before !== null && memory - before > mostMemory) give('too-large');
        else if (system.elapsed() - began > bound) give('too-slow');
        else cancel = system.after(lookEvery, look);
      };
      running.hear = (reply) => {
        if (reply.kind === 'opened') bound += reply.pages * millisecondsPerPage;
        else if (reply.kind === 'checked') settle(reply.check);
        else {
          report(`preflight: ${reply.text}`);
          give('damaged');
        }
      };
      process.send({ bytes, dotsPerInch });
      look();
    }).finally(() => {
      if (!this.closed) this.cancelRest = system.after(restsAfter, () => void this.end());
    });
  }
}

const closedError = () => new AppError('internal', { message: 'the labels are closed' });
