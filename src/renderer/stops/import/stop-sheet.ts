/** What a file of stops consists of: the fields of a stop, the words for them in headings, and how they are checked. */
import type { DriverRow } from '../../../shared/drivers.ts';
import { foldText } from '../../../shared/fold-text.ts';
import { t } from '../../../messages/index.ts';
import { formatDay } from '../../lib/format.ts';
import { unnamed, type PropertyNames } from '../../lib/property-names.ts';
import { parseDay } from '../../lib/typed.ts';
import { dateText } from '../../../shared/time.ts';
import type { DepotClock } from '../../../shared/zones.ts';
import { addressGaps } from '../../import/address-gaps.ts';
import { headingWords } from '../../import/heading-words.ts';
import { plainHeading } from '../../import/headings.ts';
import { propertyField, propertyOf, textOf, type ImportField, type ItemFields } from '../../import/fields.ts';
import type { ItemProblems } from '../../import/item.ts';
import type { SheetNoun } from '../../import/noun.ts';
import { readAmount } from '../../import/money.ts';
import { partLabel } from '../../import/part-labels.ts';
import { valueOf } from '../../import/values.ts';
import { buildStop, type Built } from '../stop-build.ts';
import { emptyFields, type StopFields } from '../stop-fields.ts';
import { readEnd, readWindowWords } from './window-words.ts';

const texts = [
  'recipientName',
  'phone',
  'email',
  'externalId',
  'addressLineOne',
  'addressLineTwo',
  'zip',
  'city',
  'state',
  'country',
  'addressName',
  'latitude',
  'longitude',
  'earliest',
  'latest',
  'durationMinutes',
  'packageCount',
  'weightAmount',
  'weightUnit',
  'notes',
  'products',
  'activity',
  'sellerName',
  'sellerOrderId',
  'sellerWebsite',
  'paymentAmount',
  'paymentCurrency',
] as const;
const lists = ['allowedDrivers', 'barcodes'] as const;
/** Fields of a stop that can be imported, in display order. */
export const stopImportFields = [...texts, ...lists] as const;
const parts = ['firstName', 'lastName', 'houseNumber', 'window', 'place'] as const;

/** What the fields of a stop mean in one plan. */
export interface StopSurroundings {
  /** The depot's clock on the plan's day. */
  clock: DepotClock;
  now: number;
  /** The drivers who can be allowed. */
  drivers: readonly DriverRow[];
  /** Ids of the team's custom properties, as far as they are known, and those that columns of the file became. */
  properties: readonly string[];
  /** As in {@link SheetNoun}: `properties` has them then. */
  takeProperties?: (names: readonly string[]) => void;
  /** What the properties are called; missing: only their ids are known. */
  named?: PropertyNames;
  /** Code of the country in which the depot is, ISO 3166-1 alpha-2; null or missing: not known. */
  country?: string | null;
}

const activities: Readonly<Record<string, string>> = {
  ...{
    delivery: 'delivery',
    dropoff: 'delivery',
    lieferung: 'delivery',
    zustellung: 'delivery',
    livraison: 'delivery',
  },
  ...{ bezorging: 'delivery', entrega: 'delivery', consegna: 'delivery', dostawa: 'delivery', d: 'delivery' },
  ...{ pickup: 'pickup', collection: 'pickup', abholung: 'pickup', enlevement: 'pickup', ramassage: 'pickup' },
  ...{ ophalen: 'pickup', recogida: 'pickup', ritiro: 'pickup', odbior: 'pickup', p: 'pickup' },
};

function stopValue(field: ImportField, cell: string): string {
  const text = valueOf(field, cell);
  switch (field) {
    case 'activity':
      return activities[foldText(text).replaceAll(/[^a-z]/g, '')] ?? text;
    case 'durationMinutes':
      return text.replace(/\s*(?:min(?:ute[ns]?)?\.?|minuti|minutos)$/i, '');
    case 'packageCount':
      return text.replace(/^(\d+)[.,]0+$/, '$1');
    default:
      return text;
  }
}

