/** The log's sink: one file in the user's folder, rotated by size. */
import { join } from 'node:path';
import log from 'electron-log/node.js';
import { createLog, type Log } from '../log.ts';

const mostBytes = 2 * 1024 * 1024;

/** @param folder the folder for logs/main.log */
export function openLog(folder: string): Log {
  const { file, console: terminal } = log.transports;
  file.resolvePathFn = () => join(folder, 'logs', 'main.log');
  file.maxSize = mostBytes;
  file.level = 'info';
  terminal.level = process.env['DEPOT_DESK_LOG'] === 'debug' ? 'info' : false;
  return createLog((level, line) => log[level](line));
}
