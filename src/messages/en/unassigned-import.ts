/** Import of stops without a plan: what differs from the import into a plan. */
import { stopImport } from './stop-import.ts';

export const unassignedImport = {
  ...stopImport,
  title: 'Import unassigned stops',
  templateName: 'unassigned stops template',
  askedService: 'Compared with the unassigned stops that the service has now.',
  askFailed:
    'The unassigned stops could not be read from the service. The file is compared with those on this computer.',
  askedElsewhere: '{done} of {count} order numbers were looked up in the plans.',
  noSearch: 'The plans were not searched, because the service has no search.',
  alikePlan: 'Looks like the unassigned stop for {name}',
  knownCount: {
    one: '{count} stop in the file already exists. It is skipped unless you choose otherwise.',
    other: '{count} stops in the file already exist. They are skipped unless you choose otherwise.',
  },
  kept: 'The import is kept. Continue it under Unassigned stops.',
  dropHere: 'Drop the file to import its stops without a plan.',
  depot: 'Depot of the stops',
  depotHint: 'All stops of the file belong to it; addresses are looked for near it.',
  whyNoDepot: 'Choose the depot of the stops first.',
} as const;
