/** A misbehaving service in every way of rows 10 to 13 of the list of attacks, on each route to it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { pages } from '../../../src/main/api/pages.ts';
import type { Exchange } from '../../../src/main/api/transport.ts';
import { AppError } from '../../../src/shared/errors.ts';
import { toMilliseconds } from '../../../src/shared/timestamps.ts';
import { issue } from '../../fixtures/certificates.ts';
import { connectOver, testAuthority, ways, type Connected, type Way } from '../../fixtures/network-paths.ts';
import { json, startScriptedServer, type Script, type ScriptedServer } from '../../fixtures/scripted-server.ts';

const stop = { address: { addressLineOne: 'Güterstraße 52' } };

async function startOn(way: Way, script: Script): Promise<Connected & { server: ScriptedServer }> {
  const authority = await testAuthority();
  const server = await startScriptedServer(script, await issue(authority));
  return { server, ...(await connectOver(way, server.origin, [authority.pem])) };
}

/** An exchange meant for a proxy that bypasses it would prove nothing. */
function expectWay(way: Way, { proxy, server }: { proxy: Connected['proxy']; server: ScriptedServer }) {
  const target = server.origin.slice('https://'.length);
  if (way === 'direct') expect(proxy).toBeNull();
  else expect(proxy?.asked[0]?.target).toBe(target);
}

const thrown = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'nothing was thrown',
    (error: unknown) => (error instanceof AppError ? { code: error.code, ...error.detail } : error),
  );

const html: Script = (_i, response) =>
  void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in to the network</html>');
const redirect =
  (status: number, location: string): Script =>
  (_i, response) =>
    void response.writeHead(status, { location }).end();
/** Writes raw bytes without a server's checks. The socket stays open unless `end`. */
const raw =
  (text: string, end = false): Script =>
  (_i, _response, socket) => {
    if (end) socket.end(text);
    else socket.write(text);
  };
const endless =
  (headers: Record<string, string>, chunk: Buffer): Script =>
  (_i, response) => {
    response.writeHead(200, headers);
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', more);
    more();
  };
const gzipHeaders = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
const created = '{"id":"plans/p1/stops/s1"}';
/** A gzip member that unpacks to thirty megabytes of blanks, about a thousand times its size. */
const bomb = gzipSync(Buffer.alloc(30 * 1024 * 1024, ' '));

interface Case {
  name: string;
  script: Script;
  /** The expected outcome of a write: its kind, its code, and the evidence. */
  write: { kind: string; code: string; phase?: string; cause?: string };
  /** The expected error code of a read, or null if reads are not tested. */
  read: string | null;
}

