/** The description of the rpm that rpmbuild reads, and what the scripts of the packages do. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { afterInstallation, beforeRemoval } from '../../../build/packages/layout.ts';
import { spec } from '../../../build/packages/packages.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const text = spec({ folder: '/folder', output: '/output', version: '0.1.0', release: true }, '/output/tree');
/** What rpmbuild makes of a script of the spec. */
const expanded = (script: string) => script.replaceAll('%%', '%');

it('needs libraries by the name that Fedora gives them, or by that of openSUSE', () => {
  const needs = [...text.matchAll(/^Requires: (.+)$/gm)].map(([, need = '']) => need);
  expect(needs).toContain('(libXtst or libXtst6)');
  expect(needs).toContain('(libuuid or libuuid1)');
  // Two packages have the same name in both.
  expect(needs.filter((need) => !/^\(\S+ or \S+\)$/.test(need))).toEqual(['xdg-utils', 'at-spi2-core']);
});

it('runs the same scripts as the deb', () => {
  const [, post = ''] = /\n%post\n([^]*?)%preun\n/.exec(text) ?? [];
  expect(expanded(post)).toBe(afterInstallation);
  expect(post).toContain('command -v "${update%%%% *}"');
  const [, preun = ''] = /\n%preun\nif \[ "\$1" = 0 \]; then\n([^]*?)fi\n%files\n/.exec(text) ?? [];
  expect(expanded(preun)).toBe(beforeRemoval);
});

/**
 * Runs the script after an installation, with none of the system's programs but the shell.
 *
 * @param getsNamespace whether a user who is not root gets a user namespace; root does
 * @returns the mode that is given to the program of the sandbox
 */
function modeOfSandbox(getsNamespace: boolean): string {
  const folder = temporaryFolder();
  const said = join(folder, 'said');
  const programs = {
    setpriv: 'while [ "${1#--}" != "$1" ]; do shift; done\nIS_USER=1 "$@"',
    unshare: `[ "$IS_USER" != 1 ] || exit ${getsNamespace ? 0 : 1}`,
    chmod: `echo "$*" >> '${said}'`,
  };
  for (const [name, script] of Object.entries(programs))
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  execFileSync('/bin/sh', ['-c', afterInstallation], { env: { PATH: folder }, stdio: 'ignore' });
  return readFileSync(said, 'utf8');
}

it.runIf(process.platform === 'linux')('sets the sandbox up for users who get no namespace, though root does', () => {
  const program = '/opt/depot-desk/chrome-sandbox';
  expect(modeOfSandbox(false)).toBe(`4755 ${program}\n`);
  expect(modeOfSandbox(true)).toBe(`0755 ${program}\n`);
});
