/**
 * `npm run update-description -- --number 12 --key KEY.pem FILE…`: writes and signs the description of an update beside
 * the installers in dist/. KEY.pem is a private Ed25519 key, which never comes near the repository; its public half is
 * in the package (`npm run dist -- --update-keys`). `--channel early`, `--share 20` (percent of computers), `--days 30` (how
 * long it is taken) and `--version 1.2.0` say more; `--downgrade` lets the described version replace newer ones.
 */
import { createHash, createPrivateKey } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { UpdateDescription } from '../src/main/updates/description.ts';
import { root, versions } from './project.ts';
import { publishedDescription } from './updates/published.ts';

const { values, positionals } = parseArgs({
  options: {
    channel: { type: 'string', default: 'stable' },
    number: { type: 'string' },
    version: { type: 'string', default: versions.own },
    days: { type: 'string', default: '30' },
    share: { type: 'string', default: '100' },
    downgrade: { type: 'boolean', default: false },
    key: { type: 'string' },
  },
  allowPositionals: true,
});

function refuse(reason: string): never {
  process.stderr.write(`update-description: ${reason}\n`);
  process.exit(1);
}

/** @returns `linux-x64-deb` for a deb */
function installerOf(file: string): string {
  if (file.endsWith('.deb')) return 'linux-x64-deb';
  return file.endsWith('.rpm') ? 'linux-x64-rpm' : refuse(`no kind of installer is known for ${file}`);
}

const { channel, number, version, days, share, downgrade, key } = values;
if (key === undefined || number === undefined || positionals.length === 0)
  refuse('--key, --number and at least one installer are needed');
const description: UpdateDescription = {
  product: 'depot-desk',
  channel,
  number: Number(number),
  version,
  until: new Date(Date.now() + Number(days) * 86_400_000).toISOString(),
  share: Number(share),
  isDowngrade: downgrade,
  files: positionals.map((file) => ({
    installer: installerOf(file),
    name: basename(file),
    bytes: statSync(file).size,
    sha512: createHash('sha512').update(readFileSync(file)).digest('base64'),
  })),
};
const written = join(root, 'dist', `depot-desk-${channel}.json`);
writeFileSync(written, publishedDescription(description, createPrivateKey(readFileSync(key))));
process.stdout.write(`${written}\n`);
