/** Every text on the screen: `t('plans.title')`, `t('outbox.waiting', { count })`. Areas join here. */
import { assign } from './en/assign.ts';
import { batches } from './en/batches.ts';
import { commandLine } from './en/command-line.ts';
import { common } from './en/common.ts';
import { connections } from './en/connections.ts';
import { dayClose } from './en/day-close.ts';
import { desktop } from './en/desktop.ts';
import { drag } from './en/drag.ts';
import { driverImport } from './en/driver-import.ts';
import { drivers } from './en/drivers.ts';
import { errors } from './en/errors.ts';
import { fields } from './en/fields.ts';
import { forms } from './en/forms.ts';
import { imports } from './en/imports.ts';
import { labels } from './en/labels.ts';
import { orderForm } from './en/order-form.ts';
import { orderImport } from './en/order-import.ts';
import { orders } from './en/orders.ts';
import { outbox } from './en/outbox.ts';
import { papers } from './en/papers.ts';
import { planForm } from './en/plan-form.ts';
import { plans } from './en/plans.ts';
import { refusals } from './en/refusals.ts';
import { routes } from './en/routes.ts';
import { settings } from './en/settings.ts';
import { shell } from './en/shell.ts';
import { stopForm } from './en/stop-form.ts';
import { stopHints } from './en/stop-hints.ts';
import { stopImport } from './en/stop-import.ts';
import { stops } from './en/stops.ts';
import { tables } from './en/tables.ts';
import { training } from './en/training.ts';
import { unassignedImport } from './en/unassigned-import.ts';
import { zones } from './en/zones.ts';
import { type Arguments, fill, type Message } from './translate.ts';

export const messages = {
  assign,
  batches,
  commandLine,
  common,
  connections,
  dayClose,
  desktop,
  drag,
  driverImport,
  drivers,
  errors,
  fields,
  forms,
  imports,
  labels,
  orderForm,
  orderImport,
  orders,
  outbox,
  papers,
  planForm,
  plans,
  refusals,
  routes,
  settings,
  shell,
  stopForm,
  stopHints,
  stopImport,
  stops,
  tables,
  training,
  unassignedImport,
  zones,
} as const;

type Messages = typeof messages;
export type MessageKey = {
  [Area in keyof Messages]: `${Area}.${keyof Messages[Area] & string}`;
}[keyof Messages];
type MessageAt<Key extends MessageKey> = Key extends `${infer Area extends keyof Messages}.${infer Name}`
  ? Name extends keyof Messages[Area]
    ? Messages[Area][Name]
    : never
  : never;

/** Keys of messages that need nothing filled in, for tables of words. */
export type PlainKey = { [Key in MessageKey]: Arguments<MessageAt<Key>> extends [] ? Key : never }[MessageKey];

/** The text of a message, filled in. */
export function t<Key extends MessageKey>(key: Key, ...values: Arguments<MessageAt<Key>>): string {
  const dot = key.indexOf('.');
  const area = messages[key.slice(0, dot) as keyof Messages] as Readonly<Record<string, Message>>;
  const message = area[key.slice(dot + 1)];
  return message === undefined ? key : fill(message, values[0]);
}
