/**
 * Finds the encoding of a text: byte order mark, UTF-16 without one, UTF-8 even with bad bytes, else the one-byte encoding
 * in which the bytes beside letters are letters that people write.
 */
import type { Encoding } from '../../../shared/imports.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** The upper half of code page 850, which programs of DOS and some of Windows still write. */
const upper850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

/** Of two that fit equally, the first is taken. */
const oneByte = ['windows-1252', 'windows-1250', 'cp850', 'macintosh', 'iso-8859-2'] as const;

/** Letters of names and streets in western and central Europe. Others, such as `Š` beside `ž`, prove nothing. */
const commonLetters = new Set('äöüßÄÖÜéèêëàâçîïôûùñóíáúæøåÉÈÀÇÅØąćęłńśźżĄĆĘŁŃŚŹŻóÓčřšžěůýő');

/** A text in UTF-8 has this many characters of several bytes for each byte that is none. */
const goodForBad = 2;
const looked = 2_000;
/** So many bytes beyond ASCII tell which encoding it is. */
const mostLooked = 20_000;

/** `¡` and `¿` in the encodings of western Europe, which open a sentence. In others they are letters within words. */
const openingMarks: readonly number[] = [0xa1, 0xbf];

const isLetter = (byte: number | undefined) =>
  byte !== undefined && ((byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a));

/** Counts the characters of several bytes, and the bytes that are part of none. */
function countUtf8(bytes: Bytes): { good: number; bad: number } {
  let [good, bad] = [0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) continue;
    const more = byte >= 0xf0 && byte < 0xf5 ? 3 : byte >= 0xe0 ? 2 : byte >= 0xc2 ? 1 : 0;
    const follows = bytes.subarray(at + 1, at + 1 + more);
    if (more > 0 && byte < 0xf5 && follows.length === more && follows.every((each) => each >= 0x80 && each < 0xc0)) {
      good += 1;
      at += more;
    } else bad += 1;
  }
  return { good, bad };
}

/** How often each byte beyond ASCII stands beside a letter, as those of letters do. */
function besideLetters(bytes: Bytes): Map<number, number> {
  const counts = new Map<number, number>();
  let found = 0;
  for (let at = 0; at < bytes.length && found < mostLooked; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) continue;
    const mayOpen = openingMarks.includes(byte);
    if (!isLetter(bytes[at - 1]) && (mayOpen || !isLetter(bytes[at + 1]))) continue;
    counts.set(byte, (counts.get(byte) ?? 0) + 1);
    found += 1;
  }
  return counts;
}

/** The encoding in which most of these bytes are common letters. */
function bestOneByte(bytes: Bytes): Encoding {
  const counts = besideLetters(bytes);
  let [best, most]: [Encoding, number] = ['windows-1252', Number.NEGATIVE_INFINITY];
  for (const encoding of oneByte) {
    let fits = 0;
    for (const [byte, count] of counts) {
      fits += commonLetters.has(decodedAs(new Uint8Array([byte]), encoding)) ? count : -count;
    }
    if (fits > most) [best, most] = [encoding, fits];
  }
  return best;
}

function decoded850(bytes: Bytes): string {
  const parts: string[] = [];
  for (const byte of bytes) parts.push(byte < 0x80 ? String.fromCharCode(byte) : (upper850[byte - 0x80] ?? ''));
  return parts.join('');
}

/** A bad byte becomes `�` and leaves the rest as it is. */
const decodedAs = (bytes: Bytes, encoding: Encoding): string =>
  encoding === 'cp850' ? decoded850(bytes) : new TextDecoder(encoding).decode(bytes);

function encodingOf(bytes: Bytes): Encoding {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const beginning = bytes.subarray(0, looked);
  const zeros = (odd: 0 | 1) => beginning.filter((byte, index) => byte === 0 && index % 2 === odd).length;
  if (zeros(1) > beginning.length / 4) return 'utf-16le';
  if (zeros(0) > beginning.length / 4) return 'utf-16be';
  const { good, bad } = countUtf8(bytes);
  return bad === 0 || good >= bad * goodForBad ? 'utf-8' : bestOneByte(bytes);
}

/** Decodes a file. @param told the encoding that the person chose; otherwise it is found */
export function decoded(bytes: Bytes, told?: Encoding): { text: string; encoding: Encoding } {
  const encoding = told ?? encodingOf(bytes);
  return { text: decodedAs(bytes, encoding), encoding };
}
