/**
 * Reports of crashes. They stay on this computer until the user saves or deletes them. They hold what the people who
 * maintain the app need, and nothing of anybody's: no messages of errors, which may quote what was typed, no folders, no
 * addresses.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from '../shared/schemas.ts';
import { crashedParts, type CrashReport, type CrashedPart } from '../shared/crashes.ts';
import { readJsonFile, writeJsonFile } from './json-file.ts';
import type { System } from './system.ts';

export interface Crash {
  part: CrashedPart;
  /** How it ended, in words of the program: `oom, exit code 5`. */
  reason: string;
  /** What was thrown; undefined: nothing is known. */
  error?: unknown;
  /** It was the run before this one; false by default. */
  isEarlier?: boolean;
}

export interface CrashReportsOptions {
  /** The app's own folder. */
  folder: string;
  system: Pick<System, 'now' | 'elapsed'>;
  /** Version of the app and of what it runs on, for the report's first line. */
  about: string;
}

/** Older ones make room: a window that crashes every minute must not fill the disk. */
const mostReports = 5;
const mostFrames = 30;
const mostCauses = 3;
const mostText = 20_000;

const kept = z
  .array(z.strictObject({ at: z.number(), part: z.enum(crashedParts), text: z.string().max(mostText) }))
  .max(mostReports);

/** `    at save (file:///…/index.js:10:3)`, also without the function's name. */
const frame = /^\s+at (?:(?<what>[\w$.<>[\] ]{1,100}) \()?(?<where>[^()]+):(?<line>\d{1,8}):(?<column>\d{1,8})\)?$/;
const plainName = /^[\w.:@-]{1,80}$/;

const nameFrom = (value: unknown): string | null => (typeof value === 'string' && plainName.test(value) ? value : null);

/** @returns `    at save (index.js:10:3)`, or null for a line that is none of a stack */
function frameOf(line: string): string | null {
  const { groups } = frame.exec(line) ?? {};
  if (groups === undefined) return null;
  const file = nameFrom(groups['where']?.split(/[/\\]/).at(-1)) ?? 'elsewhere';
  const place = `${file}:${groups['line'] ?? ''}:${groups['column'] ?? ''}`;
  return groups['what'] === undefined ? `    at ${place}` : `    at ${groups['what']} (${place})`;
}

/** The kind of an error and where it was thrown, without its message. */
function linesOf(error: unknown, causes = 0): string[] {
  if (!(error instanceof Error)) return [`a thrown ${typeof error}`];
  const code = 'code' in error ? nameFrom(error.code) : null;
  const head = [nameFrom(error.name) ?? 'Error', code].filter((part) => part !== null).join(' ');
  // The message comes first, and may look like a stack itself.
  const stack = error.stack ?? '';
  const end = error.message === '' ? 0 : stack.indexOf(error.message) + error.message.length;
  const frames = stack
    .slice(end)
    .split('\n')
    .flatMap((line) => frameOf(line) ?? [])
    .slice(0, mostFrames);
  const { cause } = error;
  const isMore = cause !== undefined && causes < mostCauses;
  return [head, ...frames, ...(isMore ? ['caused by', ...linesOf(cause, causes + 1)] : [])];
}

export class CrashReports {
  private readonly options: CrashReportsOptions;
  private readonly file: string;
  private readonly startedAt: number;

  constructor(options: CrashReportsOptions) {
    this.options = options;
    this.file = join(options.folder, 'crashes.json');
    this.startedAt = options.system.elapsed();
  }

  /** Newest first. */
  get list(): CrashReport[] {
    return readJsonFile(this.file, kept, []);
  }

  /** Keeps a report. Never throws, because something has gone wrong already. */
  add = ({ part, reason, error, isEarlier = false }: Crash): void => {
    try {
      const { system, about } = this.options;
      const at = system.now();
      const minutes = Math.floor((system.elapsed() - this.startedAt) / 60_000);
      const moment = `${new Date(at).toISOString().slice(0, 16)}Z`;
      const lines = [
        about,
        isEarlier ? `before ${moment}` : `${moment}, ${minutes} minutes after the start`,
        `${part}: ${reason}`,
        ...(error === undefined ? [] : linesOf(error)),
        '',
      ];
      const report: CrashReport = { at, part, text: lines.join('\n').slice(0, mostText) };
      writeJsonFile(this.file, [report, ...this.list].slice(0, mostReports));
    } catch {
      // A full disk has no room for a report.
    }
  };

  /** @throws the file system's error */
  remove(): void {
    rmSync(this.file, { force: true });
  }
}
