/** The bill of materials of what ships, in CycloneDX 1.6 (cyclonedx.org). */
import { createHash } from 'node:crypto';
import { purlOf, type Contained } from './contained.ts';
import type { ShippedPackage } from './packages.ts';

export interface BillOptions {
  version: string;
  electron: string;
  /** ISO, of the commit: two bills of one commit are equal. */
  time: string;
  /** Integrity of each package in the lock file (`sha512-…`), by its folder. */
  integrity: Readonly<Record<string, string>>;
}

/** SPDX ids consist of these characters; with a space it is an expression. */
function licencesOf(licence: string): object[] {
  if (/ (OR|AND|WITH) /.test(licence)) return [{ expression: licence.replace(/^\((.*)\)$/, '$1') }];
  return [{ license: /^[A-Za-z0-9.+-]+$/.test(licence) ? { id: licence } : { name: licence } }];
}

function hashesOf(integrity: string | undefined): object {
  const [, base64] = /^sha512-(.+)$/.exec(integrity ?? '') ?? [];
  if (base64 === undefined) return {};
  return { hashes: [{ alg: 'SHA-512', content: Buffer.from(base64, 'base64').toString('hex') }] };
}

/** What a package contains. A work in two packages is listed in both, each with a reference of its own. */
function partsOf(works: readonly Contained[], holder: string): object {
  if (works.length === 0) return {};
  const components = works.map(({ name, licence, version, purl }) => ({
    type: 'library',
    'bom-ref': `${holder}#${name}`,
    name,
    ...(version === undefined ? {} : { version }),
    licenses: licencesOf(licence),
    purl,
  }));
  return { components };
}

function componentOf(shipped: ShippedPackage, { integrity }: BillOptions): object {
  const { name, version, licence, folder, contained } = shipped;
  const purl = purlOf(name, version);
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    licenses: licencesOf(licence),
    purl,
    ...hashesOf(integrity[folder]),
    ...partsOf(contained, purl),
  };
}

/** A UUID that follows from a text. */
function uuidOf(text: string): string {
  const digits = createHash('sha256').update(text).digest('hex');
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `8${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join('-');
}

/** @returns the bill as JSON */
export function billOf(packages: readonly ShippedPackage[], options: BillOptions): string {
  const { version, electron, time } = options;
  const runtime = {
    type: 'framework',
    'bom-ref': purlOf('electron', electron),
    name: 'electron',
    version: electron,
    licenses: licencesOf('MIT'),
    purl: purlOf('electron', electron),
  };
  const components = [runtime, ...packages.map((each) => componentOf(each, options))];
  const self = `pkg:generic/depot-desk@${version}`;
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify([version, time, components]))}`,
    version: 1,
    metadata: {
      timestamp: time,
      component: {
        type: 'application',
        'bom-ref': self,
        name: 'Depot Desk',
        version,
        licenses: licencesOf('Apache-2.0'),
        purl: self,
      },
    },
    components,
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}
