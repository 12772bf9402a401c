/**
 * Works inside a package that the builds here do not see: the library that a package wraps, and copies of other
 * packages in its own build. They ship with it, under licences of their own.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mit } from './mit.ts';

export interface Contained {
  name: string;
  /** An SPDX expression: `MIT`. */
  licence: string;
  /** As far as the package says which version it contains. */
  version?: string;
  /** Package URL (github.com/package-url/purl-spec). */
  purl: string;
  text: string;
}

/** The package around them. */
export interface Holder {
  name: string;
  /** Of its run-time dependencies. */
  dependencies: readonly string[];
  /** Its folder, with the whole path. */
  path: string;
  /** The project's folder. */
  root: string;
  /** Reads another package of the project, for the licence of a copy of it. */
  read: (name: string) => { licence: string; text: string };
}

/** @param version undefined if it is not known: a copy is of the version that its holder was built with */
export const purlOf = (name: string, version?: string): string =>
  `pkg:npm/${name.replace('@', '%40')}${version === undefined ? '' : `@${version}`}`;

const copies = (names: readonly string[], { read }: Holder): Contained[] =>
  names.map((name) => ({ name, purl: purlOf(name), ...read(name) }));

/** @throws Error if the file does not say it: an upgrade may have moved it */
function versionIn(path: string, pattern: RegExp): string {
  const [, version] = pattern.exec(readFileSync(path, 'utf8')) ?? [];
  if (version === undefined) throw new Error(`${path} does not say which version it is of`);
  return version;
}

/** The texts are those of the works' own pages. */
const inside: Readonly<Record<string, (holder: Holder) => Contained[]>> = {
  'better-sqlite3': (holder) => {
    const version = versionIn(join(holder.path, 'deps', 'sqlite3', 'sqlite3.h'), /#define SQLITE_VERSION\s+"([\d.]+)"/);
    const text = 'SQLite is in the public domain: its authors disclaim copyright to it (sqlite.org/copyright.html).\n';
    const sqlite = { name: 'SQLite', licence: 'blessing', version, purl: `pkg:generic/sqlite@${version}`, text };
    return [sqlite, ...copies(['node-addon-api'], holder)];
  },
  '@github/keytar': (holder) => copies(['node-addon-api'], holder),
  '@embedpdf/pdfium': () => [
    {
      name: 'PDFium',
      licence: 'Apache-2.0 AND BSD-3-Clause',
      purl: 'pkg:generic/pdfium',
      text:
        'Its licence is in LICENSE.pdfium above. What PDFium contains in turn (FreeType, libjpeg-turbo, OpenJPEG and ' +
        'others)\nis in Chromium too: see LICENSES.chromium.html beside the program.\n',
    },
  ],
  'zxing-wasm': ({ path, root }) => {
    const version = versionIn(join(path, 'dist', 'es', 'share.js'), /"([\da-f]{40})"/);
    // The project's own licence is the same, word for word.
    const apache = readFileSync(join(root, 'LICENSE'), 'utf8');
    return [
      {
        name: 'zxing-cpp',
        licence: 'Apache-2.0',
        version,
        purl: `pkg:github/zxing-cpp/zxing-cpp@${version}`,
        text: `Copyright ZXing authors. Licensed under the Apache License, Version 2.0:\n\n${apache}`,
      },
    ];
  },
  undici: () => [{ name: 'llhttp', licence: 'MIT', purl: 'pkg:generic/llhttp', text: mit('Fedor Indutny, 2018') }],
  'read-excel-file': (holder) => copies(['saxen'], holder),
  'maplibre-gl': (holder) => {
    const names = holder.dependencies.filter((name) => !name.startsWith('@types/'));
    return copies(names, holder);
  },
};

/** @returns the works inside a package, none for most */
export const containedIn = (holder: Holder): Contained[] => inside[holder.name]?.(holder) ?? [];
