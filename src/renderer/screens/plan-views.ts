/** The views beside the table of a plan. They are not bundled with the first screen. */
export const loadView = {
  routes: () => import('../routes/RouteList.svelte'),
  missing: () => import('../routes/map/MissingStops.svelte'),
  map: () => import('../routes/map/RouteMap.svelte'),
  timeline: () => import('../routes/Timeline.svelte'),
  unassigned: () => import('./PlanUnassigned.svelte'),
} as const;
