/** Routes, which are read-only (planning-api, Route). */
import { z } from './schemas.ts';
import { read, record, timestamp } from './shapes.ts';

export const routeShape = {
  title: read(z.string()),
  stopCount: read(z.number()),
  driver: read(z.string()),
  plan: read(z.string()),
  state: read(
    z.looseObject({
      completed: read(z.boolean()),
      distributed: read(z.boolean()),
      notifiedRecipients: read(z.boolean()),
      started: read(z.boolean()),
      completedAt: read(timestamp),
      distributedAt: read(timestamp),
      notifiedRecipientsAt: read(timestamp),
      startedAt: read(timestamp),
    }),
  ),
};

export const route = record(routeShape);
