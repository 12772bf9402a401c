/** The description of the rpm that rpmbuild reads. */
import { expect, it } from 'vitest';
import { afterInstallation, beforeRemoval } from '../../../build/packages/layout.ts';
import { spec } from '../../../build/packages/packages.ts';

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
