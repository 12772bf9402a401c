import { answered, type AnsweredShape } from './shape.ts';

export const route: AnsweredShape = {
  record: 'Route',
  from: 'planning-api, Route',
  fields: [
    answered('id', { id: 'routes' }, 'routes/ and its own'),
    answered('title', 'text', 'what it is called'),
    answered('stopCount', 'whole', 'how many stops it has'),
    answered('driver', { id: 'drivers' }, 'who drives it'),
    answered('plan', { id: 'plans' }, 'the plan it is of'),
    answered('state', 'object', 'how far it is'),
    answered('state.completed', 'truth', 'whether all of it is done'),
    answered('state.distributed', 'truth', 'whether the driver has it'),
    answered('state.notifiedRecipients', 'truth', 'whether recipients were told'),
    answered('state.started', 'truth', 'whether the driver set out'),
    answered('state.completedAt', 'number', 'when it was done'),
    answered('state.distributedAt', 'number', 'when the driver got it'),
    answered('state.notifiedRecipientsAt', 'number', 'when recipients were told'),
    answered('state.startedAt', 'number', 'when the driver set out'),
  ],
};

export const operation: AnsweredShape = {
  record: 'Operation',
  from: 'planning-api, Operation',
  fields: [
    answered('id', { id: 'operations' }, 'operations/ and its own'),
    answered('type', { oneOf: ['plan_optimization'] }, 'what is being done'),
    answered('done', 'truth', 'whether it has ended'),
    answered('metadata', 'object', 'who started it, when and for what'),
    answered('metadata.canceled', 'truth', 'whether somebody broke it off'),
    answered('metadata.startedAt', 'whole', 'when it began, in seconds since the epoch'),
    answered('metadata.finishedAt', 'whole', 'when it ended, in seconds since the epoch; null until then'),
    answered('metadata.startedBy', 'text', 'dispatcher, api or another'),
    answered('metadata.targetPlanId', { id: 'plans' }, 'the plan it works on'),
    answered('result', 'object', 'null until done; then a summary or an error'),
    answered('result.numOptimizedStops', 'whole', 'how many stops got a place'),
    answered('result.skippedStops', 'objects', 'the stops that got none'),
    answered('result.skippedStops.0.id', { id: 'plans/stops' }, 'which stop'),
    answered('result.skippedStops.0.reason', 'text', 'why'),
  ],
};
