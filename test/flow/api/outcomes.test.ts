import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Client } from '../../../src/main/api/client.ts';
import { Pace } from '../../../src/main/api/pace.ts';
import { HttpsTransport } from '../../../src/main/api/transport.ts';
import { realSystem } from '../../../src/main/system.ts';
import { AppError } from '../../../src/shared/errors.ts';
import { json, startScriptedServer, type Script } from '../../fixtures/scripted-server.ts';
import { ownPort } from '../../support/own-port.ts';

const key = 'canary-key-0123456789';
const stop = { address: { addressLineOne: 'Güterstraße 52' } };

function connect(origin: string, authorities: string[] | null) {
  const transport = new HttpsTransport({ origin, authorities, system: realSystem });
  onTestFinished(() => transport.close());
  const client = new Client({
    transport,
    pace: new Pace({ system: realSystem, desks: 1 }),
    signal: new AbortController().signal,
    host: new URL(origin).host,
    key: () => key,
    observe: () => undefined,
  });
  return { client, transport };
}

async function startWith(script: Script) {
  const server = await startScriptedServer(script);
  return { server, ...connect(server.origin, [server.authority]) };
}

const create = (client: Client) =>
  client.write('stops.create', { path: { planId: 'p1' }, body: stop, priority: 'outbox' });
const list = (client: Client) => client.read('plans.list', { priority: 'click' });
const codeOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof AppError ? error.code : String(error);
};

const page =
  (status: number): Script =>
  (_incoming, response) =>
    void response.writeHead(status, { 'content-type': 'text/html' }).end('<html>Blocked</html>');

describe('the outcome of a write', () => {
  it.each<[string, Script, string]>([
    ['200 with the id', json(200, { id: 'plans/p1/stops/s1' }), 'answered'],
    [
      '200 with the id and nothing else as documented',
      json(200, { id: 'plans/p1/stops/s1', notes: 5, eta: 'x' }),
      'answered',
    ],
    ['200 with {}', json(200, {}), 'in-doubt'],
    [
      '200 with HTML (captive portal)',
      (_i, r) => void r.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
      'in-doubt',
    ],
    ['204 without a body', (_i, r) => void r.writeHead(204).end(), 'in-doubt'],
    ['400 with the error body', json(400, { message: 'no', param: 'notes' }), 'refused'],
    ['400 with HTML', (_i, r) => void r.writeHead(400, { 'content-type': 'text/html' }).end('<html>'), 'in-doubt'],
    ['401', json(401, { message: 'key' }), 'key-refused'],
    ['401 with HTML', page(401), 'in-doubt'],
    ['404 with HTML', page(404), 'in-doubt'],
    ['403 with an empty body', (_i, r) => void r.writeHead(403).end(), 'in-doubt'],
    ['408', json(408, { message: 'slow' }), 'in-doubt'],
    ['409', json(409, { message: 'no', code: 'plan_not_writable' }), 'refused'],
    ['429 with an empty body', (_i, r) => void r.writeHead(429).end(), 'not-sent'],
    ['500', json(500, { message: 'oops' }), 'in-doubt'],
    ['a redirect', (_i, r) => void r.writeHead(307, { location: 'https://example.org/' }).end(), 'in-doubt'],
    ['a reset after the request', (_i, _r, socket) => void socket.destroy(), 'in-doubt'],
    [
      'a truncated body',
      (_i, r, socket) => {
        r.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
        r.write('{"id":"plans/p1/stops/s1"');
        setImmediate(() => socket.destroy());
      },
      'in-doubt',
    ],
  ])('%s', async (_name, script, kind) => {
    const { client, server } = await startWith(script);
    expect((await create(client)).kind).toBe(kind);
    expect(server.received).toHaveLength(1);
  });

  it('sends nothing and names the field when the content breaks a bound', async () => {
    const { client, server } = await startWith(json(200, {}));
    const work = client.write('stops.create', {
      path: { planId: 'p1' },
      body: { ...stop, notes: '' },
      priority: 'outbox',
    });
    await expect(work).rejects.toMatchObject({ code: 'input.invalid', detail: { field: 'notes' } });
    expect(server.received).toHaveLength(0);
  });

  it('is not-sent when nothing listens on the port', async () => {
    const { port, release } = await ownPort();
    onTestFinished(release);
    const outcome = await create(connect(`https://127.0.0.1:${port}`, []).client);
    expect(outcome).toMatchObject({
      kind: 'not-sent',
      error: { code: 'line.unreachable', detail: { cause: 'ECONNREFUSED' } },
    });
  });

  it('is not-sent when the host name is unknown', async () => {
    const outcome = await create(connect('https://no-such-host.invalid', []).client);
    expect(outcome).toMatchObject({ kind: 'not-sent', error: { code: 'line.unreachable' } });
  });

  it('is not-sent when the certificate is not trusted, and does not send the key', async () => {
    const server = await startScriptedServer(json(200, {}));
    const outcome = await create(connect(server.origin, null).client);
    expect(outcome).toMatchObject({ kind: 'not-sent', error: { code: 'line.certificate' } });
    expect(server.received).toHaveLength(0);
  });

  it('is not-sent when the certificate is for another host', async () => {
    const server = await startScriptedServer(json(200, {}));
    const origin = server.origin.replace('127.0.0.1', '127.0.0.2');
    const outcome = await create(connect(origin, [server.authority]).client);
    expect(outcome.kind).toBe('not-sent');
    expect(server.received).toHaveLength(0);
  });
});

