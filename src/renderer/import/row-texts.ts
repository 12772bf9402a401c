/** Texts of the review's table that several kinds of records share. */
import { t } from '../../messages/index.ts';
import { isIncomplete, linesText } from './import-rows.ts';
import type { ImportRow } from './item.ts';

/** Street, second line, postcode and town in one line. */
export const addressText = ({ item: { fields } }: ImportRow): string =>
  [fields.addressLineOne, fields.addressLineTwo, [fields.zip, fields.city].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ');

/** A record that can be saved, with what should be looked at: `Ready · No city`. */
export function readyText(row: ImportRow): string {
  const { lines, warnings = {} } = row.item;
  const state = lines.length > 1 ? t('imports.stateJoined', { lines: linesText(lines) }) : t('imports.stateGood');
  return [state, ...(isIncomplete(row) ? Object.values(warnings) : [])].join(' · ');
}
