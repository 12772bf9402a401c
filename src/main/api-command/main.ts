/** Entry point of `npm run api`: a command line for the app's API client, under plain Node. */
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { proxyEnvironment } from '../api/proxy.ts';
import { Keychain } from '../keys/keychain.ts';
import { realSystem } from '../system.ts';
import { runCommand } from './run.ts';

/** The app's data folder: the one that Electron would choose, computed without Electron. */
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
// `… | head` closes the pipe early, which is not an error.
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
// Exits explicitly, because a keychain call that never answers would keep the process alive.
process.stdout.write('', () => process.exit(code));
