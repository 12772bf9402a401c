/** What a file of drivers consists of: the fields of a driver, the words for them in headings, and how they are checked. */
import type { DepotRow } from '../../../shared/depots.ts';
import type { DriverCreate } from '../../../shared/drivers.ts';
import { foldText } from '../../../shared/fold-text.ts';
import { t } from '../../../messages/index.ts';
import type { ImportField, ItemFields } from '../../import/fields.ts';
import { headingWords } from '../../import/heading-words.ts';
import type { ItemProblems } from '../../import/item.ts';
import type { SheetNoun } from '../../import/noun.ts';
import { partLabel } from '../../import/part-labels.ts';
import { valueOf } from '../../import/values.ts';
import { driverContent, reachProblem } from '../driver-fields.ts';

/** Fields of a driver that can be imported, in display order; the name has the field that every kind of record has. */
export const driverImportFields = ['recipientName', 'displayName', 'email', 'phone', 'depots'] as const;
const parts = ['firstName', 'lastName'] as const;
const mostDepots = 50;
const mostCharacters = 255;

type Depots = readonly Pick<DepotRow, 'id' | 'name'>[];

const labels: Readonly<Record<(typeof driverImportFields)[number], () => string>> = {
  recipientName: () => t('drivers.columnName'),
  displayName: () => t('drivers.displayName'),
  email: () => t('drivers.columnEmail'),
  phone: () => t('drivers.columnPhone'),
  depots: () => t('drivers.columnDepots'),
};

function labelOf(field: ImportField): string {
  const own = driverImportFields.find((each) => each === field);
  return own === undefined ? (partLabel(field) ?? field) : labels[own]();
}

/** The ids of the depots that a text names, by commas, semicolons or lines; or what is wrong with it. */
function depotsIn(text: string, depots: Depots): { ids: string[]; problem: string | null } {
  const ids = new Map<string, string>();
  for (const name of text.split(/[,;\n|]/).map((each) => each.trim())) {
    if (name === '') continue;
    const found = depots.filter(({ id, name: shown }) => id === name || foldText(shown) === foldText(name));
    const [depot] = found;
    if (found.length > 1) return { ids: [], problem: t('driverImport.severalDepots', { name }) };
    if (depot === undefined) {
      const names = depots.map((each) => each.name).join(', ');
      return { ids: [], problem: t('driverImport.unknownDepot', { name, names }) };
    }
    ids.set(depot.id, depot.id);
  }
  const tooMany = ids.size > mostDepots ? t('driverImport.manyDepots') : null;
  return { ids: [...ids.keys()], problem: tooMany };
}

/** The driver of a row. Without a column for depots, drivers are those of the given one. */
export function driverOf(fields: Readonly<ItemFields>, depots: Depots, usual: string | null): DriverCreate {
  const { ids } = depotsIn(fields.depots, depots);
  const { recipientName: name, displayName, email, phone } = fields;
  return driverContent({ name, displayName, email, phone, depots: ids.length === 0 && usual !== null ? [usual] : ids });
}

/** What is wrong with a row, by field. */
function problemsOf(fields: Readonly<ItemFields>, depots: Depots): ItemProblems {
  const made: ItemProblems = {};
  for (const field of ['recipientName', 'displayName', 'phone', 'email'] as const) {
    if (fields[field].trim().length > mostCharacters) made[field] = t('driverImport.tooLong');
  }
  const reach = reachProblem(fields);
  if (reach !== null) made.email ??= reach === 'none' ? t('drivers.reachNeeded') : t('forms.notAnEmail');
  const { problem } = depotsIn(fields.depots, depots);
  if (problem !== null) made.depots = problem;
  return made;
}

const words = headingWords([...driverImportFields, ...parts]);

/** @param depots that can be named, as they are when a row is checked */
export const driverSheet = (depots: () => Depots): SheetNoun => ({
  name: 'drivers',
  words: 'driverImport',
  fields: driverImportFields,
  targets: [...driverImportFields, ...parts],
  labelOf,
  terms: {
    ...words,
    recipientName: {
      special: [
        ...[
          'drivername',
          'driver',
          'fahrername',
          'fahrer',
          'name',
          'fullname',
          'vollername',
          'mitarbeiter',
          'employee',
        ],
        ...['chauffeur', 'nomduchauffeur', 'nomcomplet', 'livreur', 'naam', 'bezorger', 'conductor', 'repartidor'],
        ...[
          'nombre',
          'nombrecompleto',
          'autista',
          'nominativo',
          'kierowca',
          'imieinazwisko',
          'vorundnachname',
          'courier',
        ],
      ],
      within: ['drivername', 'fahrername'],
    },
  },
  defaults: {},
  valueOf,
  problemsOf: (fields) => problemsOf(fields, depots()),
  deliveryOf: () => null,
  needs: ['email', 'phone'],
  example: { recipientName: 'Mia Kern', email: 'mia.kern@example.com', phone: '0151 1234567' },
  joinsBy: null,
  asksAlike: false,
});
