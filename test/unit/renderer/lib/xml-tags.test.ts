/** XML as the parts of a workbook have it: each tag with its attributes, each text with its entities. */
import { describe, expect, it } from 'vitest';
import { BrokenXml, XmlTags } from '../../../../src/renderer/lib/sheet/xml-tags.ts';

/** Each tag: its name, and the attribute `r` of one that opens an element. */
function tagsIn(xml: string): string[] {
  const tags = new XmlTags(xml);
  const found: string[] = [];
  while (tags.next()) found.push(tags.isClosing ? `/${tags.name}` : [tags.name, tags.attribute('r') ?? ''].join(' '));
  return found;
}

/** The text of the first element. */
function textIn(xml: string): string {
  const tags = new XmlTags(xml);
  expect(tags.next()).toBe(true);
  return tags.text();
}

describe('a tag', () => {
  it.each<[string, string, string[]]>([
    ['with a prefix', '<x:row r="1"></x:row>', ['row 1', '/row']],
    ['of an empty element', '<row r="1"><c r="A1"/></row>', ['row 1', 'c A1', '/c', '/row']],
    ['with blanks and lines in it', '<c\n  r = "A1"\t></c >', ['c A1', '/c']],
    ['with attributes in single quotation marks', `<c t='"' r='A1'/>`, ['c A1', '/c']],
    ['with signs of tags in its attributes', '<c t="a>b/" r="<A1/>"></c>', ['c <A1/>', '/c']],
    ['with the declaration of a prefix', '<c xmlns:r="u" r="A1"/>', ['c A1', '/c']],
    ['with an attribute that has a prefix', '<c rel:r="A1"/>', ['c A1', '/c']],
    ['with entities in an attribute', '<c r="&lt;&amp;&#65;"/>', ['c <&A', '/c']],
    ['behind a comment, an instruction and a type', '<?xml v="<c/>"?><!DOCTYPE c><!-- <c/> --><c/>', ['c ', '/c']],
    ['behind text and CDATA', 'a<![CDATA[<c>]]>b<c/>', ['c ', '/c']],
  ])('is read %s', (_what, xml, expected) => {
    expect(tagsIn(xml)).toEqual(expected);
  });

  it('has nothing of the one before', () => {
    const tags = new XmlTags('<c r="A1" s="2"/><c t="s"/>');
    expect([tags.next(), tags.attribute('s'), tags.attribute('t')]).toEqual([true, '2', undefined]);
    expect([tags.next(), tags.isClosing, tags.next()]).toEqual([true, true, true]);
    expect([tags.attribute('s'), tags.attribute('t')]).toEqual([undefined, 's']);
  });
});

describe('a text', () => {
  it.each<[string, string, string]>([
    ['with entities', '<t>&lt;b&gt; &amp;amp; &quot;&apos;</t>', `<b> &amp; "'`],
    ['with characters by their number', '<t>&#228;&#xE4;&#x1F338;&#xD83C;&#xDF38;</t>', 'ää🌸🌸'],
    ['with entities that XML does not define', '<t>&nbsp;&#1114112;&constructor;</t>', '&nbsp;&#1114112;&constructor;'],
    ['with an ampersand that should be an entity', '<t>Kern & Lau</t>', 'Kern & Lau'],
    ['with CDATA', '<t>a<![CDATA[<b>&amp;]]>c</t>', 'a<b>&amp;c'],
    ['with a comment and an instruction', '<t>a<!-- <b> -->b<?c d?>e</t>', 'abe'],
    ['with blanks', '<t xml:space="preserve"> a\n</t>', ' a\n'],
    ['that is empty', '<t/>', ''],
    ['that ends with another tag', '<t>a<b/></t>', 'a'],
  ])('is read %s', (_what, xml, expected) => {
    expect(textIn(xml)).toBe(expected);
  });
});

it.each(['<', '<t', '<t ', '<t a', '<t a=', '<t a=1>', '<t a="1', '<t a="1"', '<!-- a', '<![CDATA[a', '<?a'])(
  'reports what ends too early: %j',
  (xml) => {
    expect(() => tagsIn(`<a>${xml}`)).toThrow(BrokenXml);
  },
);

it('reports a text that ends too early', () => {
  expect(() => textIn('<t>a')).toThrow(BrokenXml);
  expect(() => textIn('<t>a<![CDATA[b')).toThrow(BrokenXml);
});