/** The ids of the drivers that a text names, by commas, semicolons or lines; or what is wrong with it. */
function driversIn(text: string, drivers: readonly DriverRow[]): { ids: string[]; problem: string | null } {
  const ids: string[] = [];
  for (const name of text.split(/[,;\n|]/).map((each) => each.trim())) {
    if (name === '') continue;
    const isMeant = ({ name: shown, fullName, displayName, email, phone, id }: DriverRow) =>
      [shown, fullName, displayName, email, phone, id].some(
        (each) => each != null && foldText(each) === foldText(name),
      );
    const found = drivers.filter(isMeant);
    if (found.length > 1) return { ids, problem: t('stopImport.severalDrivers', { name }) };
    const [driver] = found;
    if (driver === undefined) {
      const names = drivers.map((each) => each.name).join(', ');
      return { ids, problem: t('stopImport.unknownDriver', { name, names }) };
    }
    ids.push(driver.id);
  }
  return { ids: [...new Set(ids)], problem: null };
}

/** The window of a row as the form has it, and what is wrong with the days that it names. */
function windowOf({ earliest, latest }: Readonly<ItemFields>, { clock, now }: StopSurroundings) {
  const whole = latest.trim() === '' ? readWindowWords(earliest, clock.zone) : undefined;
  const [first, second] = [readEnd(earliest, clock.zone), readEnd(latest, clock.zone)];
  const days = whole?.days ?? [...(first?.days ?? []), ...(second?.days ?? [])];
  const other = clock.day === null ? undefined : days.find((day) => day !== clock.day);
  const problem =
    other === undefined || clock.day === null
      ? null
      : t('stopImport.otherDay', { day: formatDay(other, now), planDay: formatDay(clock.day, now) });
  return {
    earliest: whole?.earliest ?? first?.time ?? earliest,
    latest: whole?.latest ?? second?.time ?? latest,
    problem,
  };
}

/** Stops have no day but that of their plan, so a day in the file is only compared with it. */
const dayFields = ({ clock }: StopSurroundings) => (clock.day === null ? [] : (['expectedOn'] as const));

/** What is wrong with the day of delivery that a row names; null: nothing, or the stops have no plan with a day. */
export function dayProblem({ expectedOn }: Readonly<ItemFields>, { clock, now }: StopSurroundings): string | null {
  if (clock.day === null || expectedOn.trim() === '') return null;
  const read = parseDay(expectedOn, clock.zone);
  if (read === undefined) return t('stopImport.notADay');
  const day = dateText(read);
  if (day === clock.day) return null;
  return t('stopImport.otherDeliveryDay', { day: formatDay(day, now), planDay: formatDay(clock.day, now) });
}

/** The form's fields of a row: what a file cannot hold is as in an empty form. */
export function stopFieldsOf(fields: Readonly<ItemFields>, around: StopSurroundings): StopFields {
  const { earliest, latest } = windowOf(fields, around);
  const payment = readAmount(fields.paymentAmount, fields.paymentCurrency);
  const said = Object.fromEntries(texts.map((field) => [field, fields[field]])) as Pick<
    StopFields,
    (typeof texts)[number]
  >;
  return {
    ...emptyFields(),
    ...said,
    ...{ earliest, latest },
    activity: said.activity.trim() === '' ? 'delivery' : said.activity.trim(),
    weightUnit: said.weightUnit.trim() === '' ? 'kilogram' : said.weightUnit.trim(),
    paymentAmount: payment.amount,
    paymentCurrency: payment.currency,
    barcodes: [...new Set(fields.barcodes.split('\n'))],
    allowedDrivers: driversIn(fields.allowedDrivers, around.drivers).ids,
    properties: around.properties.flatMap((name) => {
      const value = textOf(fields, propertyField(name)).trim();
      return value === '' ? [] : [{ name, value }];
    }),
  };
}

