/**
 * A workbook (xlsx): its sheets, and the rows of one of them, in one pass over the XML of the sheet. The library for it
 * leaves out errors and formulas without a result, knows numbers without their zeros, and refuses the whole workbook for
 * a kind of cell that it does not know.
 */
import { stylesIn } from './cell-styles.ts';
import type { SheetName } from './sheet-choices.ts';
import { SheetScan } from './sheet-scan.ts';
import { stringsIn } from './sheet-strings.ts';
import { XmlTags } from './xml-tags.ts';
import { unzipped } from './zip-parts.ts';

const workbookFile = 'xl/workbook.xml';
const relationsFile = 'xl/_rels/workbook.xml.rels';

/** Text in a cell. A formula without a result is none. */
const cellWithText = /<(?:[\w.-]+:)?[vt](?=[\s>])[^<>/]*>(?:[^<]|<!\[CDATA\[)/;
/** Most sheets with a text have one at their beginning. */
const looked = 64_000;

const utf8 = new TextDecoder();
const xmlOf = (part: Uint8Array | undefined): string => (part === undefined ? '' : utf8.decode(part));

export interface Workbook {
  /** In the order of the workbook. */
  sheets: SheetName[];
  /**
   * @param sheet its position
   * @throws BrokenXml, Error when there is no such sheet, or when its strings or styles cannot be read
   */
  scan: (sheet: number) => SheetScan;
}

/** @throws TooLarge, BrokenXml, Error when the file is damaged */
export function workbookIn(bytes: Uint8Array<ArrayBuffer>): Workbook {
  const frame = unzipped(bytes, [workbookFile, relationsFile]);
  const relations = relationsIn(xmlOf(frame[relationsFile]));
  const { sheets, isFrom1904 } = sheetsIn(xmlOf(frame[workbookFile]), relations);
  const fileOf = (kind: string) => relations.findLast((relation) => relation.kind === kind)?.file ?? `xl/${kind}.xml`;
  const [stringsFile, stylesFile] = [fileOf('sharedStrings'), fileOf('styles')];
  const files = unzipped(bytes, [stringsFile, stylesFile, ...sheets.map(({ file }) => file)]);
  return {
    sheets: sheets.map(({ name, isHidden, file }) => ({ name, isHidden, isEmpty: !hasText(files[file]) })),
    scan: (sheet) => {
      const part = files[sheets[sheet]?.file ?? ''];
      if (part === undefined) throw new Error('There is no such sheet.');
      const strings = stringsIn(xmlOf(files[stringsFile]));
      return new SheetScan(xmlOf(part), { strings, styles: stylesIn(xmlOf(files[stylesFile])), isFrom1904 });
    },
  };
}

/** What a part of the workbook is for, and where it is. */
interface Relation {
  id: string;
  /** `worksheet`, `styles`, `sharedStrings`. */
  kind: string;
  file: string;
}

function relationsIn(xml: string): Relation[] {
  const tags = new XmlTags(xml);
  const relations: Relation[] = [];
  while (tags.next()) {
    if (tags.name !== 'Relationship' || tags.isClosing) continue;
    const kind = (tags.attribute('Type') ?? '').replace(/^.*\//, '');
    const target = tags.attribute('Target') ?? '';
    // It is relative to the folder of the workbook, unless it begins with a slash. Some programs repeat that folder.
    const file = target.startsWith('/') ? target.slice(1) : target.replace(/^(?:\.\/)?(?:xl\/)?/, 'xl/');
    relations.push({ id: tags.attribute('Id') ?? '', kind, file });
  }
  return relations;
}

/** The sheets, and whether days are counted from 1904. */
function sheetsIn(xml: string, relations: readonly Relation[]) {
  const tags = new XmlTags(xml);
  const sheets: { name: string; isHidden: boolean; file: string }[] = [];
  let isFrom1904: boolean | undefined;
  while (tags.next()) {
    if (tags.isClosing) continue;
    if (tags.name === 'workbookPr') isFrom1904 ??= /^(?:1|true)$/.test(tags.attribute('date1904') ?? '');
    if (tags.name !== 'sheet') continue;
    const id = tags.attribute('id');
    sheets.push({
      name: tags.attribute('name') ?? '',
      isHidden: /hidden/i.test(tags.attribute('state') ?? ''),
      file: relations.find((relation) => relation.id === id)?.file ?? '',
    });
  }
  return { sheets, isFrom1904: isFrom1904 ?? false };
}

function hasText(part: Uint8Array | undefined): boolean {
  if (part === undefined) return false;
  return cellWithText.test(xmlOf(part.subarray(0, looked))) || (part.length > looked && cellWithText.test(xmlOf(part)));
}
