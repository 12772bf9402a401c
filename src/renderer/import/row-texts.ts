/** Texts of the review's table that several kinds of records share. */
import type { ImportRow } from './item.ts';

/** Street, second line, postcode and town in one line. */
export const addressText = ({ item: { fields } }: ImportRow): string =>
  [fields.addressLineOne, fields.addressLineTwo, [fields.zip, fields.city].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ');
