/** Recognises files that are no table by their first bytes, whatever their name says. */

/**
 * pdf · picture · rtf · html, which some programs call xls · password: a protected spreadsheet · old-excel: from before
 * 2007 · excel-xml: the XML of Excel 2003 · numbers, opendocument, binary-excel: spreadsheets of other programs or kinds · archive: a zip without a sheet
 */
export type NoTable =
  | 'pdf'
  | 'picture'
  | 'rtf'
  | 'html'
  | 'password'
  | 'old-excel'
  | 'excel-xml'
  | 'numbers'
  | 'opendocument'
  | 'binary-excel'
  | 'archive';

/** Text of this many bytes tells what a file is. */
const looked = 1_000;

/** A letter for each byte; a decoder of Latin-1 would decode Windows-1252. */
const asText = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

/** A name as an old compound file writes it: two bytes for each letter. */
const wide = (name: string) => name.replaceAll(/(?<=.)(?=.)/g, '\0');

/** @param names the parts of a zip, empty for other files */
function kindOfZip(names: readonly string[]): NoTable | null {
  if (names.some((name) => name === 'xl/workbook.xml')) return null;
  if (names.some((name) => name === 'xl/workbook.bin')) return 'binary-excel';
  if (names.some((name) => name.startsWith('Index/') || name === 'Index.zip')) return 'numbers';
  if (names.includes('content.xml')) return 'opendocument';
  return names.length === 0 ? null : 'archive';
}

/**
 * @param namesOf lists the parts of a zip; empty when they cannot be read
 * @returns null when the file may be a table
 */
export function noTableIn(bytes: Uint8Array<ArrayBuffer>, namesOf: () => readonly string[]): NoTable | null {
  const start = asText(bytes.subarray(0, looked)).replace(/^ï»¿/, '').trimStart();
  if (start.startsWith('%PDF')) return 'pdf';
  if (/^(?:\x89PNG|\xff\xd8\xff|GIF8|BM.{4}\0\0|II\*\0|MM\0\*|RIFF.{4}WEBP)/su.test(start)) return 'picture';
  if (start.startsWith('{\\rtf')) return 'rtf';
  if (/^(?:<!doctype html|<html|<table|<\?xml[^>]*>\s*<html)/i.test(start)) return 'html';
  if (/^<\?xml[^>]*>\s*<(?:\?mso-application|Workbook)/i.test(start)) return 'excel-xml';
  if (start.startsWith('ÐÏ\x11à')) {
    const isLocked = asText(bytes.subarray(0, 200_000)).includes(wide('EncryptedPackage'));
    return isLocked ? 'password' : 'old-excel';
  }
  return start.startsWith('PK') ? kindOfZip(namesOf()) : null;
}
