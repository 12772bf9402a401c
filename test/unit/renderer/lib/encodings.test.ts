/** The encoding of a file, which nothing names. */
import { describe, expect, it } from 'vitest';
import { decoded as read } from '../../../../src/renderer/lib/sheet/encodings.ts';

const decoded = (bytes: Uint8Array<ArrayBuffer>) => read(bytes).text;

const bytesOf = (...parts: (string | number)[]) =>
  new Uint8Array(parts.flatMap((part) => (typeof part === 'number' ? [part] : [...new TextEncoder().encode(part)])));

describe('the encoding of a text', () => {
  it('is UTF-8, even with one bad byte', () => {
    expect(decoded(bytesOf('Straße;Köln;Müller'))).toBe('Straße;Köln;Müller');
    expect(decoded(bytesOf('Straße;K', 0xf6, 'ln;Müller'))).toBe('Straße;K\u{fffd}ln;Müller');
  });

  it('is Windows-1252', () => {
    expect(decoded(bytesOf('Stra', 0xdf, 'e;K', 0xf6, 'ln;', 0x80, '5'))).toBe('Straße;Köln;€5');
  });

  it('is code page 850', () => {
    expect(decoded(bytesOf('Stra', 0xe1, 'e;K', 0x94, 'ln;M', 0x81, 'ller;', 0x8e, 'pfel'))).toBe(
      'Straße;Köln;Müller;Äpfel',
    );
  });

  it('is the one of a Mac, or of Windows in central Europe, by the letters that people write', () => {
    const mac = bytesOf('Stra', 0xa7, 'e;K', 0x9a, 'ln;M', 0x9f, 'ller;Caf', 0x8e);
    expect(read(mac)).toEqual({ text: 'Straße;Köln;Müller;Café', encoding: 'macintosh' });
    const polish = bytesOf('Ja', 0xb3, 'owa;', 0xaf, 'ytnia;', 'D', 0xb9, 'browska;Krak', 0xf3, 'w');
    expect(read(polish)).toEqual({ text: 'Jałowa;Żytnia;Dąbrowska;Kraków', encoding: 'windows-1250' });
    const french = bytesOf('Rue de l', 0x27, 'abb', 0xe9, ';p', 0xe8, 're;voil', 0xe0, ';for', 0xea, 't');
    expect(read(french)).toEqual({ text: "Rue de l'abbé;père;voilà;forêt", encoding: 'windows-1252' });
  });

  it('is that of Unix in central Europe, by the letters in which it differs from that of Windows', () => {
    const polish = bytesOf('W', 0xb1, 'ska;', 0xa6, 'wi', 0xea, 'ta;Krak', 0xf3, 'w');
    expect(read(polish)).toEqual({ text: 'Wąska;Święta;Kraków', encoding: 'iso-8859-2' });
    const czech = bytesOf('Ple', 0xb9, 'ivec;Kru', 0xbe, 'n', 0xe1, ';Ji', 0xf8, 0xed, 'n');
    expect(read(czech)).toEqual({ text: 'Plešivec;Kružná;Jiřín', encoding: 'iso-8859-2' });
    // With letters alone that both have, it is that of Windows.
    expect(read(bytesOf('Jab', 0xb3, 'onna;', 0xbf, 'wir;Z', 0xb3, 'ota')).encoding).toBe('windows-1250');
  });

  it('is not told by marks that open a sentence', () => {
    const spanish = bytesOf('Espa', 0xf1, 'a;', 0xa1, 'Ojo!;', 0xbf, 'Portal?');
    expect(read(spanish)).toEqual({ text: 'España;¡Ojo!;¿Portal?', encoding: 'windows-1252' });
  });

  it('is what the person says', () => {
    expect(read(bytesOf('K', 0x9a, 'ln'), 'windows-1252').text).toBe('Kšln');
    expect(read(bytesOf('K', 0x9a, 'ln'), 'macintosh').text).toBe('Köln');
  });

  it('is UTF-16 of both kinds, with and without a mark', () => {
    const little = new Uint8Array(Array.from('Köln').flatMap((letter) => [letter.charCodeAt(0), 0]));
    const big = new Uint8Array(Array.from('Köln').flatMap((letter) => [0, letter.charCodeAt(0)]));
    expect([little, big].map(decoded)).toEqual(['Köln', 'Köln']);
    expect(decoded(new Uint8Array([0xff, 0xfe, ...little]))).toBe('Köln');
    expect(decoded(new Uint8Array([0xfe, 0xff, ...big]))).toBe('Köln');
  });
});
