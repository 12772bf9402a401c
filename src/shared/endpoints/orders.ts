/** Orders, couriers and pickup locations (order-api, Endpoints). */
import { courier, pickupLocation } from '../couriers.ts';
import { orderCreate, orderImport, orderSubmit, orderUpdate, orderWithdraw } from '../order-input.ts';
import { order, orderShippingLabels } from '../orders.ts';
import { batchResult, listOf, messageBody, text } from '../shapes.ts';
import { onlyV1, page, pageQuery, type Endpoint } from './endpoint.ts';

const read = {
  service: 'orders',
  method: 'GET',
  ...onlyV1,
  limitClasses: ['orders.read'],
  success: 'id',
  repeatable: true,
} as const;
const write = {
  service: 'orders',
  method: 'POST',
  ...onlyV1,
  limitClasses: ['orders.write'],
  success: 'id',
  repeatable: false,
} as const;

export const orderEndpoints = {
  'orders.list': {
    ...read,
    path: '/orders',
    pageMaximum: 50,
    query: pageQuery(50, { 'filter.externalId': text().optional() }),
    response: page('orders', listOf(order)),
    success: 'page',
  },
  'orders.create': { ...write, path: '/orders', request: orderCreate, response: order },
  'orders.import': {
    ...write,
    path: '/orders:import',
    limitClasses: ['orders.write', 'orders.import'],
    request: orderImport,
    items: 'orders',
    response: batchResult,
    success: 'batch',
  },
  'orders.submit': {
    ...write,
    path: '/orders:submit',
    limitClasses: ['orders.write', 'orders.submit'],
    request: orderSubmit,
    items: 'orderIds',
    response: batchResult,
    success: 'batch',
  },
  'orders.withdraw': {
    ...write,
    path: '/orders:withdraw',
    request: orderWithdraw,
    items: 'orderIds',
    response: batchResult,
    success: 'batch',
  },
  'orders.get': { ...read, path: '/orders/{id}', response: order },
  'orders.update': {
    ...write,
    method: 'PATCH',
    path: '/orders/{id}',
    request: orderUpdate,
    response: order,
    repeatable: true,
  },
  'orders.delete': {
    ...write,
    method: 'DELETE',
    path: '/orders/{id}',
    response: messageBody,
    success: 'message',
    repeatable: true,
  },
  'orders.shippingLabels': {
    ...read,
    path: '/orders/{id}/shippingLabels',
    response: orderShippingLabels,
    success: 'link',
  },

  'couriers.list': {
    ...read,
    path: '/couriers',
    pageMaximum: 100,
    query: pageQuery(100, {}),
    response: page('couriers', listOf(courier)),
    success: 'page',
  },
  'couriers.get': { ...read, path: '/couriers/{id}', response: courier },
  'pickupLocations.list': {
    ...read,
    path: '/pickupLocations',
    pageMaximum: 100,
    query: pageQuery(100, {}),
    response: page('pickupLocations', listOf(pickupLocation)),
    success: 'page',
  },
  'pickupLocations.get': { ...read, path: '/pickupLocations/{id}', response: pickupLocation },
} as const satisfies Record<string, Endpoint>;
