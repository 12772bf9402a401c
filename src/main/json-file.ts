/** Files that are either the old one or the new one, never half of it. */
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ownFile, ownFolder } from './private-files.ts';
import { renameFile, renameFileSync } from './rename-file.ts';

/** Checks what a text holds, as a schema does. */
export interface Check<Value> {
  safeParse(value: unknown): { success: true; data: Value } | { success: false };
}

/** What a text holds, for whoever checks it by hand. @throws SyntaxError */
export const jsonOf = (text: string): unknown => JSON.parse(text);

/** @returns what the file holds, or the fallback when it is not there or not readable */
export function readJsonFile<Value>(file: string, check: Check<Value>, fallback: NoInfer<Value>): Value {
  try {
    const parsed = check.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    return parsed.success ? parsed.data : fallback;
  } catch {
    return fallback;
  }
}

export function writeJsonFile(file: string, value: unknown): void {
  mkdirSync(dirname(file), { recursive: true, mode: ownFolder });
  const temporary = `${file}.part`;
  const handle = openSync(temporary, 'w', ownFile);
  try {
    writeFileSync(handle, `${JSON.stringify(value, null, 2)}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameFileSync(temporary, file);
}

/**
 * A large file, a part at a time, each made when the one before it is written, so that other work can run in between.
 * When this returns, it is on the disk.
 */
export async function writeInParts(file: string, parts: Iterable<string>): Promise<void> {
  mkdirSync(dirname(file), { recursive: true, mode: ownFolder });
  const temporary = `${file}.part`;
  const handle = await open(temporary, 'w', ownFile);
  try {
    try {
      for (const part of parts) await handle.appendFile(part);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await renameFile(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
