/** Definitions of custom stop properties (planning-api, Custom stop properties). They are created in the dashboard. */
import { notFound } from '../http/errors.ts';
import type { Context, Handlers } from './handler.ts';

export function customPropertyHandlers({
  store,
}: Context): Pick<Handlers, 'customStopProperties.list' | 'customStopProperties.get'> {
  return {
    'customStopProperties.list': {
      handle: () => ({ customStopProperties: store.customStopProperties.all() }),
    },
    'customStopProperties.get': {
      handle({ parameters }) {
        const found = store.customStopProperties.get(parameters['customStopPropertyId'] ?? '');
        if (!found) throw notFound('custom_stop_property');
        return found;
      },
    },
  };
}
