/** The licence notices that ship with the app and are shown in Settings, About. */
import type { ShippedPackage } from './packages.ts';

const rule = '='.repeat(80);

/** @param packages that ship, in the order of the notices */
export function noticesOf(packages: readonly ShippedPackage[]): string {
  const list = packages.map(({ name, version, licence }) => `${name} ${version} (${licence})`);
  const head = [
    'Depot Desk contains the software listed here, under the licences below. Electron, Chromium and Node, on which it runs,',
    'have their own notices beside the program: LICENSE.electron.txt and LICENSES.chromium.html.',
    '',
    ...list,
  ];
  const parts = packages.map(({ name, version, licence, texts }) =>
    [
      rule,
      `${name} ${version}`,
      `Licence: ${licence}`,
      ...texts.flatMap(({ file, text }) => ['', ...(texts.length > 1 ? [`[${file}]`] : []), text.trim()]),
    ].join('\n'),
  );
  return `${[head.join('\n'), ...parts].join('\n\n').replaceAll('\r\n', '\n')}\n`;
}
