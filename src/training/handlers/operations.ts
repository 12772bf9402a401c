/** Operations (planning-api, Operation and Operations). */
import { invalid, notFound, Refusal } from '../http/errors.ts';
import { cancelOperation } from '../optimise/operation.ts';
import type { StoredOperation } from '../store/records.ts';
import { noBody } from '../validate/check.ts';
import { opensPlan } from './access.ts';
import { cutPage, listed, type Context, type Handlers } from './handler.ts';

export function operationHandlers(
  context: Context,
): Pick<Handlers, 'operations.list' | 'operations.get' | 'operations.cancel'> {
  const { store, clock } = context;
  const { operations } = store;
  /** Throws a refusal: 404 `operation_not_found` (resolved, Status codes). */
  const find = (segment: string | undefined): StoredOperation => {
    const found = operations.get(`operations/${segment ?? ''}`);
    if (!found || !opensPlan(context, found.operation.metadata.targetPlanId)) throw notFound('operation');
    return found;
  };
  const placeOf = ({ operation }: StoredOperation) => operations.placeOf(operation.id);
  return {
    'operations.list': {
      filters: ['done', 'type'],
      handle({ filters, page }) {
        const { done, type } = filters;
        if (done !== undefined && done !== 'true' && done !== 'false') {
          throw invalid('filter.done', 'filter.done must be true or false.');
        }
        if (type !== undefined && type !== 'plan_optimization') {
          throw invalid('filter.type', 'filter.type must be plan_optimization.');
        }
        const belongs = ({ operation }: StoredOperation) =>
          opensPlan(context, operation.metadata.targetPlanId) &&
          (done === undefined || String(operation.done) === done);
        // Newest first: the documents define no order, and clients mostly look for the latest.
        const found = listed(context, operations, operations.all().filter(belongs), belongs).reverse();
        const { items, nextPageToken } = cutPage(
          found,
          page,
          (each) => String(placeOf(each)),
          (each, key) => placeOf(each) < Number(key),
        );
        return { operations: items.map(({ operation }) => operation), nextPageToken };
      },
    },
    'operations.get': { handle: ({ parameters }) => find(parameters['operationId']).operation },
    'operations.cancel': {
      handle({ parameters, body }) {
        const running = find(parameters['operationId']);
        noBody(body);
        if (running.operation.done) {
          throw new Refusal(409, 'operation_already_done', 'This operation is done and cannot be canceled.');
        }
        return cancelOperation(store, running, clock.now()).operation;
      },
    },
  };
}
