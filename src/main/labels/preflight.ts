/**
 * Preflight: makes what leaves of each label document and checks it before it is printed. One process handles one
 * document at a time, within limits on time and memory. A process that exceeds a limit is killed, and the next document
 * gets a new one.
 */
import { AppError } from '../../shared/errors.ts';
import type { System } from '../system.ts';
import type { PreparedDocument } from '../../preflight/check-document.ts';
import type { Leaving } from '../../preflight/leaving.ts';
import type { PreflightProcess, StartPreflight } from './preflight-process.ts';
import { readReply } from './preflight-reply.ts';
import type { PreflightReply, PreflightRequest } from '../../preflight/messages.ts';

export interface PreflightOptions {
  start: StartPreflight;
  system: System;
  report: (text: string) => void;
}

/** A start takes less than 100 ms, and many seconds on a computer that is busy. No document is to blame for that. */
const mostToStart = 60_000;
/** Attack 8: rendered or refused within 5 s and 300 MB. */
const mostMilliseconds = 5_000;
/** Extra time per page: several times what a page takes on a slow computer. */
const millisecondsPerPage = 100;
const mostMemory = 300 * 1024 * 1024;
const lookEvery = 50;
/** Of one process in the log: a document that has taken it over must not fill the disk. */
const mostNotes = 50;
/** An idle process is ended to free its memory. */
const restsAfter = 120_000;

interface Running {
  process: PreflightProcess;
  /** The memory in use before its first document, in bytes; null: unknown. */
  memoryAtFirst: number | null;
  /** Lines that it had written to the log. */
  notes: number;
  /** Receives the process's replies. A no-op while it has no document. */
  hear: (reply: PreflightReply) => void;
  /** False: the process ended before it was ready, or was not ready in time. */
  ready: Promise<boolean>;
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
   * Makes what leaves, and checks every page of it as a printer of this resolution would render it. Documents are
   * queued.
   *
   * @param dotsPerInch of the printer, in both directions
   * @throws AppError `label.not-checked` if the process did not start, `internal` if it was closed before it finished
   */
  prepare(bytes: Uint8Array, dotsPerInch: number, leaving: Leaving): Promise<PreparedDocument> {
    const prepared = this.turn.then(() => this.prepareNow({ kind: 'document', bytes, dotsPerInch, leaving }));
    this.turn = prepared.catch(nobody);
    return prepared;
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
    const ready = Promise.withResolvers<boolean>();
    const running: Running = {
      notes: 0,
      memoryAtFirst: null,
      hear: nobody,
      ready: ready.promise,
      gone: gone.promise,
      process: this.options.start({
        said: (given) => {
          const reply = readReply(given);
          if (reply.kind === 'ready') ready.resolve(true);
          else if (reply.kind === 'note') {
            if (running.notes < mostNotes) this.options.report(`preflight: ${reply.text}`);
            running.notes += 1;
          } else {
            // Without its libraries it never gets ready.
            if (reply.kind === 'failed' || reply.kind === 'full') ready.resolve(false);
            running.hear(reply);
          }
        },
        ended: () => {
          if (this.running === running) this.running = null;
          ready.resolve(false);
          gone.resolve();
          running.hear({ kind: 'failed', text: 'the process ended' });
        },
      }),
    };
    void ready.promise.then(this.options.system.after(mostToStart, () => ready.resolve(false)));
    return running;
  }

  private checkOpen(): void {
    if (this.closed) throw closedError();
  }

  /** @throws AppError like {@link prepare} */
  private async startedProcess(): Promise<Running> {
    this.checkOpen();
    const running = (this.running ??= this.start());
    if (await running.ready) return running;
    this.checkOpen();
    this.options.report('preflight: the process did not start');
    await this.end();
    throw new AppError('label.not-checked', { retry: 'later' });
  }

  private async prepareNow(request: PreflightRequest): Promise<PreparedDocument> {
    this.cancelRest();
    try {
      return await this.within(await this.startedProcess(), request);
    } finally {
      if (!this.closed) this.cancelRest = this.options.system.after(restsAfter, () => void this.end());
    }
  }

  /** Waits for the answer within the limits. They count from now, when the process is ready. */
  private within(running: Running, request: PreflightRequest): Promise<PreparedDocument> {
    const { system, report } = this.options;
    const { process } = running;
    const began = system.elapsed();
    let bound = mostMilliseconds;
    let before: number | null = null;
    return new Promise((resolve, reject) => {
      let cancel: () => void = nobody;
      const settle = (prepared: PreparedDocument) => {
        cancel();
        running.hear = nobody;
        // Its libraries give no memory back, and the next document has the same right to it.
        if (isWorn(running)) void this.end();
        if (this.closed) reject(closedError());
        else resolve(prepared);
      };
      const give = (problem: 'too-slow' | 'too-large' | 'damaged') => {
        settle({ check: { kind: 'problem', problem }, documents: [] });
        void this.end();
      };
      const look = () => {
        const memory = process.memory();
        before ??= memory;
        running.memoryAtFirst ??= memory;
        if (memory !== null && before !== null && memory - before > mostMemory) give('too-large');
        else if (system.elapsed() - began > bound) give('too-slow');
        else cancel = system.after(lookEvery, look);
      };
      running.hear = (reply) => {
        if (reply.kind === 'opened') bound = mostMilliseconds + reply.pages * millisecondsPerPage;
        else if (reply.kind === 'prepared') settle({ check: reply.check, documents: reply.documents });
        else if (reply.kind === 'full') give('too-large');
        else if (reply.kind === 'failed') {
          report(`preflight: ${reply.text}`);
          give('damaged');
        }
      };
      process.send(request);
      look();
    });
  }
}

function isWorn({ process, memoryAtFirst }: Running): boolean {
  const memory = process.memory();
  return memory !== null && memoryAtFirst !== null && memory - memoryAtFirst > mostMemory / 2;
}

const closedError = () => new AppError('internal', { message: 'the labels are closed' });
