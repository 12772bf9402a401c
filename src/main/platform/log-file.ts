/** The log's sink: one file in the user's folder, rotated by size. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import log from 'electron-log/node.js';
import { createLog, type Log } from '../log.ts';
import { ownFile, ownFolder } from '../private-files.ts';

const mostBytes = 2 * 1024 * 1024;

/** @param folder the folder for logs/main.log */
export function openLog(folder: string): Log {
  const { file, console: terminal } = log.transports;
  const logs = join(folder, 'logs');
  try {
    mkdirSync(logs, { recursive: true, mode: ownFolder });
  } catch {
    // The app works without a log too.
  }
  file.resolvePathFn = () => join(logs, 'main.log');
  file.writeOptions = { flag: 'a', mode: ownFile, encoding: 'utf8' };
  file.maxSize = mostBytes;
  file.level = 'info';
  terminal.level = process.env['DEPOT_DESK_LOG'] === 'debug' ? 'info' : false;
  return createLog((level, line) => log[level](line));
}
