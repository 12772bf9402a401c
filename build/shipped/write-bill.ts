/** Writes the bill of materials of the last build. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../project.ts';
import { billOf } from './bill.ts';
import { shippedFile } from './collect.ts';
import { shippedPackages } from './packages.ts';

const fromFile = (name: string): unknown => JSON.parse(readFileSync(join(root, name), 'utf8'));

/**
 * @param given.output folder of the file
 * @param given.time of the commit, in seconds since the epoch
 * @returns the path of the file
 */
export function writeBill(given: { output: string; version: string; electron: string; time: number }): string {
  const lock = fromFile('package-lock.json') as { packages: Record<string, { integrity?: string }> };
  const bill = billOf(shippedPackages(root, fromFile(shippedFile) as string[]), {
    version: given.version,
    electron: given.electron,
    time: new Date(given.time * 1_000).toISOString(),
    integrity: Object.fromEntries(
      Object.entries(lock.packages).map(([folder, { integrity = '' }]) => [folder, integrity]),
    ),
  });
  const file = join(given.output, `depot-desk-${given.version}.cdx.json`);
  writeFileSync(file, bill);
  return file;
}
