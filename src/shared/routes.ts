/** Routes, which are only read (planning-api, Route). */
import { z } from 'zod';
import { read, record } from './shapes.ts';

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
      completedAt: read(z.number()),
      distributedAt: read(z.number()),
      notifiedRecipientsAt: read(z.number()),
      startedAt: read(z.number()),
    }),
  ),
};

export const route = record(routeShape);
