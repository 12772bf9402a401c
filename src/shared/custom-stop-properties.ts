/** Definitions of a team's custom stop properties (planning-api, Custom stop property). */
import { z } from './schemas.ts';
import { read, record } from './shapes.ts';

export const customStopProperty = record({
  name: read(z.string()),
  visibleToDrivers: read(z.boolean()),
  visibleToRecipients: read(z.boolean()),
});
