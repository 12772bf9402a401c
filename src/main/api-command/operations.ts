/** The operations of the command line: noun, verb, ids and filters, all derived from the endpoint table. */
import { z } from 'zod';
import { endpoints, type Endpoint, type EndpointName } from '../../shared/endpoints.ts';

export interface Operation {
  name: EndpointName;
  /** As typed: `unassigned-stops`. */
  noun: string;
  verb: string;
  endpoint: Endpoint;
  /** The ids of the path, outermost first: the table's names and the options. */
  ids: { name: string; option: string }[];
  /** The parameters of the query. */
  parameters: { name: string; option: string }[];
  isList: boolean;
}

/** `filter.externalId` → `external-id`. */
function typed(name: string): string {
  const bare = name.slice(name.lastIndexOf('.') + 1);
  return bare.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function parametersOf(schema: z.ZodType | undefined): Operation['parameters'] {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.keys(schema.shape).map((name) => ({ name, option: typed(name) }));
}

export const operations: readonly Operation[] = (Object.keys(endpoints) as EndpointName[]).map((name) => {
  const endpoint: Endpoint = endpoints[name];
  const [noun = '', verb = ''] = name.split('.');
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, id = '']) => id);
  return {
    name,
    noun: typed(noun),
    verb: typed(verb),
    endpoint,
    ids: names.map((id) => ({ name: id, option: typed(id.replace(/Id$/, '')) })),
    parameters: parametersOf(endpoint.query),
    isList: endpoint.success === 'page',
  };
});

/** Usage line of an operation, for the help. */
export function usageOf({ noun, verb, ids, parameters, endpoint, isList }: Operation): string {
  // `/plans/{planId}:optimize` and `/orders/{id}/shippingLabels` address one record, `/plans/{planId}/stops` does not.
  const ofRecord = !isList && (/\{\w+\}[^/]*$/.test(endpoint.path) || ids.at(-1)?.name === 'id');
  const outer = ids.slice(0, ofRecord ? -1 : undefined).map(({ option }) => `--${option} ID`);
  const own = ofRecord ? ['ID'] : [];
  const filters = parameters.map(({ option }) => `[--${option} VALUE]`);
  const body = endpoint.request === undefined ? [] : ['--body FILE'];
  const yes = endpoint.method === 'GET' ? [] : ['--yes'];
  return [noun, verb, ...outer, ...own, ...filters, ...body, ...yes].join(' ');
}
