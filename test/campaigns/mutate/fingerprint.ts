/** Tells whether the code of a file has changed since its campaign. */
import { createHash } from 'node:crypto';
import ts from 'typescript';

const printer = ts.createPrinter({ removeComments: true });

/** @returns twelve hexadecimal digits, the same for sources that differ only in comments and layout */
export function fingerprintOf(source: string): string {
  const parsed = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest);
  return createHash('sha256').update(printer.printFile(parsed)).digest('hex').slice(0, 12);
}
