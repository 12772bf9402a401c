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

/** Whether the file system's error says that there is no such file. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** unreadable: something is there, but it cannot be read or is not what it should be */
type Content<Value> = { kind: 'read'; value: Value } | { kind: 'missing' } | { kind: 'unreadable' };

/** Tells a file that is not there from one that cannot be read. Never throws. */
export function contentOfJsonFile<Value>(file: string, check: Check<Value>): Content<Value> {
  try {
    const parsed = check.safeParse(jsonOf(readFileSync(file, 'utf8')));
    return parsed.success ? { kind: 'read', value: parsed.data } : { kind: 'unreadable' };
  } catch (error) {
    return { kind: isMissing(error) ? 'missing' : 'unreadable' };
  }
}

/** @returns what the file holds, or the fallback when it is not there or not readable */
export function readJsonFile<Value>(file: string, check: Check<Value>, fallback: NoInfer<Value>): Value {
  const content = contentOfJsonFile(file, check);
  return content.kind === 'read' ? content.value : fallback;
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
