/** Where CUPS is, found as its own programs find it, so that the app offers the printers of all other programs. */
import { existsSync, readFileSync } from 'node:fs';
import type { RequestOptions } from 'node:http';
import { homedir } from 'node:os';
import { join } from 'node:path';

const sockets = ['/run/cups/cups.sock', '/var/run/cups/cups.sock', '/private/var/run/cupsd'];

/** @returns the last `ServerName` of a client.conf, as in CUPS; undefined: it names none, or cannot be read */
function serverNameIn(file: string): string | undefined {
  try {
    return [...readFileSync(file, 'utf8').matchAll(/^[ \t]*ServerName[ \t]+([^\s#]+)/gim)].at(-1)?.[1];
  } catch {
    return undefined;
  }
}

let inFiles: { name: string | undefined } | null = null;
/**
 * Read once, as by the programs of CUPS: the number of a job means another job at another spooler. Not on macOS, where
 * CUPS ignores the name.
 */
function serverName(): string | undefined {
  if (process.platform === 'darwin') return undefined;
  inFiles ??= {
    name:
      serverNameIn(join(process.env['HOME'] ?? homedir(), '.cups', 'client.conf')) ??
      serverNameIn('/etc/cups/client.conf'),
  };
  return inFiles.name;
}

/**
 * @param named as in `CUPS_SERVER` and `ServerName` (client.conf(5)): `host`, `host:port`, `[address]:port`, each also
 * with `/version=1.1` behind it, or the path of a socket. Empty: the spooler of this computer.
 * @returns where to connect: the socket, or host and port
 */
export function spoolerOf(named: string): RequestOptions {
  if (named.startsWith('/')) return { socketPath: named };
  const socketPath = named === '' ? sockets.find((path) => existsSync(path)) : undefined;
  if (socketPath !== undefined) return { socketPath };
  const [, host = 'localhost', port = '631'] = /^(\[[^\]]+\]|[^:/]+)(?::(\d+))?/.exec(named) ?? [];
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) };
}

/** The spooler's address. An empty `CUPS_SERVER` goes before the files too. */
export const spooler = (): RequestOptions => spoolerOf(process.env['CUPS_SERVER'] ?? serverName() ?? '');
