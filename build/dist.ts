/**
 * `npm run dist`: packages the app as a folder in dist/. `npm run dist -- --release` sets the fuses of a release and
 * refuses any Electron other than the official build, unless `--allow-registry-electron` is given.
 *
 * Only a release disables Electron's inspect fuse. Playwright cannot drive a build without it, so the end-to-end test
 * of the packaged folder uses the build without fuses.
 */
import { dirname } from 'node:path';
import { build, Platform, type Configuration } from 'electron-builder';
import { ensureBuilt } from './build.ts';
import { packaging } from './packaging.ts';
import { root } from './project.ts';

const args = process.argv.slice(2);
const release = args.includes('--release');
const unknown = args.filter((argument) => !['--release', '--allow-registry-electron'].includes(argument));
const executable = process.env['DEPOT_DESK_ELECTRON'];
const version = process.env['DEPOT_DESK_ELECTRON_VERSION'];
const origin = process.env['DEPOT_DESK_ELECTRON_ORIGIN'];

function refuse(reason: string): never {
  process.stderr.write(`dist: ${reason}\n`);
  process.exit(1);
}

if (unknown.length > 0) refuse(`unknown: ${unknown.join(' ')}. Known: --release, --allow-registry-electron`);
if (executable === undefined || version === undefined) refuse('start with npm run dist: it finds Electron.');
if (release && origin !== 'official' && !args.includes('--allow-registry-electron')) {
  refuse(
    `this Electron (${version}, ${origin ?? 'unknown'}) has not been compared with the official build, so no release is ` +
      'made of it. Make the release where the official download is in reach, or add --allow-registry-electron.',
  );
}

await ensureBuilt();

/** A release runs only its own code: not as Node, not with NODE_OPTIONS, not under a debugger. */
const releaseFuses: Pick<Configuration, 'electronFuses'> = {
  electronFuses: {
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    onlyLoadAppFromAsar: true,
    enableEmbeddedAsarIntegrityValidation: true,
    grantFileProtocolExtraPrivileges: false,
  },
};

await build({
  projectDir: root,
  publish: 'never',
  targets: Platform.current().createTarget('dir'),
  config: {
    ...packaging,
    electronDist: dirname(executable),
    electronVersion: version,
    ...(release ? releaseFuses : {}),
  },
});
process.stdout.write(`dist: ${release ? 'release' : 'test build without fuses'} in dist/\n`);
