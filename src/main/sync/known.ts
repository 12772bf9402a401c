/** What the core may know without asking the service: the cache, in the core's own words. */
import type { Cache } from '../db/cache-functions.ts';
import type { System } from '../system.ts';
import { rawOf } from '../../shared/shapes.ts';
import type { Known } from './core.ts';

/** A plan's list older than this says nothing of what was there before an attempt (outbox, Rule 4). */
const freshMilliseconds = 600_000;

export function knownFrom(cache: Cache, system: System): Known {
  return {
    async put(noun, parentId, view) {
      // Other nouns are listed whole soon, and nothing waits for a single one of them.
      if (noun !== 'stops') return;
      const planId = /^(plans\/[^/]+)\/stops\//.exec(view.id)?.[1] ?? parentId;
      await cache.putStop(planId, rawOf(view));
    },
    async idsByMarker(noun, parentId, marker) {
      if (noun !== 'stops' || !parentId.includes('/')) return null;
      const readAt = await cache.asOf(`stops:${parentId}`);
      if (readAt === null || system.now() - readAt > freshMilliseconds) return null;
      return cache.stopIdsByMarker(parentId, marker);
    },
    async dayOf(planId) {
      return planId.includes('/') ? ((await cache.getPlan(planId))?.starts ?? null) : null;
    },
  };
}
