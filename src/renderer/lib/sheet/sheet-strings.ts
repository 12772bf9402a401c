/** Texts of a workbook: its table of shared strings, and texts of which parts have a format of their own. */
import { clean } from './csv-rows.ts';
import { BrokenXml, XmlTags } from './xml-tags.ts';

/**
 * Characters that XML cannot hold are written as `_x000D_`, and an underscore before such letters as `_x005F_`:
 * ECMA-376, part 1, 22.9.2.19.
 */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;

/**
 * The text of an element, of all its parts, without the readings of Japanese characters that stand above them.
 *
 * @param tags at the opening tag of the element; afterwards they are at its closing tag
 * @throws BrokenXml
 */
export function textIn(tags: XmlTags, element: 'si' | 'is'): string {
  let text = '';
  let isReading = false;
  while (tags.next()) {
    if (tags.isClosing) {
      if (tags.name === element) return clean(unescaped(text));
      if (tags.name === 'rPh') isReading = false;
    } else if (tags.name === 'rPh') isReading = true;
    else if (tags.name === 't' && !isReading) text += tags.text();
  }
  throw new BrokenXml();
}

/** @param xml of the shared strings @returns the texts by their position, which a cell names @throws BrokenXml */
export function stringsIn(xml: string): string[] {
  const tags = new XmlTags(xml);
  const strings: string[] = [];
  while (tags.next()) {
    if (tags.name === 'si' && !tags.isClosing) strings.push(textIn(tags, 'si'));
  }
  return strings;
}