/** The stop of a row, or what is wrong with it. */
export function stopOf(fields: Readonly<ItemFields>, around: StopSurroundings): Built {
  const { stop, problems } = buildStop(stopFieldsOf(fields, around), around.clock);
  const more: Built['problems'] = {};
  const window = windowOf(fields, around);
  // A window in one cell has its fault where it stands.
  if (fields.latest.trim() === '' && problems.latest !== undefined) {
    more.earliest = problems.latest;
    delete problems.latest;
  }
  if (problems.earliest === t('stopForm.notATime')) more.earliest = t('stopImport.notAWindow');
  if (window.problem !== null) more.earliest = window.problem;
  const drivers = driversIn(fields.allowedDrivers, around.drivers);
  if (drivers.problem !== null) more.allowedDrivers = drivers.problem;
  const { problem, sign, currency } = readAmount(fields.paymentAmount, fields.paymentCurrency);
  if (problem !== null) more.paymentAmount = t(`stopImport.${problem}`, { sign, currency });
  if (problems.activity !== undefined) more.activity = t('stopImport.notAnActivity');
  const all = { ...problems, ...more };
  return { stop: Object.keys(all).length === 0 ? stop : null, problems: all };
}

function labelOf(field: ImportField, { nameOf }: PropertyNames): string {
  const property = propertyOf(field);
  if (property !== null) return nameOf(property);
  const part = partLabel(field);
  if (part !== null) return part;
  if (field === 'expectedOn') return t('stopImport.deliveryDate');
  const own = stopImportFields.find((each) => each === field);
  return own === undefined ? field : t(`stopForm.${own}`);
}

/** The problems by field of the review; those of custom properties have one field in the form. */
function problemsOf(fields: Readonly<ItemFields>, around: StopSurroundings): ItemProblems {
  const { properties, ...others } = stopOf(fields, around).problems;
  const [long] = around.properties.filter((name) => textOf(fields, propertyField(name)).length > 255);
  const known = Object.entries(others).filter(([field]) => stopImportFields.some((each) => each === field));
  const made: ItemProblems = Object.fromEntries(known);
  const isElsewhere = known.length < Object.keys(others).length;
  if (isElsewhere) made.addressLineOne ??= Object.values(others)[0] ?? '';
  if (properties !== undefined || long !== undefined) {
    made[propertyField(long ?? around.properties[0] ?? '')] = t('stopImport.notAProperty');
  }
  const day = dayProblem(fields, around);
  if (day !== null) made.expectedOn = day;
  return made;
}

/** @param words of the import into a plan, or without one */
export function stopSheet(
  around: StopSurroundings,
  words: 'stopImport' | 'unassignedImport' = 'stopImport',
): SheetNoun {
  const own = [...stopImportFields, ...dayFields(around)];
  const { named = unnamed } = around;
  return {
    name: words === 'stopImport' ? 'stops' : 'unassignedStops',
    words,
    // Columns of the file may become custom properties.
    get fields() {
      return [...own, ...around.properties.map(propertyField)];
    },
    get targets() {
      return [...own, ...parts, ...around.properties.map(propertyField)];
    },
    ...(around.takeProperties === undefined ? {} : { takeProperties: around.takeProperties }),
    named,
    labelOf: (field) => labelOf(field, named),
    terms: {
      ...headingWords([...own, ...parts]),
      ...Object.fromEntries(around.properties.map((id) => [propertyField(id), { special: headingsOf(id, named) }])),
    },
    defaults: {},
    valueOf: stopValue,
    problemsOf: (fields) => problemsOf(fields, around),
    warningsOf: (fields) => addressGaps(fields, around.country ?? null),
    deliveryOf: ({ recipientName: name, phone, addressLineOne, addressLineTwo, zip, city }) => ({
      ...{ name, phone, address: [addressLineOne, addressLineTwo, `${zip} ${city}`].filter(Boolean).join(', ') },
    }),
    needs: ['addressLineOne', 'zip', 'city', 'latitude', 'place'],
    example: {
      recipientName: 'Mia Kern',
      phone: '030 1234567',
      externalId: 'W-1001',
      addressLineOne: 'Lindenallee 4',
      zip: '01067',
      city: 'Dresden',
      country: 'Germany',
      earliest: '09:00',
      latest: '12:00',
      packageCount: '1',
    },
    joinsBy: 'externalId',
    asksAlike: true,
  };
}

/** What a column of a custom property may be called: its id, or its name. */
const headingsOf = (id: string, { nameOf }: PropertyNames): string[] =>
  [id, nameOf(id)].flatMap((each) => [plainName(each), plainHeading(each)]);

const plainName = (name: string) => foldText(name).replaceAll(/[^\p{L}\p{N}]+/gu, '');
