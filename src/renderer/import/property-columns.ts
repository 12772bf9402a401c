/**
 * Columns that hold a custom property. The service takes any that the team has defined, by its id, and a heading may be
 * its id or its name. Where the definitions cannot be read, the app knows only those that listed records have: then a
 * column can be a property whose id is the heading.
 */
import { unnamed } from '../lib/property-names.ts';
import { t } from '../../messages/index.ts';
import { propertyField, propertyOf, type Columns, type ImportField, type PropertyField } from './fields.ts';
import type { SheetNoun } from './noun.ts';

/** Characters of a property's id (planning-api, Identifiers 4). An emoji is one, as for the service. */
const longestName = 50;
/** Code units of a stored field's name, without what stands before the property's. */
const longestStored = 90;

const mayBeName = (name: string): boolean =>
  name !== '' && name === name.trim() && name.length <= longestStored && Array.from(name).length <= longestName;

/** What stands before the names of properties in the headings of saved rows, so that they are recognised again. */
const mark = t('imports.asProperty', { name: '' }).trim();

/** The name that a heading has without the words for a custom property. */
function nameIn(heading: string): string {
  const text = heading.trim();
  return text.startsWith(mark) ? text.slice(mark.length).trim() : text;
}

/** A field as a column of a file is called: of a property it is said that it is one. */
export function columnLabel(noun: Pick<SheetNoun, 'labelOf'>, field: ImportField): string {
  const name = noun.labelOf(field);
  return propertyOf(field) === null ? name : t('imports.asProperty', { name });
}

/** Whether a column can hold the property, although no listed record has it. */
export function isOtherProperty({ takeProperties, named = unnamed }: SheetNoun, field: string): field is PropertyField {
  if (takeProperties === undefined || !field.startsWith('property:')) return false;
  const id = field.slice('property:'.length);
  return mayBeName(id) && named.mayBe(id);
}

/**
 * The custom property that is called like a column.
 *
 * @returns null when the kind of record has none, or none can be called so
 */
export function propertyCalled(noun: SheetNoun, heading: string): PropertyField | null {
  const name = nameIn(heading);
  const field = propertyField((noun.named ?? unnamed).idOf(name) ?? name);
  return noun.targets.includes(field) || isOtherProperty(noun, field) ? field : null;
}

/** The property of a heading that says that it is one, as the headings of saved rows do; null: it does not. */
export const markedProperty = (noun: SheetNoun, heading: string): PropertyField | null =>
  heading.trim().startsWith(mark) ? propertyCalled(noun, heading) : null;

/** Names of the custom properties that columns hold. */
export const propertiesIn = (columns: Columns): string[] =>
  columns.flatMap((field) => (field === null ? [] : (propertyOf(field) ?? [])));