describe('the outcome of a read', () => {
  it('returns the answer with unknown fields', async () => {
    const { client } = await startWith(json(200, { plans: [{ id: 'plans/a', colour: 'red' }], nextPageToken: null }));
    const answer = await list(client);
    expect(answer.plans?.[0]).toMatchObject({ id: 'plans/a', colour: 'red' });
  });

  it.each([400, 401, 403, 404, 409, 410])('is no word of the service if %i comes with a page', async (status) => {
    const { client, server } = await startWith(page(status));
    await expect(list(client)).rejects.toMatchObject({ code: 'line.odd-answer', retry: 'later', detail: { status } });
    server.script = json(status, { message: 'No.' });
    expect(await codeOf(list(client))).toMatch(/^service\./);
  });

  it('never follows a redirect with the key', async () => {
    const other = await startScriptedServer(json(200, { plans: [] }));
    const { client } = await startWith(
      (_i, r) => void r.writeHead(302, { location: `${other.origin}/public/v1/plans` }).end(),
    );
    expect(await codeOf(list(client))).toBe('line.odd-answer');
    expect(other.received).toHaveLength(0);
  });

  it('aborts an endless answer at the deadline', async () => {
    const { transport } = await startWith((_incoming, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drip));
    });
    const request = {
      method: 'GET',
      path: '/',
      headers: {},
      body: null,
      deadlineMilliseconds: 400,
      mostBytes: 1_000_000,
    } as const;
    expect(await transport.exchange(request)).toMatchObject({ kind: 'in-doubt', code: 'line.timeout' });
  });

  it('aborts an answer that is too large', async () => {
    const { transport } = await startWith((_incoming, response) => void response.end(Buffer.alloc(300_000)));
    const request = {
      method: 'GET',
      path: '/',
      headers: {},
      body: null,
      deadlineMilliseconds: 5_000,
      mostBytes: 100_000,
    } as const;
    expect(await transport.exchange(request)).toMatchObject({ kind: 'in-doubt', code: 'line.too-large' });
  });

  it('reads a gzip answer, which it accepts, and rejects any other encoding', async () => {
    const { client, server } = await startWith((_incoming, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(gzipSync('{"plans":[{"id":"plans/a"}]}'));
    });
    expect((await list(client)).plans).toMatchObject([{ id: 'plans/a' }]);
    expect(server.received[0]?.headers['accept-encoding']).toBe('gzip');
    server.script = (_incoming, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'br' });
      response.end('{"plans":[]}');
    };
    expect(await codeOf(list(client))).toBe('line.odd-answer');
  });

  it('has no key in its errors', async () => {
    const { client } = await startWith((incoming, response) => {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ message: `bad header ${incoming.headers.authorization?.length}` }));
    });
    const error = await list(client).then(
      () => undefined,
      (thrown: unknown) => thrown as AppError,
    );
    expect(JSON.stringify([error?.message, error?.detail, error?.stack])).not.toContain(key);
  });
});
