/**
 * Prepares an xlsx for the sheet reader: numbers with a padding format become the displayed text, and cells that the
 * reader would drop silently (`#N/A`, a formula that was never calculated) become an error text.
 */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { paddedBy } from './number-formats.ts';
import type { SheetName } from './sheet-choices.ts';

const stylesFile = 'xl/styles.xml';
const isSheet = (name: string) => /^xl\/worksheets\/[^/]+\.xml$/i.test(name);

const attribute = (attributes: string, name: string): string | undefined =>
  new RegExp(`(?:^|\\s)${name}=(["'])(.*?)\\1`, 's').exec(attributes)?.[2];

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

/** Padding formats by style index. */
function paddingStyles(styles: string): Map<string, (number: string) => string> {
  const formats = new Map<string, string>();
  for (const [, attributes = ''] of styles.matchAll(/<numFmt\s([^>]*?)\/?>/g)) {
    formats.set(attribute(attributes, 'numFmtId') ?? '', unescaped(attribute(attributes, 'formatCode') ?? ''));
  }
  const padding = new Map<string, (number: string) => string>();
  const cells = /<cellXfs[^>]*>([^]*?)<\/cellXfs>/.exec(styles)?.[1] ?? '';
  [...cells.matchAll(/<xf\s([^>]*?)\/?>/g)].forEach(([, attributes = ''], index) => {
    const show = paddedBy(formats.get(attribute(attributes, 'numFmtId') ?? '') ?? '');
    if (show !== null) padding.set(String(index), show);
  });
  return padding;
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
  const files = unzipSync(bytes, { filter: ({ name }) => isRead(name) });
  const styles = files[stylesFile];
  const padding = paddingStyles(styles === undefined ? '' : xmlOfPart(styles));
  const changed: Record<string, Uint8Array> = {};
  for (const [name, content] of Object.entries(files).filter(([each]) => isSheet(each))) {
    const sheet = xmlOfPart(content);
    const texts = withTexts(sheet, padding);
    if (texts !== sheet) changed[name] = strToU8(texts);
  }
  const isSame = Object.keys(changed).length === 0;
  const found = sheetsOf(files);
  return {
    bytes: isSame ? bytes : zipSync({ ...unzipSync(bytes), ...changed }, { level: 0 }),
    sheets: found.map(({ name, isHidden, xml }) => ({ name, isHidden, isEmpty: !hasText(xml) })),
    xmlOf: (sheet) => found[sheet]?.xml ?? '',
  };
}

const workbookFile = 'xl/workbook.xml';
const relationsFile = 'xl/_rels/workbook.xml.rels';
const isRead = (name: string) => isSheet(name) || [stylesFile, workbookFile, relationsFile].includes(name);
const hasText = (xml: string) => /<(?:v|t)\b[^>/]*>[^<]/.test(xml);

/** The sheets in the order of the workbook. */
function sheetsOf(files: Readonly<Record<string, Uint8Array>>) {
  const text = (name: string) => xmlOfPart(files[name] ?? new Uint8Array());
  const targets = new Map(
    [...text(relationsFile).matchAll(/<Relationship\s([^>]*)>/g)].map(([, attributes = '']) => [
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
  return [...xml.matchAll(/<row\s([^>]*)>/g)].flatMap(([, attributes = '']) =>
    /^(?:1|true)$/.test(attribute(attributes, 'hidden') ?? '') ? [Number(attribute(attributes, 'r') ?? 0)] : [],
  );
}

/** How many ranges of merged cells begin below a line. */
export const mergedBelow = (xml: string, line: number): number =>
  [...xml.matchAll(/<mergeCell\s[^>]*ref=["'][A-Z]+(\d+)/g)].filter(([, at]) => Number(at) > line).length;

/**
 * A sheet's XML in which cells that the reader would show differently, or drop, are text; other cells stay unchanged.
 */
function withTexts(sheet: string, padding: ReadonlyMap<string, (number: string) => string>): string {
  return sheet.replaceAll(/<c\s([^>]*[^/>])>([^]*?)<\/c>/g, (whole, attributes: string, content: string) => {
    const text = shownText(attributes, content, padding.get(attribute(attributes, 's') ?? ''));
    if (text === null) return whole;
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
  if (value === undefined) return /<f[\s>/]/.test(content) && !/<v[\s/>]/.test(content) ? uncalculated : null;
  return show === undefined || type !== 'n' ? null : escaped(show(value));
}
