/**
 * Prepares an xlsx for the sheet reader: numbers with a padding format become the displayed text, and cells that the
 * reader would drop silently (`#N/A`, a formula that was never calculated) become an error text. Cells for which it
 * would refuse the whole workbook are put right: those without their reference, which may be omitted, and those with a
 * style that does not exist.
 */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { writtenMoment } from './moments.ts';
import { paddedBy } from './number-formats.ts';
import type { SheetName } from './sheet-choices.ts';

const isSheet = (name: string) => /^xl\/worksheets\/[^/]+\.xml$/i.test(name);

const attribute = (attributes: string, name: string): string | undefined =>
  new RegExp(`(?:^|\\s)${name}\\s*=\\s*(["'])(.*?)\\1`, 's').exec(attributes)?.[2];

const mainNamespaces =
  /\bxmlns:([A-Za-z]\w*)=(["'])http:\/\/(?:schemas\.openxmlformats\.org|purl\.oclc\.org\/ooxml)\/spreadsheetml\/(?:2006\/)?main\2/;
/** A namespace is declared in the first element, at the beginning of a file. */
const looked = 4_000;

/** The XML of a part. Some programs put a prefix before the name of each element (`<x:c>`), which is taken away. */
function xmlOfPart(part: Uint8Array): string {
  const xml = strFromU8(part);
  const root = /<[A-Za-z][^>]*>/.exec(xml.slice(0, looked))?.[0] ?? '';
  const [declared = '', prefix = ''] = mainNamespaces.exec(root) ?? [];
  if (prefix === '' || !root.startsWith(`<${prefix}:`) || /\sxmlns=/.test(root)) return xml;
  return xml
    .replace(declared, declared.replace(`xmlns:${prefix}`, 'xmlns'))
    .replaceAll(new RegExp(`<(/?)${prefix}:`, 'g'), '<$1');
}

const entities: Readonly<Record<string, string>> = { quot: '"', amp: '&', lt: '<', gt: '>', apos: "'", '#39': "'" };
const unescaped = (xml: string) => xml.replaceAll(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole);
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** What is known of the styles of cells. */
interface Styles {
  count: number;
  /** Padding formats by style index. */
  padding: ReadonlyMap<string, (number: string) => string>;
}

function stylesOf(styles: string): Styles {
  const formats = new Map<string, string>();
  for (const [, attributes = ''] of styles.matchAll(/<numFmt\s([^>]*?)\/?>/g)) {
    formats.set(attribute(attributes, 'numFmtId') ?? '', unescaped(attribute(attributes, 'formatCode') ?? ''));
  }
  const padding = new Map<string, (number: string) => string>();
  const cells = /<cellXfs[^>]*>([^]*?)<\/cellXfs>/.exec(styles)?.[1] ?? '';
  const all = [...cells.matchAll(/<xf(?=[\s/>])([^>]*?)\/?>/g)];
  for (const [index, [, attributes = '']] of all.entries()) {
    const show = paddedBy(formats.get(attribute(attributes, 'numFmtId') ?? '') ?? '');
    if (show !== null) padding.set(String(index), show);
  }
  return { count: all.length, padding };
}

/** Placeholder for a formula without a stored result. */
const uncalculated = '#FORMULA!';
/** A workbook that the sheet reader can read, and what it does not tell. */
export interface Prepared {
  bytes: Uint8Array<ArrayBuffer>;
  sheets: SheetName[];
  /** The XML of each sheet, for what the reader ignores. */
  xmlOf: (sheet: number) => string;
}

/** @param bytes of an xlsx whose unpacked size has been checked @returns the file with those cells as text */
export function prepared(bytes: Uint8Array<ArrayBuffer>): Prepared {
  const stylesFile = stylesFileOf(unzipSync(bytes, { filter: ({ name }) => name === relationsFile })[relationsFile]);
  const isRead = (name: string) => isSheet(name) || [stylesFile, workbookFile, relationsFile].includes(name);
  const files = unzipSync(bytes, { filter: ({ name }) => isRead(name) });
  const found = files[stylesFile];
  const styles = stylesOf(found === undefined ? '' : xmlOfPart(found));
  const changed: Record<string, Uint8Array> = {};
  for (const [name, content] of Object.entries(files).filter(([each]) => isSheet(each))) {
    const sheet = xmlOfPart(content);
    const texts = withTexts(withReferences(sheet), styles);
    if (texts !== sheet) changed[name] = strToU8(texts);
  }
  const isSame = Object.keys(changed).length === 0;
  const sheets = sheetsOf(files);
  return {
    bytes: isSame ? bytes : zipSync({ ...unzipSync(bytes), ...changed }, { level: 0 }),
    sheets: sheets.map(({ name, isHidden, xml }) => ({ name, isHidden, isEmpty: !hasText(xml) })),
    xmlOf: (sheet) => sheets[sheet]?.xml ?? '',
  };
}

const workbookFile = 'xl/workbook.xml';
const relationsFile = 'xl/_rels/workbook.xml.rels';
const hasText = (xml: string) => /<(?:v|t)\b[^>/]*>[^<]/.test(xml);

/** The attributes of each relation of the workbook to a part. */
const relationsIn = (xml: string): string[] =>
  [...xml.matchAll(/<Relationship\s([^>]*)>/g)].map(([, attributes = '']) => attributes);

/** Where the sheet reader looks for the styles. */
function stylesFileOf(relations: Uint8Array | undefined): string {
  const target = relationsIn(relations === undefined ? '' : xmlOfPart(relations))
    .filter((attributes) => /\/styles$/.test(attribute(attributes, 'Type') ?? ''))
    .map((attributes) => attribute(attributes, 'Target') ?? '')
    .at(-1);
  if (target === undefined || target === '') return 'xl/styles.xml';
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

/** The sheets in the order of the workbook. */
function sheetsOf(files: Readonly<Record<string, Uint8Array>>) {
  const text = (name: string) => xmlOfPart(files[name] ?? new Uint8Array());
  const targets = new Map(
    relationsIn(text(relationsFile)).map((attributes) => [
      attribute(attributes, 'Id'),
      (attribute(attributes, 'Target') ?? '').replace(/^\/?(?:xl\/)?/, 'xl/'),
    ]),
  );
  return [...text(workbookFile).matchAll(/<sheet\s([^>]*)>/g)].map(([, attributes = '']) => ({
    name: unescaped(attribute(attributes, 'name') ?? ''),
    isHidden: /hidden/i.test(attribute(attributes, 'state') ?? ''),
    xml: text(targets.get(attribute(attributes, 'r:id')) ?? ''),
  }));
}

/** The rows that a spreadsheet hides. @returns lines, from 1 */
export function hiddenLines(xml: string): number[] {
  let line = 0;
  return [...xml.matchAll(/<row(?=[\s/>])([^>]*)>/g)].flatMap(([, attributes = '']) => {
    line = Number(attribute(attributes, 'r') ?? line + 1);
    return /^(?:1|true)$/.test(attribute(attributes, 'hidden') ?? '') ? [line] : [];
  });
}

/** How many ranges of merged cells begin below a line. */
export const mergedBelow = (xml: string, line: number): number =>
  [...xml.matchAll(/<mergeCell\s[^>]*ref=["'][A-Z]+(\d+)/g)].filter(([, at]) => Number(at) > line).length;

/** A cell has no reference: it is the one after the cell before it. */
const lacksReference = /<c(?=[\s/>])(?![^>]*\sr\s*=)/;

/** The name of a column: `A`, `Z`, `AA`. @param column from 1 */
const lettersOf = (column: number): string =>
  column < 1 ? '' : `${lettersOf(Math.floor((column - 1) / 26))}${String.fromCharCode(65 + ((column - 1) % 26))}`;

const columnOf = (letters: string): number =>
  Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

/** A sheet's XML in which each cell has its reference. A row without a number is the one after the row before it. */
function withReferences(sheet: string): string {
  if (!lacksReference.test(sheet)) return sheet;
  let row = 0;
  let column = 0;
  return sheet.replaceAll(/<(row|c)(?=[\s/>])([^>]*)>/g, (whole, element: string, attributes: string) => {
    const reference = attribute(attributes, 'r');
    if (element === 'row') {
      row = Number(reference ?? row + 1);
      column = 0;
      return whole;
    }
    if (reference === undefined) {
      column += 1;
      return `<c r="${lettersOf(column)}${row}"${attributes}>`;
    }
    const [, letters = '', line = ''] = /^([A-Z]+)(\d+)$/.exec(reference) ?? [];
    column = columnOf(letters);
    row = Number(line);
    return whole;
  });
}

const styleAttribute = /(?:^|\s)s\s*=\s*(["'])[^"']*\1/;

/**
 * A sheet's XML in which cells that the reader would show differently, or drop, are text. None has a style that does
 * not exist, and other cells stay unchanged.
 */
function withTexts(sheet: string, { count, padding }: Styles): string {
  return sheet.replaceAll(/<c\s([^>]*[^/>])>([^]*?)<\/c>/g, (whole, attributes: string, content: string) => {
    const style = attribute(attributes, 's') ?? '';
    const text = shownText(attributes, content, padding.get(style));
    if (text === null) {
      const hasStyle = style === '' || Number(style) < count;
      return hasStyle ? whole : `<c ${attributes.replace(styleAttribute, ' ')}>${content}</c>`;
    }
    const reference = attribute(attributes, 'r');
    const place = reference === undefined ? '' : ` r="${reference}"`;
    return `<c${place} t="inlineStr"><is><t>${text}</t></is></c>`;
  });
}

/** @returns the text as XML; null when the reader handles the cell correctly */
function shownText(attributes: string, content: string, show: ((number: string) => string) | undefined): string | null {
  const value = /<v[^>]*>([^<]*)<\/v>/.exec(content)?.[1];
  const type = attribute(attributes, 't') ?? 'n';
  if (type === 'e') return value ?? uncalculated;
  // The reader takes such a text for a moment on this computer's clock, and refuses the workbook for a time alone.
  if (type === 'd' && value !== undefined) return writtenMoment(value) ?? value;
  if (value === undefined) return /<f[\s>/]/.test(content) && !/<v[\s/>]/.test(content) ? uncalculated : null;
  return show === undefined || type !== 'n' ? null : escaped(show(value));
}
