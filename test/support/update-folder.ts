/**
 * Updates as an office offers them: a folder on a web server, with a certificate of the office's own authority, and an
 * administrator's rule by which somebody may install them.
 */
import { createHash, createPrivateKey } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { publishedDescription } from '../../build/updates/published.ts';
import { testUpdateKey } from '../../build/updates/test-key.ts';
import { realClock } from '../../src/training/clock.ts';
import { serverCertificate } from '../../src/training/tls/certificates.ts';

/**
 * Offers a deb.
 *
 * @param authorityFolder of the training service, whose authority signs the certificate
 * @returns the address of the folder, and a function that ends the server
 */
export async function offerDeb(
  deb: string,
  version: string,
  authorityFolder: string,
): Promise<{ address: string; close: () => Promise<void> }> {
  const bytes = readFileSync(deb);
  const name = basename(deb);
  const description = publishedDescription(
    {
      ...{ product: 'depot-desk', channel: 'stable', number: 1, version, share: 100, isDowngrade: false },
      until: new Date(Date.now() + 86_400_000).toISOString(),
      files: [
        {
          ...{ installer: 'linux-x64-deb', name, bytes: bytes.length },
          sha512: createHash('sha512').update(bytes).digest('base64'),
        },
      ],
    },
    createPrivateKey(readFileSync(testUpdateKey().privateKey)),
  );
  const { certificate, key } = await serverCertificate(authorityFolder, realClock);
  const server = createServer({ cert: certificate, key }, ({ url = '', headers }, response) => {
    const asked = decodeURIComponent(url.slice(url.lastIndexOf('/') + 1));
    const [, from = '', to = ''] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    if (asked === 'depot-desk-stable.json') response.end(description);
    else if (asked === name && from !== '') {
      response.writeHead(206, { 'content-range': `bytes ${from}-${to}/${bytes.length}` });
      response.end(bytes.subarray(Number(from), Number(to) + 1));
    } else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `https://127.0.0.1:${(server.address() as AddressInfo).port}/desk/`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const rule = '/etc/polkit-1/rules.d/49-depot-desk-test.rules';
const run = (program: string, args: readonly string[]) =>
  execFileSync(program, args, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });

/** Installs what asks for an administrator's password. @returns why it cannot be; null: it is there */
export function whyNobodyIsAsked(): string | null {
  if (existsSync('/usr/bin/pkexec')) return null;
  try {
    run('apt-get', ['install', '--yes', '--no-install-recommends', 'pkexec', 'polkitd', 'dbus']);
    return null;
  } catch {
    return 'pkexec is not on this computer and cannot be installed';
  }
}

const busFiles = ['/run/dbus/pid', '/run/dbus/system_bus_socket'];

/** @returns the process of the system's bus if this starts it; null: it runs already */
function startSystemBus(): number | null {
  mkdirSync('/run/dbus', { recursive: true });
  const [idFile = ''] = busFiles;
  if (existsSync(idFile) && existsSync(`/proc/${readFileSync(idFile, 'utf8').trim()}`)) return null;
  for (const file of busFiles) rmSync(file, { force: true });
  return Number(execFileSync('dbus-daemon', ['--system', '--fork', '--print-pid'], { encoding: 'utf8' }));
}

/** Lets a user run programs as root without a password, as an administrator's rule may. @returns what ends that */
export function letInstall(user: string): () => void {
  const bus = startSystemBus();
  writeFileSync(
    rule,
    // The language of the rules is older than arrow functions.
    `polkit.addRule(function (action, subject) {
  if (action.id === 'org.freedesktop.policykit.exec' && subject.user === '${user}') return polkit.Result.YES;
});
`,
  );
  return () => {
    rmSync(rule, { force: true });
    if (bus === null) return;
    process.kill(bus);
    for (const file of busFiles) rmSync(file, { force: true });
  };
}
