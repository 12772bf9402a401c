/** What the handlers of the order service keep, beyond operations and fields. */
import { keptIn, type Kept } from './kept.ts';

const flow = 'test/flow/training';
const handlers = 'src/training/handlers';
const validate = 'src/training/validate/orders.ts';
const bounds = (operation: string, field: string) => `${flow}/rules-bounds.test.ts > ${operation} > ${field}`;
const writes = (title: string) => `${flow}/orders-write.test.ts > ${title}`;
const lists = (title: string) => `${flow}/orders.test.ts > ${title}`;
const handOver = (title: string) => `${flow}/orders-hand-over.test.ts > ${title}`;
const edits = (title: string) => `${flow}/order-edit-rules.test.ts > an edit > ${title}`;
const labels = (title: string) => `${flow}/labels.test.ts > ${title}`;
const written = (field: string) => `${flow}/rules-written.test.ts > Order input > ${field}`;
const malformed =
  'importing orders > takes 100 orders; a longer list, or one with an item that is no order, is refused before any is made';
const failures =
  'importing orders > answers 200 and names each failure by its index, with code, message and the order as it was sent';
const deletion = 'deleting an order > refuses a submitted order, which must be withdrawn first, and one on a route';
const locked = 'by rule 8 is refused with 409 order_read_only once the order is on a route, whatever it sets';

