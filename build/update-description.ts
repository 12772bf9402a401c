/**
 * `npm run update-description -- --number 12 --key KEY.pem FILE…`: writes and signs the description of an update beside
 * the installers in dist/. KEY.pem is a private Ed25519 key, which never comes near the repository; its public half is
 * in the package (`npm run dist -- --update-keys`). `--channel early`, `--share 20` (percent of computers), `--days 30`
 * (how long it is taken) and `--version 1.2.0` say more; `--downgrade` lets the described version replace newer ones. It
 * signs nothing that the apps refuse, no file of another version and no test build (updates/describe.ts).
 */
import { createHash, createPrivateKey } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { root, versions } from './project.ts';
import { describeUpdate, type InstallerFile } from './updates/describe.ts';
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

function fileAt(path: string): InstallerFile {
  const content = readFileSync(path);
  const sha512 = createHash('sha512').update(content).digest('base64');
  return { name: basename(path), bytes: content.length, sha512 };
}

const { key, number, ...more } = values;
if (key === undefined || number === undefined || positionals.length === 0)
  refuse('--key, --number and at least one installer are needed');
const description = describeUpdate({ ...more, number }, positionals.map(fileAt), Date.now());
if ('problem' in description) refuse(description.problem);
const written = join(root, 'dist', `depot-desk-${description.channel}.json`);
writeFileSync(written, publishedDescription(description, createPrivateKey(readFileSync(key))));
process.stdout.write(`${written}\n`);
