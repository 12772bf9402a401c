/**
 * Recognises columns by what is in them, where no heading names them: files without headings, and headings in a language
 * that is not known. A column is only taken where nothing else in the file can be meant; the person sees which ones were.
 */
import type { Columns, ImportField } from './fields.ts';
import { isAboutOthers, recognised } from './headings.ts';
import type { SheetNoun } from './noun.ts';
import { splitAddress } from './whole-address.ts';

type Rows = readonly (readonly string[])[];

/** A column that no heading names, and the field that its values look like. */
export interface Guess {
  /** The column's position, from 0. */
  at: number;
  field: ImportField;
}

const timeOfDay = String.raw`\d{1,2}(?:[:.hu]\d{2}|[hu])?(?: ?[ap]\.?m\.?)?`;
const betweenTimes = String.raw`\s*[-–—]\s*|\s+(?:bis|und|to|until|and|à|et|tot|en|a|y|alle|e|do|i)\s+`;

/**
 * What a cell can be told by alone. The first kind counts: `1016 GV` is a postcode and no
 * place, `1003 Lausanne` is a place and no street, and `09.00-12.00` is a window and no phone number.
 */
const kinds = {
  email: /^[^\s@]+@[^\s@]+\.\p{L}{2,}$/u,
  window: new RegExp(
    `^(?:(?:von|zwischen|from|between|de|entre|van|tussen|dalle|tra|od|między) )?${timeOfDay}(?:${betweenTimes})` +
      `${timeOfDay}(?: ?(?:Uhr|h|uur))?$`,
    'iu',
  ),
  phone: /^(?=(?:\D*\d){8,15}\D*$)(?!000)(?:\+|0)[\d\s()/.-]+$/,
  zip: /^(?:[A-Z]{1,3}-)?(?:\d{4,5}|\d{2}-\d{3}|\d{4} ?[A-Z]{2}|\d{3} \d{2}|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})$/,
  /** `17321 Löcknitz` */
  place: /^(?:[A-Z]{1,3}-)?\d{4,5}(?: ?[A-Z]{2})? \p{L}[\p{L} .'’()/-]+$/u,
  /** `Quay 12 b`, `Wiesenweg 3-5`; `12, rue des Fleurs`, `12 bis rue des Fleurs` */
  street:
    /^(?:\p{L}[\p{L}\d .'’()-]*[\p{L}.] ?\d{1,4} ?[a-z]?(?: ?[-/] ?\d{1,4} ?[a-z]?)?|\d{1,4} ?(?:[a-z]|bis|ter)?,? \p{L}[\p{L} .'’-]{3,})$/iu,
} as const;
type Kind = keyof typeof kinds;

const kindOf = (cell: string): Kind | undefined =>
  (Object.keys(kinds) as Kind[]).find((kind) => kinds[kind].test(cell));
/** An address with its postcode and town. */
const isWholeAddress = (cell: string): boolean => splitAddress(cell) !== null;

