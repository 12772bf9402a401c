/** Entry of `npm run api`: the command line over the same client, under plain Node. */
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { proxyEnvironment } from '../api/proxy.ts';
import { Keychain } from '../keys/keychain.ts';
import { realSystem } from '../system.ts';
import { runCommand } from './run.ts';

/** Where the app keeps what it remembers: the folder Electron gives it, made here without Electron. */
function appFolder(): string {
  const { platform, env } = process;
  if (platform === 'win32') return join(env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'), 'Depot Desk');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Depot Desk');
  return join(env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), 'Depot Desk');
}

if (process.env['NODE_TLS_REJECT_UNAUTHORIZED'] !== undefined) {
  delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  process.stderr.write('NODE_TLS_REJECT_UNAUTHORIZED is set; it is ignored: certificates are always checked.\n');
}
// `… | head` closes the pipe early; that is no fault.
process.stdout.on('error', () => process.exit(0));

const code = await runCommand(process.argv.slice(2), {
  folder: appFolder(),
  system: realSystem,
  network: { environment: proxyEnvironment(process.env), systemProxy: null, openSignedIn: null },
  keyStore: new Keychain(realSystem),
  print: (output) => void process.stdout.write(output),
  say: (output) => void process.stderr.write(output),
  standardInput: () => text(process.stdin),
  readFile: (path) => readFile(path, 'utf8'),
});
// A keychain that never answers still holds a thread: the end is not left to it.
process.stdout.write('', () => process.exit(code));
