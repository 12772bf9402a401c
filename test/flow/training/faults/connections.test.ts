/** Faults that come before a request is seen: nobody can connect, or the certificate must not be trusted. */
import { Agent, request } from 'node:https';
import { connect as connectSocket } from 'node:net';
import { connect } from 'node:tls';
import { expect, it, onTestFinished } from 'vitest';
import { certificateProblems } from '../../../../src/training/faults/faults.ts';
import { ask } from '../support.ts';
import { faulty, look, type Faulty } from './support.ts';

/** How far a bare TLS connection gets, with the name that is asked for; no name: by the address. */
function handshake({ service }: Faulty, servername?: string): Promise<string> {
  const port = Number(new URL(service.address).port);
  return new Promise((resolve) => {
    const named = servername === undefined ? {} : { servername };
    const socket = connect({ port, host: '127.0.0.1', ca: service.authority, ...named });
    socket.once('secureConnect', () => {
      resolve('connected');
      socket.destroy();
    });
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
}

/** A client that keeps one connection. */
function keeping({ service }: Faulty): (path: string) => Promise<number | string> {
  const agent = new Agent({ ca: service.authority, keepAlive: true, maxSockets: 1, maxCachedSessions: 0 });
  onTestFinished(() => agent.destroy());
  const headers = { authorization: `Bearer ${service.planningKey}` };
  return (path) =>
    new Promise((resolve) => {
      request(`${service.address}${path}`, { agent, headers }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
      })
        .on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
        .end();
    });
}

it('refused: no connection gets through its handshake, so nothing of a request leaves the client', async () => {
  const service = await faulty();
  await service.faults({ hits: {}, fault: { kind: 'refused' } });
  expect(await handshake(service)).toBe('ECONNRESET');
  expect(await service.add('refused')).toMatchObject({ broken: 'ECONNRESET', status: 0 });
  const { body } = await service.control('GET', '/requests');
  expect((body as { requests: { method: string }[] }).requests.filter(({ method }) => method === 'POST')).toEqual([]);
  expect(await service.has('refused')).toBe(0);
  expect(await service.add('again')).toMatchObject({ status: 200 });
});

it('refused: a connection from before breaks at its next request, and nothing is done', async () => {
  const service = await faulty();
  const ask = keeping(service);
  expect(await ask('/public/v1/plans')).toBe(200);
  await service.faults({ hits: {}, fault: { kind: 'refused' } });
  expect(await ask('/public/v1/plans')).toBe('ECONNRESET');
});

it('refused: the control API can be reached all the while, by the name localhost', async () => {
  const service = await faulty();
  await service.faults({ hits: {}, fault: { kind: 'refused' } });
  expect(await handshake(service, 'localhost')).toBe('connected');
  expect(await service.control('GET', '/state')).toMatchObject({
    status: 200,
    body: { counts: { faults: {} } },
  });
  // The name leads to the control API alone: the services are out of reach by every name.
  const { address, authority, planningKey } = service.service;
  const byName = `${address.replace('127.0.0.1', 'localhost')}/public/v1/plans`;
  await expect(ask(byName, { authority, authorization: `Bearer ${planningKey}` })).rejects.toHaveProperty('code');
});

const said = {
  expired: 'CERT_HAS_EXPIRED',
  'wrong-host': 'ERR_TLS_CERT_ALTNAME_INVALID',
  'self-signed': 'DEPTH_ZERO_SELF_SIGNED_CERT',
  'unknown-issuer': 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
} as const;

it.each(certificateProblems)(
  'certificate: %s is refused by a client, for that reason, and then all is well',
  async (problem) => {
    const service = await faulty();
    await service.faults({ hits: {}, fault: { kind: 'certificate', problem } });
    expect(await handshake(service)).toBe(said[problem]);
    expect(await look(service, '/public/v1/plans')).toMatchObject({ broken: said[problem], status: 0 });
    expect((await service.control('DELETE', '/faults')).status).toBe(200);
    expect(await look(service, '/public/v1/plans')).toMatchObject({ broken: null, status: 200 });
  },
);

it('certificate: a connection from before does not outlive its next request', async () => {
  const service = await faulty();
  const ask = keeping(service);
  expect(await ask('/public/v1/plans')).toBe(200);
  await service.faults({ hits: {}, fault: { kind: 'certificate', problem: 'expired' } });
  expect(await ask('/public/v1/plans')).toBe(200);
  expect(await ask('/public/v1/plans')).toBe('CERT_HAS_EXPIRED');
});

it('knows nothing of requests: a rule that names some is refused', async () => {
  const service = await faulty();
  for (const hits of [{ methods: ['POST'] }, { share: 0.5 }, { path: '/public/*' }]) {
    const rules = [{ hits, fault: { kind: 'refused' } }];
    const { status, body } = await service.control('PUT', '/faults', { rules });
    expect(status).toBe(400);
    expect(body).toMatchObject({ param: `rules.0.hits.${Object.keys(hits)[0]!}` });
  }
});

it.each(['usual', 'refused'])(
  '%s: the service ends though somebody is connected who says nothing',
  async (reception) => {
    const service = await faulty();
    if (reception === 'refused') await service.faults({ hits: {}, fault: { kind: 'refused' } });
    const port = Number(new URL(service.service.address).port);
    const socket = connectSocket({ port, host: '127.0.0.1' });
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await new Promise((resolve) => socket.once('connect', resolve));
    // Answered on a connection that came later: the silent one has been met by then.
    expect((await service.control('GET', '/state')).status).toBe(200);
    await service.service.close();
    await closed;
  },
);
