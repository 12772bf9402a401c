/** Why rasters cannot be tested here, or undefined if they can. */
import { whyNoPrinter } from '../../support/label-printer.ts';
import { missingPrograms } from '../../support/label-tools.ts';

export function whyNoRaster(): string | undefined {
  const missing = missingPrograms('gs', 'zbarimg');
  return whyNoPrinter() ?? (missing.length > 0 ? `not installed: ${missing.join(', ')}` : undefined);
}
