/** What the service has instead of what was entered here. */
import type { Corrected } from '../../shared/corrected.ts';
import { type PlainKey, t } from '../../messages/index.ts';

const names: Readonly<Record<Corrected['field'], PlainKey>> = {
  phone: 'stops.phone',
  email: 'stops.email',
  zip: 'stopForm.zip',
};

/** `Postcode: “41742” was entered here, the service has “41731”.` */
export const correctedText = ({ field, entered, has }: Corrected): string =>
  t('forms.corrected', { field: t(names[field]), entered, has });
