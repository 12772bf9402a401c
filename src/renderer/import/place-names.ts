/** Names of places that an address may have behind its town. */
import { foldText } from '../../shared/fold-text.ts';

/** The states of the United States as addresses shorten them. */
export const usStates: ReadonlySet<string> = new Set(
  (
    'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK ' +
    'OR PA PR RI SC SD TN TX UT VT VA WA WV WI WY'
  ).split(' '),
);

/** Counties of Great Britain that are no towns, besides those that end in -shire. */
const counties: ReadonlySet<string> = new Set(
  [
    ...['Cornwall', 'Cumbria', 'Devon', 'Dorset', 'East Sussex', 'Essex', 'Greater London', 'Greater Manchester'],
    ...['Isle of Wight', 'Kent', 'Merseyside', 'Middlesex', 'Norfolk', 'Northumberland', 'Rutland', 'Somerset'],
    ...['Suffolk', 'Surrey', 'Sussex', 'Tyne and Wear', 'West Midlands', 'West Sussex', 'Fife', 'Gwynedd', 'Powys'],
  ].map(foldText),
);

/** Whether a name in a British address is that of a county, which stands behind the town. */
export const isCounty = (name: string): boolean => counties.has(foldText(name)) || /\p{L}shire$/iu.test(name);
