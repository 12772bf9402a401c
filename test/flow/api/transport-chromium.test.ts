/**
 * The stack for proxies that require a network sign-in, in a real Electron and through a real proxy. The sign-in itself
 * needs a Windows domain and is not tested.
 */
import { execFile } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { electronArguments } from '../../../build/desktop-session.ts';
import type { Request } from '../../../src/main/api/transport.ts';
import { issue, type Identity } from '../../fixtures/certificates.ts';
import type { Told } from '../../fixtures/chromium-exchanges.ts';
import { canaryKey, testAuthority } from '../../fixtures/network-paths.ts';
import { refuse, startProxy } from '../../fixtures/proxy-server.ts';
import { startScriptedServer } from '../../fixtures/scripted-server.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const electron = process.env['DEPOT_DESK_ELECTRON'] ?? '';

const request = (method: Request['method'], path: string, deadlineMilliseconds = 10_000): Request => ({
  method,
  path,
  headers: {
    authorization: `Bearer ${canaryKey}`,
    ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
  },
  body: method === 'GET' ? null : '{"title":"x"}',
  deadlineMilliseconds,
  mostBytes: 100_000,
});

async function exchanges(told: Omit<Told, 'trusted'> & { trusted?: string }): Promise<unknown[]> {
  const program = join(import.meta.dirname, '..', '..', 'fixtures', 'chromium-exchanges.ts');
  const own = [...electronArguments(), '--ozone-platform=headless', `--user-data-dir=${temporaryFolder()}`];
  const { stdout } = await promisify(execFile)(electron, [...own, program], {
    env: { ...process.env, CHROMIUM_EXCHANGES: JSON.stringify({ trusted: '', ...told }) },
    timeout: 50_000,
  });
  const line = stdout.split('\n').find((each) => each.startsWith('{"results"')) ?? '{}';
  return (JSON.parse(line) as { results?: unknown[] }).results ?? [];
}

const publicKeyHash = ({ certificate }: Identity) =>
  createHash('sha256')
    .update(new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');

const startService = async (identity: Identity) =>
  startScriptedServer((incoming, response, socket) => {
    const respond = (status: number, headers: Record<string, string>, body: string | Buffer) =>
      void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
    if (incoming.path === '/ok') respond(200, { 'set-cookie': 'a=b; Path=/' }, '{"ok":true}');
    if (incoming.path === '/redirect') respond(307, { location: '/ok' }, '');
    if (incoming.path === '/large') respond(200, {}, Buffer.alloc(300_000));
    if (incoming.path === '/key') respond(401, { 'www-authenticate': 'Basic realm="x"' }, '{}');
    if (incoming.path === '/reset') socket.destroy();
  }, identity);

describe.skipIf(electron === '')('Chromium’s stack (skipped where DEPOT_DESK_ELECTRON is not set)', () => {
  it('has the same outcomes through the proxy, sends each write once, and sets no cookies', async () => {
    const identity = await issue(await testAuthority());
    const service = await startService(identity);
    const proxy = await startProxy();
    const results = await exchanges({
      origin: service.origin,
      proxy: proxy.address,
      trusted: publicKeyHash(identity),
      requests: [
        request('GET', '/ok'),
        request('POST', '/ok'),
        request('GET', '/redirect'),
        request('POST', '/redirect'),
        request('POST', '/silence', 500),
        request('POST', '/reset'),
        request('GET', '/large'),
        request('POST', '/key'),
      ],
    });
    expect(results).toEqual([
      { kind: 'answered', status: 200, contentType: 'application/json', body: '{"ok":true}' },
      { kind: 'answered', status: 200, contentType: 'application/json', body: '{"ok":true}' },
      { kind: 'answered', status: 307, contentType: '', body: '' },
      { kind: 'answered', status: 307, contentType: '', body: '' },
      { kind: 'in-doubt', code: 'line.timeout', cause: 'deadline', phase: 'handed-over' },
      { kind: 'in-doubt', code: 'line.interrupted', cause: 'EMPTY_RESPONSE', phase: 'handed-over' },
      { kind: 'in-doubt', code: 'line.too-large', cause: 'TOO_LARGE', phase: 'answer-begun', status: 200 },
      { kind: 'answered', status: 401, contentType: 'application/json', body: '{}' },
    ]);
    expect(service.received.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /ok',
      'POST /ok',
      'GET /redirect',
      'POST /redirect',
      'POST /silence',
      'POST /reset',
      'GET /large',
      'POST /key',
    ]);
    for (const { headers } of service.received) {
      expect(headers.cookie).toBeUndefined();
      expect(headers.authorization).toBe(`Bearer ${canaryKey}`);
    }
    expect(proxy.asked.length).toBeGreaterThan(0);
    expect(JSON.stringify(proxy.asked)).not.toContain(canaryKey);
  });

  it('keeps the requests of one transport when another through the same proxy is closed', async () => {
    const identity = await issue(await testAuthority());
    const arrived = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const service = await startScriptedServer(async ({ path }, response) => {
      if (path === '/held') {
        arrived.resolve();
        await released.promise;
      }
      if (path === '/beside') await arrived.promise;
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ path }));
      if (path === '/release') released.resolve();
    }, identity);
    const proxy = await startProxy();
    const results = await exchanges({
      origin: service.origin,
      proxy: proxy.address,
      trusted: publicKeyHash(identity),
      requests: [request('GET', '/held'), request('GET', '/release')],
      beside: request('GET', '/beside'),
    });
    expect(results).toEqual(
      ['/beside', '/release', '/held'].map((path) => ({
        ...{ kind: 'answered', status: 200, contentType: 'application/json' },
        body: JSON.stringify({ path }),
      })),
    );
  });

  it('sends nothing for an unknown issuer, a refusing proxy or an unreachable one', async () => {
    const service = await startService(await issue(await testAuthority()));
    const open = await startProxy();
    const wants = await startProxy({ script: refuse(407, { 'Proxy-Authenticate': 'Negotiate' }) });
    const forbids = await startProxy({ script: refuse(403) });
    const { origin } = service;
    const once = async (proxy: string) => (await exchanges({ origin, proxy, requests: [request('POST', '/ok')] }))[0];
    expect(await once(open.address)).toMatchObject({ kind: 'not-sent', code: 'line.certificate', phase: 'tls' });
    expect(await once(wants.address)).toMatchObject({ kind: 'not-sent', code: 'line.proxy', phase: 'proxy' });
    expect(await once(forbids.address)).toMatchObject({ kind: 'not-sent', code: 'line.proxy', phase: 'proxy' });
    expect(await once('http://127.0.0.1:1')).toMatchObject({ kind: 'not-sent', code: 'line.proxy', phase: 'proxy' });
    expect(service.received).toEqual([]);
  });
});
