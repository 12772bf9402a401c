/** Runs documents through the check and what makes of them what leaves, and watches the process that does it. */
import { Preflight } from '../../../src/main/labels/preflight.ts';
import type { StartPreflight } from '../../../src/main/labels/preflight-process.ts';
import { readReply } from '../../../src/main/labels/preflight-reply.ts';
import { realSystem } from '../../../src/main/system.ts';
import type { Leaving } from '../../../src/preflight/leaving.ts';
import { defaultSettings } from '../../../src/shared/settings.ts';

const mostMilliseconds = 5_000;
const millisecondsPerPage = 100;
const mostMemory = 300 * 1024 * 1024;
/** The bounds are looked at every 50 ms, and a busy computer is late (docs/decisions/preflight.md, Bounds). */
const lateMilliseconds = 1_000;
const grownMeanwhile = 60 * 1024 * 1024;

export interface Checked {
  /** `checked`, or the problem. */
  kind: string;
  milliseconds: number;
  /** How much more memory the process had than before the document, in bytes. */
  memory: number;
  /** Processes that were started for it: the one before was ended, or ended by itself. */
  starts: number;
  /** What is wrong with how it went. Empty: nothing. */
  faults: string[];
}

const { labelProfile: placing } = defaultSettings;

/** The ways by which a document leaves, in turn. */
const ways: readonly Leaving[] = [
  { way: 'file' },
  { way: 'printer', placing, placesAll: false, title: 'WEB-1' },
  { way: 'printer', placing, placesAll: true, title: 'WEB-1' },
  { way: 'dialog', placing, pages: null, title: 'WEB-1' },
];

export class DocumentChecks {
  readonly #preflight: Preflight;
  readonly #memory: { before: number | null; most: number } = { before: null, most: 0 };
  #starts = 0;
  /** Of the document that is checked, as far as the process has said. */
  #pages = 0;

  /** @param start of the process: a child of plain Node, or the app's own in its sandbox */
  constructor(start: StartPreflight) {
    const watched: StartPreflight = (listener) => {
      this.#starts += 1;
      const said = (given: unknown) => {
        const reply = readReply(given);
        if (reply.kind === 'opened') this.#pages = reply.pages;
        listener.said(given);
      };
      const process = start({ ...listener, said });
      const memory = () => {
        const now = process.memory();
        if (now !== null) this.#memory.most = Math.max(this.#memory.most, now - (this.#memory.before ??= now));
        return now;
      };
      return { ...process, memory };
    };
    this.#preflight = new Preflight({ start: watched, system: realSystem, report: () => undefined });
  }

  /** @param turn chooses the way and the printer */
  async check(bytes: Uint8Array, turn: number): Promise<Checked> {
    const leaving = ways[turn % ways.length] ?? { way: 'file' };
    const startsBefore = this.#starts;
    // Starts the process if the document before ended it.
    await this.#preflight.prepare(new Uint8Array(), 203, { way: 'file' });
    Object.assign(this.#memory, { before: null, most: 0 });
    this.#pages = 0;
    const began = performance.now();
    const { check, documents } = await this.#preflight.prepare(bytes, turn % 8 < 4 ? 203 : 300, leaving);
    const milliseconds = performance.now() - began;
    const faults: string[] = [];
    const bound = mostMilliseconds + this.#pages * millisecondsPerPage + lateMilliseconds;
    if (milliseconds > bound) faults.push('too slow');
    if (this.#memory.most > mostMemory + grownMeanwhile) faults.push('too much memory');
    if (check.kind === 'problem' && documents.length > 0) faults.push('a document leaves that is refused');
    const kind = check.kind === 'problem' ? check.problem : 'checked';
    return { kind, milliseconds, memory: this.#memory.most, starts: this.#starts - startsBefore, faults };
  }

  close(): Promise<void> {
    return this.#preflight.close();
  }
}