const odd = { kind: 'in-doubt', code: 'line.odd-answer' };
const begun = { kind: 'in-doubt', phase: 'answer-begun' };
const cases: Case[] = [
  { name: '10: a captive portal answers 200 with HTML', script: html, write: odd, read: 'line.odd-answer' },
  { name: '10: 200 with {} for a write', script: json(200, {}), write: odd, read: null },
  { name: '10: 200 with null', script: json(200, null), write: odd, read: 'line.odd-answer' },
  { name: '10: 200 with an empty body', script: (_i, r) => void r.end(), write: odd, read: 'line.odd-answer' },
  { name: '10: 511 of a portal', script: (_i, r) => void r.writeHead(511).end('<html>'), write: { kind: 'in-doubt', code: 'service.failed' }, read: 'service.failed' },
  ...[301, 302, 303, 307, 308].map(
    (status): Case => ({ name: `12: ${status} to itself`, script: redirect(status, '/public/v1/plans'), write: odd, read: 'line.odd-answer' }),
  ),
  {
    name: '13: endless headers',
    script: (_i, _r, socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const line = `x-more: ${'y'.repeat(1_000)}\r\n`;
      for (let count = 0; count < 200 && !socket.destroyed; count += 1) socket.write(line);
    },
    write: { kind: 'in-doubt', code: 'line.odd-answer', phase: 'handed-over', cause: 'UND_ERR_HEADERS_OVERFLOW' },
    read: 'line.odd-answer',
  },
  { name: '13: something that is no HTTP', script: raw('220 mail.example ESMTP\r\n'), write: { ...odd, phase: 'handed-over' }, read: 'line.odd-answer' },
  { name: '13: an endless body', script: endless({ 'content-type': 'application/json' }, Buffer.alloc(65_536, ' ')), write: { ...begun, code: 'line.too-large' }, read: 'line.too-large' },
  { name: '13: an endless compressed body', script: endless(gzipHeaders, bomb), write: { ...begun, code: 'line.too-large' }, read: 'line.too-large' },
  { name: '13: a body that unpacks to a thousand times its size', script: (_i, r) => void r.writeHead(200, gzipHeaders).end(bomb), write: { ...begun, code: 'line.too-large', cause: 'TOO_LARGE' }, read: 'line.too-large' },
  { name: '13: a compressed body that is cut off', script: (_i, r) => void r.writeHead(200, gzipHeaders).end(gzipSync(created).subarray(0, 20)), write: { ...begun, code: 'line.odd-answer' }, read: 'line.odd-answer' },
  { name: '13: plain text said to be compressed', script: (_i, r) => void r.writeHead(200, gzipHeaders).end(created), write: { ...begun, code: 'line.odd-answer' }, read: 'line.odd-answer' },
  { name: '13: truncated JSON', script: (_i, r) => void r.end(created.slice(0, -2)), write: odd, read: 'line.odd-answer' },
  { name: '13: fewer bytes than the length says', script: raw(`HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n${created}`, true), write: { ...begun, code: 'line.interrupted' }, read: 'line.interrupted' },
  { name: '13: more bytes than the length says', script: raw(`HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n${created}`, true), write: odd, read: 'line.odd-answer' },
  { name: '13: two lengths', script: raw(`HTTP/1.1 200 OK\r\ncontent-length: 26\r\ncontent-length: 5\r\n\r\n${created}`, true), write: { ...odd, phase: 'handed-over' }, read: 'line.odd-answer' },
  { name: '13: a chunked body that stops', script: raw(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1a\r\n${created}\r\n`, true), write: { ...begun, code: 'line.interrupted' }, read: 'line.interrupted' },
  { name: '13: a reset after the request', script: (_i, _r, socket) => void socket.destroy(), write: { kind: 'in-doubt', code: 'line.interrupted', phase: 'handed-over' }, read: 'line.interrupted' },
]; // prettier-ignore

describe.each(ways)('%s', (way) => {
  it.each(cases)('$name', async ({ script, write, read }) => {
    const { client, server, proxy } = await startOn(way, script);
    const outcome = await client.write('stops.create', { path: { planId: 'p1' }, body: stop, priority: 'outbox' });
    const { code, ...evidence } = write;
    const { kind, ...detail } = evidence;
    expect(outcome).toMatchObject({ kind, error: { code, detail } });
    expect(server.received, 'a write is sent once').toHaveLength(1);
    if (read !== null)
      expect(await thrown(client.read('plans.list', { priority: 'click' }))).toMatchObject({ code: read });
    expectWay(way, { proxy, server });
  });

  it('12: does not follow redirects to another host or to http or send them the key', async () => {
    const authority = await testAuthority();
    const other = await startScriptedServer(json(200, { plans: [] }), await issue(authority));
    const plain = createServer((_incoming, response) => {
      plainReceived += 1;
      response.end('{}');
    });
    let plainReceived = 0;
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void plain.close());
    const { client, server } = await startOn(way, json(200, {}));
    for (const location of [
      `${other.origin}/public/v1/plans`,
      `http://127.0.0.1:${(plain.address() as AddressInfo).port}/public/v1/plans`,
    ]) {
      for (const status of [301, 307]) {
        server.script = redirect(status, location);
        expect(await thrown(client.read('plans.list', { priority: 'click' }))).toMatchObject({
          code: 'line.odd-answer',
        });
        const write = await client.write('stops.create', { path: { planId: 'p1' }, body: stop, priority: 'outbox' });
        expect(write.kind).toBe('in-doubt');
      }
    }
    expect(server.received).toHaveLength(8);
    expect(other.received).toHaveLength(0);
    expect(plainReceived).toBe(0);
  });

  it.each<[string, Script, Partial<Exchange>]>([
    ['headers that do not come', () => undefined, { phase: 'handed-over' }],
    ['headers that stop in the middle', raw('HTTP/1.1 200 OK\r\ncontent-ty'), { phase: 'handed-over' }],
    [
      'one byte in ten seconds',
      raw('HTTP/1.1 200 OK\r\ncontent-length: 26\r\n\r\n{'),
      { phase: 'answer-begun', status: 200 },
    ],
    [
      'a byte now and then, for ever',
      (_i, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const drip = setInterval(() => response.write(' '), 20);
        response.on('close', () => clearInterval(drip));
      },
      { phase: 'answer-begun', status: 200 },
    ],
  ])('13: the total deadline ends %s', async (_name, script, evidence) => {
    const { transport, server, proxy } = await startOn(way, script);
    for (const method of ['GET', 'POST'] as const) {
      const exchange = await transport.exchange({
        method,
        path: '/public/v1/plans/p1/stops',
        headers: {},
        body: method === 'GET' ? null : '{}',
        // Long enough for a handshake on a busy computer.
        deadlineMilliseconds: 1_000,
        mostBytes: 1_000_000,
      });
      expect(exchange).toEqual({ kind: 'in-doubt', code: 'line.timeout', cause: 'deadline', ...evidence });
    }
    expectWay(way, { proxy, server });
  });

  it('11: fails instead of looping when the page token repeats', async () => {
    const { client, server } = await startOn(way, json(200, { plans: [{ id: 'plans/a' }], nextPageToken: 'again' }));
    const all = async () => {
      for await (const page of pages(client, 'plans.list', { priority: 'background' }))
        expect(page.plans).toHaveLength(1);
    };
    expect(await thrown(all())).toMatchObject({ code: 'line.odd-answer' });
    expect(server.received.length).toBeLessThanOrEqual(3);
  });

  it('11: reads thousands of empty pages to the end, which only null marks', async () => {
    let page = 0;
    const { client, server } = await startOn(way, (_i, response) => {
      page += 1;
      const last = page === 2_000;
      const body = { plans: last ? [{ id: 'plans/last' }] : [], nextPageToken: last ? null : `t${page}` };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    const found: string[] = [];
    for await (const answer of pages(client, 'plans.list', { priority: 'background' }))
      found.push(...(answer.plans ?? []).map((plan) => plan.id));
    expect(found).toEqual(['plans/last']);
    expect(server.received).toHaveLength(2_000);
  });

  it('11: reads a list with null arrays, unknown values and times of every kind', async () => {
    const { client, server } = await startOn(way, json(200, { plans: null, nextPageToken: null }));
    const { plans } = await client.read('plans.list', { priority: 'click' });
    expect(plans ?? []).toEqual([]);
    const seconds = 1_781_506_800;
    server.script = json(200, {
      orders: [
        { id: 'orders/s', createdAt: seconds, source: 'carrier pigeon', barcodes: null },
        { id: 'orders/ms', createdAt: seconds * 1_000, progress: null, address: null },
        { id: 'orders/text', createdAt: '2026-06-15T07:00:00Z', packageInfo: { products: null } },
      ],
      nextPageToken: null,
    });
    const { orders } = await client.read('orders.list', { priority: 'click' });
    expect(orders?.map((order) => order.id)).toEqual(['orders/s', 'orders/ms', 'orders/text']);
    expect(orders?.[0]?.source).toBe('carrier pigeon');
    const [inSeconds, inMilliseconds] = orders ?? [];
    expect(toMilliseconds(inSeconds?.createdAt ?? 0)).toBe(seconds * 1_000);
    expect(toMilliseconds(inMilliseconds?.createdAt ?? 0)).toBe(seconds * 1_000);
  });
});
