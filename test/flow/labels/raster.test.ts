/** A few labels as printers of two resolutions receive them. `npm run raster` prints a thousand. */
import { describe, expect, inject, it } from 'vitest';
import { rasterCampaign } from '../../campaigns/raster/campaign.ts';
import { checkOrder } from '../../campaigns/raster/check.ts';
import { whyNoRaster } from '../../campaigns/raster/why-not.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const reason = whyNoRaster();
if (reason !== undefined) process.stdout.write(`\nNOT TESTED: labels as a printer gets them: ${reason}\n\n`);

describe.skipIf(reason !== undefined)('a printer without PDF support', () => {
  it.each([203, 300] as const)(
    'of %i dpi receives every page complete, in order and unchanged',
    async (dotsPerInch) => {
      const folder = temporaryFolder();
      const tally = await rasterCampaign({
        folder,
        labels: 6,
        seed: 27,
        dotsPerInch,
        check: checkOrder,
        programs: inject('programs'),
      });
      expect(tally.faults).toEqual([]);
      expect(tally.labels + tally.asked).toBe(6);
      expect(tally.onOtherPaper + tally.asked).toBe(2);
      expect(tally.pages).toBeGreaterThan(tally.labels);
    },
  );
});
