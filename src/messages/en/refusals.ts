/** What the planning service would refuse, said before it is asked for. */
export const refusals = {
  noDrivers: 'The plan has no drivers. Add some under Edit plan.',
  driversPaused: {
    one: 'The only driver of the plan is paused. Choose another under Edit plan.',
    other: 'All {count} drivers of the plan are paused. Choose others under Edit plan.',
  },
  noDepot: 'The plan has no depot, so its routes have no start. Choose one under Edit plan.',
  noStart: 'The depot has no start address. Choose another under Edit plan, or have your administrator add one.',
  noEnd:
    'Neither the plan nor its depot or drivers have an end time or a maximum of stops. Ask your administrator to set one.',
  noStops: 'The plan has no stops yet.',
  alreadyOptimised: 'The plan is optimised already.',
  unchanged: 'No stop has changed since the plan was optimised.',
  alreadyDistributed: 'The drivers have this plan already.',
  allSent: 'As far as is known here, the drivers have all changes already.',
  goneSince: 'Paused or deleted, with stops of this plan: {names}. Re-optimise the plan first.',
  onlyChanged: 'The service may accept only “Only the changed stops” once a plan is distributed.',
  tooOld: 'The service keeps no stops of plans before 1 April 2023.',
  planTooOld: 'Plans before 1 April 2023 can only be read.',
  planClosed: 'A plan that is distributed or being optimised cannot be edited. You can still change its stops.',
  driversNotActive: 'Paused: {names}. The service accepts the plan only without them.',
  driversElsewhere: 'Of another depot: {names}. Choose other drivers or another depot.',
  optimiseTitle: 'Optimise this plan?',
  optimiseText: 'This may need a fix first:',
  optimiseAnyway: 'Optimise anyway',
  skipWindow: {
    one: '{count} stop has a time window that none of its drivers can meet.',
    other: '{count} stops have a time window that none of their drivers can meet.',
  },
  skipAddress: {
    one: '{count} stop has an address that the service did not find.',
    other: '{count} stops have an address that the service did not find.',
  },
  skipDrivers: {
    one: '{count} stop allows only drivers who are paused or not in the plan.',
    other: '{count} stops allow only drivers who are paused or not in the plan.',
  },
  skipNumber: {
    one: '{count} stop is more than the drivers may take.',
    other: '{count} stops are more than the drivers may take.',
  },
  fixWindow: 'Change window',
  fixAddress: 'Change address',
  fixDrivers: 'Change drivers',
  fixOrder: 'Change position',
  fixPlan: 'Edit plan',
  distributeLeft: {
    one: '{count} stop is on no route, so no driver gets it.',
    other: '{count} stops are on no route, so no driver gets them.',
  },
  skipNoDriver: 'its allowed drivers are not available',
} as const;
