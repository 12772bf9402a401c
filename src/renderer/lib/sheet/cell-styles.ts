/** How the styles of a workbook show numbers. */
import { showsMoment } from './moments.ts';
import { paddedBy } from './number-formats.ts';
import { XmlTags } from './xml-tags.ts';

export interface CellStyle {
  /** Shows a number with leading zeros and signs; null: such a number is shown as it is. */
  padded: ((number: string) => string) | null;
  /** A number is a day, a time or both. */
  isMoment: boolean;
}

const groups = ['numFmts', 'cellStyleXfs', 'cellXfs'];

/** @param xml of the styles @returns them by their position, which a cell names @throws BrokenXml */
export function stylesIn(xml: string): CellStyle[] {
  const tags = new XmlTags(xml);
  const formats = new Map<string, string>();
  /** The formats of named styles, on which those of cells are based. */
  const bases: string[] = [];
  const ids: string[] = [];
  let group = '';
  while (tags.next()) {
    const { name } = tags;
    if (groups.includes(name)) group = tags.isClosing ? '' : name;
    else if (!tags.isClosing) {
      const id = tags.attribute('numFmtId');
      if (name === 'numFmt' && group === 'numFmts') formats.set(id ?? '', tags.attribute('formatCode') ?? '');
      else if (name === 'xf' && group === 'cellStyleXfs') bases.push(id ?? '');
      else if (name === 'xf' && group === 'cellXfs') ids.push(id ?? bases[Number(tags.attribute('xfId'))] ?? '');
    }
  }
  return ids.map((id) => {
    const format = formats.get(id) ?? '';
    return { padded: paddedBy(format), isMoment: showsMoment(Number(id), format) };
  });
}