export const orders: Record<string, Kept> = {
  ...keptIn(validate, {
    'orders.basics.address-needed': [
      'orderInput',
      "  required(given, path, 'address');\n  return given as OrderInput;",
      '  return given as OrderInput;',
      bounds('orders.create', 'address'),
    ],
    'orders.basics.email': ['email', 'orNull(mail)', 'orNull(words)', bounds('orders.create', 'recipient.email')],
    'orders.basics.package-count': [
      'packageCount',
      'whole(1, Number.MAX_SAFE_INTEGER)',
      'number(0, Number.MAX_SAFE_INTEGER)',
      bounds('orders.create', 'packageInfo.packageCount'),
    ],
    'orders.basics.weight': [
      'weight',
      '999_999),',
      '9_999_999),',
      bounds('orders.create', 'packageInfo.weight.amount'),
    ],
    'orders.rules.batch-100': ['batch', 'list(item, 1, 100)', 'list(item, 1, 101)', bounds('orders.import', 'orders')],
    'orders.errors.batch': [
      'batch',
      'list(item, 1, 100)',
      'list(item, 1, 1000)',
      handOver('batches of ids > are refused with 400 before any order is touched: 101'),
      writes(malformed),
    ],
    'orders.limits.batch': ['batch', 'list(item, 1, 100)', 'list(item, 0, 100)', bounds('orders.withdraw', 'orderIds')],
    'orders.rules.order-ids': [
      'orderWithdraw',
      "fields({ orderIds: batch(idOf('orders')) })",
      'fields({ orderIds: batch(words) })',
      bounds('orders.withdraw', 'orderIds.0'),
    ],
    'orders.rules.courier-id': [
      'orderSubmit',
      "courierId: idOf('couriers')",
      'courierId: words',
      bounds('orders.submit', 'courierId'),
      handOver('batches of ids > need a well-formed courier and no other field'),
    ],
    'orders.edit.hand-off-type': [
      'handOffType',
      "handOffType: oneOf('ship_to_courier', 'pickup_by_courier')",
      "handOffType: orNull(oneOf('ship_to_courier', 'pickup_by_courier')) as never",
      bounds('orders.update', 'deliveryInstructions.handOffInfo.handOffType'),
    ],
    'orders.edit.weight-load': [
      'orderEdit',
      "'weight' in packageInfo && 'packageLoadAmount' in packageInfo",
      'packageInfo.weight === undefined && packageInfo.packageLoadAmount === -1',
      bounds('orders.update', 'packageInfo.packageLoadAmount'),
    ],
    'orders.edit.address-locates': [
      'address',
      'if (!placed && Object.keys(lines).length === 0) {',
      'if (!placed && Object.keys(lines).length < 0) {',
      bounds('orders.update', 'address.latitude'),
      bounds('orders.update', 'address.longitude'),
    ],
  }),
  ...keptIn(`${handlers}/orders-make.ts`, {
    'orders.basics.ids': [
      'madeOrder',
      'id: `orders/${store.newId()}`',
      'id: store.newId()',
      `${flow}/rules-operations.test.ts > operations > v1 orders.create`,
    ],
    'orders.basics.geocoded': [
      'located',
      'const address = located(input.address);',
      "const address = { ...located(input.address), latitude: null, longitude: null, address: '' };",
      written('address.addressLineOne'),
    ],
    'orders.states.draft': [
      'madeOrder',
      '    submitted: false,\n',
      '    submitted: true,\n',
      writes(
        'creating an order > answers a draft with an id, the time and every field that was given, and it can be read back',
      ),
    ],
    'orders.edit.omitted': [
      'editedOrder',
      'recipient: merged(emptyRecipient, order.recipient, edit.recipient)',
      'recipient: merged(emptyRecipient, null, edit.recipient)',
      edits('is taken by rule 1: an omitted field beside a changed one is unchanged'),
    ],
    'orders.edit.empty': [
      'merged',
      'return given === undefined || isEmpty(given) ? before :',
      'return given === undefined ? before : isEmpty(given) ? empty :',
      edits('is taken by rule 1: an empty recipient equals omitting it'),
    ],
    'orders.edit.null': [
      'merged',
      'if (given === null) return null;',
      'if (given === null) return before;',
      edits('is taken by rule 2: null clears the whole recipient'),
    ],
    'orders.edit.arrays': [
      'editedOrder',
      'const packageInfo = merged(emptyPackageInfo, order.packageInfo, edit.packageInfo) ?? emptyPackageInfo;',
      'const replaced = merged(emptyPackageInfo, order.packageInfo, edit.packageInfo) ?? emptyPackageInfo; const packageInfo = { ...replaced, products: [...(order.packageInfo.products ?? []), ...(edit.packageInfo?.products ?? [])] };',
      edits('is taken by rule 3: an array replaces the whole'),
    ],
    'orders.edit.address': [
      'editedOrder',
      'address: address ? located(address) : order.address,',
      'address: address ? { ...order.address, ...located(address), addressLineOne: order.address.addressLineOne } : order.address,',
      edits('by rule 4 replaces the address in full and geocodes it again: a zip alone discards the street'),
    ],
    'orders.edit.hand-off-kept': [
      'handedOff',
      '{ ...emptyHandOff, ...before, ...given }',
      '{ ...emptyHandOff, ...given }',
      edits('is taken by rule 5: omitting handOffType keeps the stored one'),
      edits('is taken by rule 5: handOffType alone keeps the pickup location'),
    ],
    'orders.edit.hand-off-ship': [
      'handedOff',
      "return given.handOffType === 'ship_to_courier' ? { ...after, pickupLocationId: null } : after;",
      'return after;',
      edits('is taken by rule 5: ship_to_courier clears the stored pickup location'),
    ],
    'orders.edit.weight': [
      'merged',
      '{ ...empty, ...before, ...given };\n}',
      "{ ...empty, ...before, ...given, ...('weight' in given ? { weight: { ...(before as { weight?: object } | null)?.weight, unit: 'kilogram' } } : {}) } as Fields;\n}",
      edits('is taken by rule 6: a weight replaces the stored one whole'),
    ],
    'orders.edit.leaves': [
      'instructed',
      'if (isEmpty(leaves) && !changesProof && !changesHandOff) return before;',
      'if (proof === null) return { ...emptyInstructions, ...before, proofOfAttemptRequirements: null };',
      edits('is taken by rule 7: null for the whole of proofOfAttemptRequirements does not clear it'),
    ],
  }),
  ...keptIn(`${handlers}/orders-write.ts`, {
    'orders.basics.message': [
      'orders.delete',
      "{ message: 'The order was deleted.', code: 'order_deleted', param: null, url: null }",
      "{ message: 'The order was deleted.' }",
      `${flow}/rules-operations.test.ts > operations > v1 orders.delete`,
    ],
    'orders.states.delete-draft': [
      'orders.delete',
      'store.write({ put: { orders: [{ order, hidden: true }] } });',
      '',
      writes('deleting an order > takes a draft away and answers a message'),
    ],
    'orders.states.edit-draft': [
      'orders.update',
      'const after = editedOrder(context, order, edit);',
      'const after = { ...editedOrder(context, order, edit), submitted: true };',
      edits('is taken by rule 2: null clears notes'),
      edits('fills in what was empty, leaf by leaf'),
    ],
    'orders.states.delete-submitted': [
      'orders.delete',
      'if (order.submitted) throw',
      'if (order.id === null) throw',
      writes(deletion),
    ],
    'orders.states.edit-read-only': [
      'checkEditable',
      "new Refusal(409, 'order_read_only'",
      "new Refusal(400, 'order_read_only'",
      edits(locked),
    ],
    'orders.edit.read-only': [
      'checkEditable',
      "new Refusal(409, 'order_read_only'",
      "new Refusal(409, 'read_only'",
      edits(locked),
    ],
    'orders.errors.read-only': [
      'checkEditable',
      '  if (order.readOnly) throw',
      '  if (order.id === null) throw',
      edits(locked),
      writes(deletion),
    ],
    'orders.states.route': [
      'checkEditable',
      '  if (order.readOnly) throw',
      '  if (order.readOnly === null) throw',
      edits(locked),
      writes(deletion),
    ],
    'orders.rules.import-index': [
      'makeOrders',
      'failed.push({ order: input, index,',
      'failed.push({ order: input, index: 0,',
      writes(failures),
    ],
    'orders.rules.batch-200': [
      'makeOrders',
      'if (!(error instanceof Refusal)) throw error;\n      failed',
      'throw error;\n      failed',
      writes('importing orders > answers 200 also when not one order could be made'),
    ],
  }),
  ...keptIn(`${handlers}/orders-hand-over.ts`, {
    'orders.states.submit': [
      'orders.submit',
      'courier: courierId, submitted: true, submittedAt }',
      'courier: courierId, submittedAt }',
      handOver('submitting > hands drafts to a courier and answers their ids'),
    ],
    'orders.states.withdraw': [
      'orders.withdraw',
      'courier: null, submitted: false, submittedAt: null }',
      'courier: null, submittedAt: null }',
      handOver('withdrawing > makes submitted orders drafts again, without a courier'),
    ],
    'orders.errors.submit-code': [
      'notFound',
      "code: 'order_not_found'",
      "code: 'gone'",
      handOver('submitting > answers 200 and a reason for each order that cannot be submitted'),
    ],
    'orders.errors.withdraw-code': [
      'notSubmitted',
      "code: 'order_not_submitted'",
      "code: 'a_draft'",
      handOver('withdrawing > answers 200 and a reason for each order that cannot be withdrawn'),
    ],
  }),
  ...keptIn('src/training/data/orders.ts', {
    'orders.states.courier': [
      'makeOrders',
      'readOnly: onRoute,',
      "readOnly: onRoute && stage !== 'courier',",
      lists('has drafts, submitted and read-only orders, each package with a barcode of its own'),
    ],
  }),
  ...keptIn(`${handlers}/orders.ts`, {
    'orders.rules.short-pages': [
      'nextPageToken',
      'nextPageToken: isEnd ? null : page.token(textOf(last)),',
      'nextPageToken: isEnd || read.every(({ id }) => store.orders.get(id)?.hidden) ? null : page.token(textOf(last)),',
      lists('has pages with nothing on them before the end'),
    ],
    'orders.rules.external-id': [
      'found',
      "sorted(store.orders.of('externalId', externalId))",
      "sorted(store.orders.of('externalId', externalId)).slice(0, 1)",
      lists('finds orders by their external id, which two may share'),
    ],
    'orders.rules.labels-afresh': [
      'orders.shippingLabels',
      "links.issue(findOrder(store, parameters['id']))",
      "({ ...links.issue(findOrder(store, parameters['id'])), url: 'https://labels.invalid/same' })",
      labels('signs a new link at each call; one hour later the link is refused in XML'),
    ],
  }),
  ...keptIn(`${handlers}/orders-list.ts`, {
    'orders.rules.newest-first': [
      'newerFirst',
      'other.createdAt - one.createdAt || other.place - one.place',
      'one.createdAt - other.createdAt || one.place - other.place',
      lists('has 300 orders, newest first, in pages that may be short'),
    ],
  }),
  ...keptIn('src/training/labels/link.ts', {
    'orders.rules.labels-hour': [
      'validSeconds',
      'const validSeconds = 3600;',
      'const validSeconds = 3660;',
      labels('is good for exactly one hour'),
      labels('signs a new link at each call; one hour later the link is refused in XML'),
    ],
  }),
  ...keptIn('src/training/labels/render.ts', {
    'orders.rules.labels-form': [
      'barcodes',
      'of order.barcodes.entries()',
      'of order.barcodes.slice(0, 1).entries()',
      labels('draws one A6 page a package with its own code, which a reader reads at the printer’s resolution'),
    ],
  }),
};
