/** The client of `npm run bench -- service`, in its own thread: sends one request after another on one connection. */
import { Agent, request } from 'node:https';
import { parentPort, workerData } from 'node:worker_threads';
import { kinds, type Call, type Found } from './service-requests.ts';

export interface Task {
  address: string;
  authority: string;
  planningKey: string;
  ordersKey: string;
  /** How often each kind is sent. */
  times: number;
  /** Sends the same request again and again. */
  constant: boolean;
}

export interface Asked {
  kind: string;
  status: number;
  /** From the call to the last byte of the answer, in milliseconds. */
  roundTrip: number;
  bytes: number;
}

const task = workerData as Task;
const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: task.authority });
const bases = { planning: '/public/v1', older: '/public/v0.2b', orders: '/connect/v1' };

function ask(call: Call, kind: string): Promise<Asked & { body: Record<string, unknown> }> {
  const body = call.body === undefined ? undefined : Buffer.from(JSON.stringify(call.body));
  const key = call.service === 'orders' ? task.ordersKey : task.planningKey;
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${task.address}${bases[call.service]}${call.path}`,
      {
        method: call.method,
        agent,
        headers: {
          authorization: `Bearer ${key}`,
          'x-kind': encodeURIComponent(kind),
          ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': body.length }),
        },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () => {
          const roundTrip = performance.now() - started;
          const bytes = Buffer.concat(chunks);
          const { statusCode: status = 0 } = answer;
          const parsed = bytes.length === 0 ? {} : (JSON.parse(bytes.toString('utf8')) as Record<string, unknown>);
          resolve({ kind, status, roundTrip, bytes: bytes.length, body: parsed });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

interface Listed {
  items: Record<string, unknown>[];
  /** The token of the last page. */
  token: string;
}

async function list(service: Call['service'], path: string, field: string): Promise<Listed> {
  const items: Record<string, unknown>[] = [];
  let token = '';
  for (let next: unknown = ''; typeof next === 'string';) {
    const sign = path.includes('?') ? '&' : '?';
    const page = next === '' ? path : `${path}${sign}pageToken=${next}`;
    const { status, body } = await ask({ service, method: 'GET', path: page }, '');
    if (status !== 200) throw new Error(`${page} answered ${status}`);
    items.push(...(body[field] as Record<string, unknown>[]));
    if (next !== '') token = next;
    next = body['nextPageToken'];
  }
  return { items, token };
}

const idsOf = (items: readonly Record<string, unknown>[]) => items.map(({ id }) => String(id));

function first(items: readonly Record<string, unknown>[], what: string): string {
  const [item] = items;
  if (!item) throw new Error(`the service has no ${what}`);
  return String(item['id']);
}

async function find(): Promise<Found> {
  const { items: plans } = await list('planning', '/plans?maxPageSize=20', 'plans');
  const open = first(
    plans.filter((plan) => plan['optimization'] === 'editing' && plan['writable'] === true),
    'open plan',
  );
  const live = first(plans.filter((plan) => plan['distributed'] === true).slice(-1), 'plan on the road');
  const laidOut = first(
    plans.filter((plan) => plan['optimization'] === 'optimized' && plan['distributed'] === false),
    'plan with routes',
  );
  const stops = await list('planning', `/${open}/stops`, 'stops');
  const onRoad = await list('planning', `/${live}/stops`, 'stops');
  const unassigned = await list('planning', '/unassignedStops', 'unassignedStops');
  const orders = await list('orders', '/orders', 'orders');
  const isAhead = (each: Record<string, unknown>) =>
    each['type'] === 'stop' && (each['deliveryInfo'] as { attempted: boolean } | null)?.attempted === false;
  return {
    ...{ open, live, laidOut },
    stops: idsOf(stops.items),
    liveStops: idsOf(onRoad.items.filter(isAhead)),
    drivers: idsOf((await list('planning', '/drivers', 'drivers')).items),
    depot: first((await list('planning', '/depots', 'depots')).items, 'depot'),
    route: first((await list('planning', '/routes', 'routes')).items, 'route'),
    operation: first((await list('planning', '/operations', 'operations')).items, 'operation'),
    unassigned: idsOf(unassigned.items),
    orders: idsOf(orders.items.filter((order) => order['submitted'] === false)),
    courier: first((await list('orders', '/couriers', 'couriers')).items, 'courier'),
    tokens: { stops: onRoad.token, unassigned: unassigned.token, orders: orders.token },
  };
}

async function run(): Promise<Asked[]> {
  const asked: Asked[] = [];
  const keep = ({ kind, status, roundTrip, bytes }: Asked) => void asked.push({ kind, status, roundTrip, bytes });
  if (task.constant) {
    for (let turn = 0; turn < task.times; turn += 1)
      keep(await ask({ service: 'planning', method: 'GET', path: '/' }, 'constant'));
    return asked;
  }
  const found = await find();
  for (const kind of kinds) {
    for (let turn = 0; turn < Math.min(kind.times ?? task.times, task.times); turn += 1) {
      keep(await ask(kind.call(found, turn), kind.name));
    }
  }
  return asked;
}

try {
  parentPort?.postMessage(await run());
} finally {
  agent.destroy();
}
