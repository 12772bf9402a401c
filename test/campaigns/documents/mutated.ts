/** Label documents with small mistakes: bytes, numbers, names and references of good, bad and foreign ones changed. */
import { decodePDFRawStream, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import { chanceOf, type Chance } from '../../fixtures/wire/mutate.ts';
import { badLabels } from '../../support/bad-labels.ts';
import { foreignLabels } from '../../support/foreign-labels.ts';

/** Larger ones are bombs by themselves, of which one test is enough. */
const mostBytes = 1_000_000;
const pages = 2;

const codesOf = (index: number) =>
  Array.from({ length: pages }, (_, page) => `TD0009${String(index).padStart(3, '0')}${page}`);

/** A document whose content is not compressed, so that changes reach what it draws; null if it cannot be read. */
async function unpacked(bytes: Uint8Array): Promise<Uint8Array | null> {
  try {
    const document = await PDFDocument.load(bytes);
    for (const [reference, object] of document.context.enumerateIndirectObjects()) {
      if (!(object instanceof PDFRawStream) || !object.dict.has(PDFName.of('Filter'))) continue;
      const content = decodePDFRawStream(object).decode();
      const dictionary = object.dict.clone();
      for (const name of ['Filter', 'DecodeParms', 'Length']) dictionary.delete(PDFName.of(name));
      document.context.assign(reference, PDFRawStream.of(dictionary, content));
    }
    return await document.save({ useObjectStreams: false });
  } catch {
    return null;
  }
}

/** The documents that are changed: as they come, and unpacked. */
export async function originals(): Promise<Uint8Array[]> {
  const found: Uint8Array[] = [];
  for (const [index, label] of [...foreignLabels, ...badLabels].entries()) {
    const bytes = await label.make(codesOf(index));
    if (bytes.length > mostBytes) continue;
    const plain = await unpacked(bytes);
    found.push(bytes, ...(plain === null || plain.length > mostBytes ? [] : [plain]));
  }
  return found;
}

type Text = string;
type Change = (text: Text, random: Chance, others: readonly Text[]) => Text;

const latin1 = (bytes: Uint8Array): Text => Buffer.from(bytes).toString('latin1');
const below = (random: Chance, end: number) => Math.floor(random() * end);
const oneOf = <Item>(items: readonly Item[], random: Chance): Item | undefined => items[below(random, items.length)];

/** Replaces one of the places that fit a pattern. */
function replaced(text: Text, pattern: RegExp, random: Chance, by: (found: string) => string): Text {
  const match = oneOf([...text.matchAll(pattern)], random);
  return match === undefined
    ? text
    : text.slice(0, match.index) + by(match[0]) + text.slice(match.index + match[0].length);
}

const oddNumbers = ['0', '-1', '1', '0.0000001', '32768', '2147483647', '-2147483648', '99999999999999999999', '1e9'];

/** What happens to documents on their way, and what somebody with bad intentions would write. */
const changes: Readonly<Record<string, Change>> = {
  bytes(text, random) {
    const letters = text.split('');
    for (let count = 1 + below(random, 20); count > 0; count -= 1) {
      letters[below(random, letters.length)] = String.fromCharCode(below(random, 256));
    }
    return letters.join('');
  },
  number: (text, random) => replaced(text, /-?\d+(?:\.\d+)?/g, random, () => oneOf(oddNumbers, random) ?? '0'),
  name(text, random) {
    const names = [...text.matchAll(/\/[A-Za-z]+/g)].map(([name]) => name);
    return replaced(text, /\/[A-Za-z]+/g, random, (name) => oneOf(names, random) ?? name);
  },
  reference(text, random) {
    const objects = [...text.matchAll(/\b(\d+) 0 obj/g)].map(([, number = '1']) => number);
    return replaced(text, /\b\d+ 0 R\b/g, random, () => `${oneOf(objects, random) ?? '1'} 0 R`);
  },
  'part gone'(text, random) {
    const from = below(random, text.length);
    return text.slice(0, from) + text.slice(from + 1 + below(random, 400));
  },
  'part twice'(text, random) {
    const from = below(random, text.length);
    const part = text.slice(from, from + 1 + below(random, 400));
    return text.slice(0, from) + part.repeat(1 + below(random, 3)) + text.slice(from);
  },
  'part many times'(text, random) {
    const from = below(random, text.length);
    return text.slice(0, from) + text.slice(from, from + 1 + below(random, 60)).repeat(2_000) + text.slice(from);
  },
  'part of another'(text, random, others) {
    const other = oneOf(others, random) ?? text;
    const [from, at] = [below(random, other.length), below(random, text.length)];
    return text.slice(0, at) + other.slice(from, from + below(random, 2_000)) + text.slice(at);
  },
  cut: (text, random) => text.slice(0, below(random, text.length)),
  'cut and ended': (text, random) => `${text.slice(0, below(random, text.length))}\n%%EOF\n`,
};

export const changeNames = Object.keys(changes);

export interface Mutated {
  bytes: Uint8Array;
  /** What was changed, and of which original: repeats it with the seed. */
  how: string;
}

/** @param seed of this one document */
export function mutated(all: readonly Uint8Array[], seed: number): Mutated {
  const random = chanceOf(seed);
  const index = below(random, all.length);
  const others = [all[below(random, all.length)] ?? new Uint8Array()].map(latin1);
  let text = latin1(all[index] ?? new Uint8Array());
  const names: string[] = [];
  for (let count = 1 + below(random, 3); count > 0; count -= 1) {
    const name = oneOf(changeNames, random) ?? 'bytes';
    names.push(name);
    text = changes[name]?.(text, random, others) ?? text;
  }
  return { bytes: new Uint8Array(Buffer.from(text, 'latin1')), how: `original ${index}: ${names.join(', ')}` };
}
