/** All rows of the conformance page, in its order. */
import { join } from '../kept/kept.ts';
import { answered } from '../kept/answered.ts';
import { http } from '../kept/http.ts';
import { searching } from '../kept/search.ts';
import { orders as orderKept } from '../kept/orders.ts';
import { liveRules } from '../kept/live.ts';
import { planRules } from '../kept/plans.ts';
import { stopInput } from '../kept/stop-input.ts';
import { stopRules } from '../kept/stops.ts';
import { otherInput } from '../kept/team-input.ts';
import { teamRules } from '../kept/team.ts';
import { older as olderKept } from '../kept/versions.ts';
import { operations } from '../kept/operations.ts';
import { written } from '../kept/written.ts';
import { orderFields, planningFields } from './fields.ts';
import { operationSections } from './operations.ts';
import * as orders from './orders/orders.ts';
import * as basics from './planning/basics.ts';
import * as behaviour from './planning/behaviour.ts';
import * as limits from './planning/limits.ts';
import * as resolved from './planning/resolved.ts';
import * as search from './planning/search.ts';

const [planning, older, orderOperations] = operationSections;

export const sections = join(
  [
    ...[planning, older].filter((section) => section !== undefined),
    ...[basics.service, basics.identifiers, basics.shared],
    ...planningFields,
    ...[behaviour.states, behaviour.nouns],
    ...[search.search, search.sorting, search.filtering, search.language],
    ...[basics.updates, basics.authentication],
    ...[limits.errors, limits.rates, limits.pages, limits.payloads, limits.versions],
    ...[resolved.filters, resolved.statuses, resolved.values, resolved.bounds, resolved.reading, resolved.open],
    ...[orderOperations].filter((section) => section !== undefined),
    ...orderFields,
    ...[orders.basics, orders.states, orders.rules, orders.edits, orders.authentication, orders.errors, orders.limits],
  ],
  operations,
  answered,
  written,
  searching,
  stopInput,
  otherInput,
  stopRules,
  teamRules,
  planRules,
  liveRules,
  olderKept,
  orderKept,
  http,
);
