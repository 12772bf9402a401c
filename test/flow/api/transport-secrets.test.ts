/** A canary key through every failure of an exchange, and through the log (row 17 of the list of attacks). */
import { beforeAll, describe, expect, it } from 'vitest';
import { createLog, describeError, redact, redacted } from '../../../src/main/log.ts';
import { AppError, encodeError } from '../../../src/shared/errors.ts';
import { issue } from '../../fixtures/certificates.ts';
import { canaryKey, connectOver, testAuthority, ways } from '../../fixtures/network-paths.ts';
import { json, startScriptedServer, type Script } from '../../fixtures/scripted-server.ts';

/** Every form of the key that must not appear. */
const forms = [
  canaryKey,
  canaryKey.slice(0, 8),
  Buffer.from(canaryKey).toString('base64'),
  Buffer.from(`${canaryKey}:`).toString('base64'),
  Buffer.from(canaryKey).toString('base64url'),
  encodeURIComponent(canaryKey),
];

// The app does this before it uses a key.
beforeAll(() => redact(canaryKey));

describe('17: the log', () => {
  it.each([
    ['the key', canaryKey],
    ['twice', `${canaryKey}${canaryKey}`],
    ['its first letters', canaryKey.slice(0, 8)],
    ['Bearer', `authorization: Bearer ${canaryKey}`],
    ['Basic', `authorization: Basic ${Buffer.from(`${canaryKey}:`).toString('base64')}`],
    ['base64 in JSON', JSON.stringify({ a: Buffer.from(canaryKey).toString('base64') })],
    ['in an address', `https://x.example/?key=${encodeURIComponent(canaryKey)}`],
    ['base64 in an address', `x=${encodeURIComponent(Buffer.from(`${canaryKey}:`).toString('base64'))}`],
  ])('redacts %s', (_name, line) => {
    const written: string[] = [];
    const log = createLog((_level, text) => written.push(text));
    log.info(`before ${line} after`);
    log.warn(line);
    expect(written).toHaveLength(2);
    expect(written[0]).toMatch(/^before .* after$/);
    for (const form of forms) expect(written.join('\n')).not.toContain(form);
  });

  it('redacts unregistered keys, the queries of links, and the password of a proxy', () => {
    expect(redacted('Bearer abc.def-123')).toBe('Bearer [key]');
    expect(redacted('Proxy-Authorization: Negotiate YII=')).toBe('Proxy-Authorization: Negotiate [key]');
    expect(redacted('see https://h.example/l.pdf?sig=1&x=2 now')).toBe('see https://h.example/l.pdf?[query] now');
    expect(redacted('via http://desk:p%40ss@proxy:3128 now')).toBe('via http://proxy:3128 now');
  });

  it('redacts base64 and url-encoding of letters that each writes in another way', () => {
    const secret = '~~~>>>???key-of-the-service';
    redact(secret);
    const packed = Buffer.from(secret).toString('base64');
    expect(packed).toMatch(/[+/]/);
    expect(redacted(`body ${packed} end`)).toBe('body [key] end');
    expect(redacted(`body ${encodeURIComponent(secret)} end`)).toBe('body [key] end');
  });

  it('leaves ordinary lines unchanged', () => {
    for (const line of ['connectivity: up', 'https://h.example/path', 'a@b.example wrote to c@d.example'])
      expect(redacted(line)).toBe(line);
  });
});

describe.each(ways)('17: %s', (way) => {
  it.each<[string, Script]>([
    ['a refusal that repeats what was sent', (incoming, response) => {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ message: 'bad header', code: 'x', param: 'y', headers: incoming.headers }));
    }],
    ['a message that repeats the key', (incoming, response) => {
      response.writeHead(409, { 'content-type': 'application/json' });
      const said = `unknown ${incoming.headers.authorization} ${Buffer.from(canaryKey).toString('base64')}`;
      response.end(JSON.stringify({ message: said, code: said, param: said }));
    }],
    ['an echo as an answer', (incoming, response) => void response.end(JSON.stringify(incoming))],
    ['a redirect with the key in it', (incoming, response) =>
      void response.writeHead(302, { location: `/?${incoming.headers.authorization}` }).end()],
    ['the key as no HTTP', (incoming, _response, socket) => void socket.end(`${incoming.headers.authorization}\r\n\r\n`)],
    ['a reset', (_incoming, _response, socket) => void socket.destroy()],
    ['the key refused', json(401, { message: 'no' })],
  ])('%s: no error contains the key', async (_name, script) => {
    const authority = await testAuthority();
    const server = await startScriptedServer(script, await issue(authority));
    const { client } = await connectOver(way, server.origin, [authority.pem]);
    const errors: AppError[] = [];
    await client.read('plans.list', { priority: 'click' }).catch((error: unknown) => errors.push(error as AppError));
    const body = { address: { addressLineOne: 'Güterstraße 52' } };
    const outcome = await client.write('stops.create', { path: { planId: 'p1' }, body, priority: 'outbox' });
    if (outcome.kind !== 'answered') errors.push(outcome.error);
    expect(errors).toHaveLength(2);
    expect(server.received[0]?.headers.authorization).toContain(canaryKey);
    for (const error of errors) {
      expect(error).toBeInstanceOf(AppError);
      const shown = JSON.stringify([error.message, error.stack, encodeError(error), describeError(error)]);
      for (const form of forms) expect(shown).not.toContain(form);
    }
  }); // prettier-ignore
});