/** Letters alone: a town or a name. */
const words = /^\p{L}[\p{L} .,'’()/&-]*$/u;

/** A look at these rows is enough. */
const mostRows = 200;
/** Share of the cells that must be of a kind; some are mistyped. */
const leastShare = 0.8;
/** Fewer values may look like something by chance. */
const leastValues = 2;

const filled = (rows: Rows, at: number): string[] =>
  rows.slice(0, mostRows).flatMap((row) => {
    const cell = (row[at] ?? '').trim();
    return cell === '' ? [] : [cell];
  });

const mostAre = (cells: readonly string[], test: (cell: string) => boolean): boolean =>
  cells.length >= leastValues && cells.filter(test).length >= leastShare * cells.length;

/** Numbers that grow by small steps are numbers of orders, and no postcodes. */
const mostStep = 20;
function grows(cells: readonly string[]): boolean {
  const steps = cells.slice(1).map((cell, index) => Number(cell) - Number(cells[index]));
  return steps.every((step) => step > 0) && steps.reduce((sum, step) => sum + step, 0) <= mostStep * steps.length;
}

/** Two letters on each side of the gap say it: a long word would be looked through again from each of its letters. */
const twoWords = /\p{L}{2}[ ,]+\p{L}{2}/u;

/** Most values have a first and a last name. */
const isPeople = (cells: readonly string[]): boolean =>
  mostAre(cells, (cell) => words.test(cell)) && mostAre(cells, (cell) => twoWords.test(cell));

class Contents {
  /** The cells of the columns that can be taken, by their positions. */
  readonly #columns: ReadonlyMap<number, readonly string[]>;

  /** @param free positions of the columns that can be taken */
  constructor(records: Rows, free: readonly number[]) {
    this.#columns = new Map(free.map((at) => [at, filled(records, at)]));
  }

  cellsAt(at: number): readonly string[] {
    return this.#columns.get(at) ?? [];
  }

  /** The only column of a kind; null: there is none, or several. */
  only(isOf: (cells: readonly string[], at: number) => boolean): number | null {
    const [found, ...others] = [...this.#columns].filter(([at, cells]) => isOf(cells, at));
    return found === undefined || others.length > 0 ? null : found[0];
  }

  ofKind(kind: Kind): number | null {
    return this.only((cells) => mostAre(cells, (cell) => kindOf(cell) === kind));
  }

  /** Numbers that grow by small steps are those of orders, which some shops fill up with zeros. */
  phone(): number | null {
    return this.only((cells) => mostAre(cells, (cell) => kindOf(cell) === 'phone') && !grows(cells));
  }

  /** The town beside a postcode, behind it if both neighbours may be it. */
  townBeside(at: number): number | null {
    const isTown = (beside: number) => mostAre(this.cellsAt(beside), (cell) => words.test(cell));
    return isTown(at + 1) ? at + 1 : isTown(at - 1) && !isPeople(this.cellsAt(at - 1)) ? at - 1 : null;
  }

  /** A column of postcodes is only one beside a town: there are other short numbers. */
  zip(): number | null {
    return this.only(
      (cells, at) => mostAre(cells, (cell) => kindOf(cell) === 'zip') && !grows(cells) && this.townBeside(at) !== null,
    );
  }
}

/**
 * The columns that no heading names, by their contents.
 *
 * @param records the rows without the headings
 * @param headings null: there are none
 * @param columns as they are by their headings
 */
export function guessed(noun: SheetNoun, records: Rows, headings: readonly string[] | null, columns: Columns): Guess[] {
  const free = columns.flatMap((field, at) => (field === null && !isAboutOthers(headings?.[at] ?? '') ? [at] : []));
  const contents = new Contents(records, free);
  const guesses: Guess[] = [];
  const isOpen = (...fields: ImportField[]) =>
    fields.every((field) => noun.targets.includes(field) && !columns.includes(field));
  // Kinds exclude one another, so no column is taken twice.
  const take = (field: ImportField, at: number | null) => {
    if (at !== null && isOpen(field)) guesses.push({ at, field });
  };
  take('email', contents.ofKind('email'));
  take('phone', contents.phone());
  take('addressLineOne', contents.ofKind('street'));
  if (isOpen('earliest', 'latest')) take('window', contents.ofKind('window'));
  if (isOpen('zip', 'city')) {
    const zip = contents.zip();
    take('zip', zip);
    take('city', zip === null ? null : contents.townBeside(zip));
    if (zip === null) take('place', contents.ofKind('place'));
  }
  const isTaken = (...fields: ImportField[]) => guesses.some(({ field }) => fields.includes(field));
  if (isOpen('zip', 'city', 'place') && !isTaken('addressLineOne', 'zip', 'place')) {
    take(
      'addressLineOne',
      contents.only((cells) => mostAre(cells, isWholeAddress)),
    );
  }
  if (isOpen('firstName', 'lastName')) {
    const isFree = (at: number) => guesses.every((guess) => guess.at !== at);
    take(
      'recipientName',
      contents.only((cells, at) => isFree(at) && isPeople(cells)),
    );
  }
  return guesses.sort((one, other) => one.at - other.at);
}

/** The columns with what was guessed. */
export const withGuesses = (columns: Columns, guesses: readonly Guess[]): Columns =>
  columns.map((field, at) => guesses.find((guess) => guess.at === at)?.field ?? field);

/**
 * Whether the first row is a record and no heading: cells of at least two kinds are in it, because one kind alone may be a
 * heading (`Address 1`), and none of the others names a field.
 */
export function beginsWithRecord(noun: SheetNoun, [first = []]: Rows): boolean {
  const cells = first.map((cell) => cell.trim());
  const found = cells.map((cell) => kindOf(cell) ?? (isWholeAddress(cell) ? 'address' : undefined));
  if (new Set(found.filter((kind) => kind !== undefined)).size < 2) return false;
  // A street that ends like a heading for streets is none.
  const others = cells.map((cell, at) => (found[at] === undefined ? cell : ''));
  return recognised(noun, others).every((field) => field === null);
}
