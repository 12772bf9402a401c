/** The names of the parts of a field, which no form has. */
import { t } from '../../messages/index.ts';
import type { ImportField } from './fields.ts';
import { isPart } from './parts.ts';

/** @returns null for a field that is no part */
export const partLabel = (field: ImportField): string | null => (isPart(field) ? t(`imports.part.${field}`) : null);
