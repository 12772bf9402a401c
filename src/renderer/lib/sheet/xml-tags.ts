/**
 * Reads XML from tag to tag, as far as the parts of a workbook need it: names without their prefixes, attributes in
 * either kind of quotation marks, texts with entities and CDATA. Comments and instructions are skipped. Entities that a
 * document type defines are not expanded, so a small file stays small.
 */

/** The XML ends too early or is malformed, so a part of the file may be missing. */
export class BrokenXml extends Error {}

const exclamation = 0x21;
const slash = 0x2f;
const colon = 0x3a;
const equals = 0x3d;
const greater = 0x3e;
const question = 0x3f;
const cdata = '<![CDATA[';

/** Both are false for the number that stands for the end of the file. */
const isBlank = (code: number) => code <= 0x20;
const isInName = (code: number) => code > 0x20 && code !== slash && code !== greater && code !== equals;

const entities = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);
const highestCharacter = 0x10ffff;

function characterOf(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return entities.get(name) ?? whole;
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  return code <= highestCharacter ? String.fromCodePoint(code) : whole;
}

/** A text with its entities as characters. One that XML does not define stays as it is. */
const decoded = (xml: string): string =>
  xml.includes('&') ? xml.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, characterOf) : xml;

export class XmlTags {
  /** The name of the tag without its prefix. */
  name = '';
  /** The tag closes an element. An element that is empty (`<v/>`) has an opening and a closing tag too. */
  isClosing = false;
  readonly #xml: string;
  #at = 0;
  /** The element is empty, and its closing tag comes next. */
  #closesNext = false;
  readonly #names: string[] = [];
  readonly #values: string[] = [];

  constructor(xml: string) {
    this.#xml = xml;
  }

  /** Goes to the next tag. @returns false at the end of the file @throws BrokenXml */
  next(): boolean {
    if (this.#closesNext) {
      this.#closesNext = false;
      this.isClosing = true;
      return true;
    }
    for (;;) {
      const start = this.#xml.indexOf('<', this.#at);
      if (start < 0) return false;
      if (this.#skip(start)) continue;
      this.#read(start + 1);
      return true;
    }
  }

  /** The value of an attribute of the tag, whose name has no prefix here. */
  attribute(name: string): string | undefined {
    const at = this.#names.indexOf(name);
    return at < 0 ? undefined : decoded(this.#values[at] ?? '');
  }

  /** The text between the tag and the next one. @throws BrokenXml */
  text(): string {
    if (this.#closesNext) return '';
    let text = '';
    for (;;) {
      const end = this.#xml.indexOf('<', this.#at);
      if (end < 0) throw new BrokenXml();
      text += decoded(this.#xml.slice(this.#at, end));
      this.#at = end;
      if (!this.#skip(end)) return text;
      if (this.#xml.startsWith(cdata, end)) text += this.#xml.slice(end + cdata.length, this.#at - 3);
    }
  }

  /** Goes past a comment, an instruction or CDATA. @returns false where there is none */
  #skip(start: number): boolean {
    const code = this.#xml.charCodeAt(start + 1);
    if (code === question) this.#goPast('?>', start);
    else if (code !== exclamation) return false;
    else if (this.#xml.startsWith(cdata, start)) this.#goPast(']]>', start);
    else this.#goPast(this.#xml.startsWith('<!--', start) ? '-->' : '>', start);
    return true;
  }

  #goPast(end: string, from: number): void {
    const found = this.#xml.indexOf(end, from);
    if (found < 0) throw new BrokenXml();
    this.#at = found + end.length;
  }

  /** @param from behind the `<` */
  #read(from: number): void {
    const xml = this.#xml;
    this.isClosing = xml.charCodeAt(from) === slash;
    let start = this.isClosing ? from + 1 : from;
    let at = start;
    for (let code = xml.charCodeAt(at); isInName(code); code = xml.charCodeAt(at)) {
      at += 1;
      if (code === colon) start = at;
    }
    this.name = xml.slice(start, at);
    this.#names.length = 0;
    this.#values.length = 0;
    for (;;) {
      at = this.#pastBlanks(at);
      const code = xml.charCodeAt(at);
      if (code === greater) break;
      at = code === slash ? at + 1 : this.#readAttribute(at);
    }
    this.#closesNext = !this.isClosing && xml.charCodeAt(at - 1) === slash;
    this.#at = at + 1;
  }

  /** @returns the place behind its value */
  #readAttribute(from: number): number {
    const xml = this.#xml;
    let start = from;
    let at = from;
    for (let code = xml.charCodeAt(at); isInName(code); code = xml.charCodeAt(at)) {
      at += 1;
      // The declaration of a prefix is no attribute of the element.
      if (code === colon && !xml.startsWith('xmlns:', start)) start = at;
    }
    const name = xml.slice(start, at);
    at = this.#pastBlanks(at);
    if (xml.charCodeAt(at) !== equals) throw new BrokenXml();
    at = this.#pastBlanks(at + 1);
    const quote = xml.charAt(at);
    const end = quote === '"' || quote === "'" ? xml.indexOf(quote, at + 1) : -1;
    if (end < 0) throw new BrokenXml();
    this.#names.push(name);
    this.#values.push(xml.slice(at + 1, end));
    return end + 1;
  }

  #pastBlanks(from: number): number {
    let at = from;
    while (isBlank(this.#xml.charCodeAt(at))) at += 1;
    return at;
  }
}
