/** From the bytes of an answer to its parsed value. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isForeignRefusal, isOfTheWay, isSignInPage, jsonOf, readBody } from '../../../../src/main/api/answer.ts';

const isRead = (text: string) => jsonOf(Buffer.from(text)) !== undefined;
const nested = (count: number, open: string, close: string, inner = '') =>
  `${open.repeat(count)}${inner}${close.repeat(count)}`;

describe('the nesting of an answer', () => {
  it('is limited to five hundred arrays and objects', () => {
    expect(isRead(nested(500, '[', ']'))).toBe(true);
    expect(isRead(nested(501, '[', ']'))).toBe(false);
    expect(isRead(nested(500, '{"a":', '}', '1'))).toBe(true);
    expect(isRead(nested(501, '{"a":', '}', '1'))).toBe(false);
    expect(isRead(nested(250, '[{"a":', '}]', '1'))).toBe(true);
    expect(isRead(nested(250, '[{"a":', '}]', '[]'))).toBe(false);
  });

  it('counts open levels, not siblings', () => {
    expect(isRead(`[${Array.from({ length: 600 }, () => '[]').join(',')}]`)).toBe(true);
    expect(isRead(`[${Array.from({ length: 600 }, () => '{}').join(',')}]`)).toBe(true);
    // Closed arrays make no room for more.
    expect(isRead(`[${'[],'.repeat(300)}${nested(500, '[', ']')}]`)).toBe(false);
  });

  it('ignores brackets within strings, including escaped ones', () => {
    const brackets = '[{'.repeat(501);
    for (const text of [brackets, `"${brackets}`, `\\${brackets}`, `${brackets}\\`, `\\"${brackets}`]) {
      const said = { first: text, then: text };
      expect(jsonOf(Buffer.from(JSON.stringify(said)))).toEqual(said);
    }
    expect(isRead(`["\\\\",${nested(500, '[', ']')}]`)).toBe(false);
    expect(isRead(`["\\"",${nested(499, '[', ']')}]`)).toBe(true);
  });
});

it('parses JSON and returns undefined for anything else', () => {
  expect(jsonOf(Buffer.from('{"name":"Köln"}'))).toEqual({ name: 'Köln' });
  expect(jsonOf(Buffer.from('null'))).toBeNull();
  for (const text of ['', '<html>', '{"a":1', '{"a":1}}']) expect(isRead(text)).toBe(false);
});

it('parses what the schema accepts, in the fields of its version', () => {
  const schema = z.object({ id: z.string() });
  expect(readBody(schema, Buffer.from('{"id":"a","more":1}'))).toEqual({ id: 'a' });
  expect(readBody(schema, Buffer.from('{"id":1}'))).toBeUndefined();
  expect(readBody(schema, Buffer.from('{"id":'))).toBeUndefined();
  expect(readBody(schema, Buffer.from('"a"'), (json) => ({ id: json }))).toEqual({ id: 'a' });
  // Invalid JSON is not passed to the version's mapping.
  expect(readBody(schema, Buffer.from(''), () => ({ id: 'a' }))).toBeUndefined();
});

it('takes a redirect, status 511 or a web page in place of an answer for a sign-in page', () => {
  const json = 'application/json';
  const isPage = (status: number, contentType = json) => isSignInPage({ status, contentType });
  expect([300, 302, 399, 511].filter((status) => isPage(status))).toEqual([300, 302, 399, 511]);
  expect([199, 200, 299, 400, 401, 429, 500, 503, 510, 512].filter((status) => isPage(status))).toEqual([]);
  for (const page of ['text/html', ' Text/HTML; charset=utf-8', 'application/xhtml+xml']) {
    expect([200, 204, 299].filter((status) => isPage(status, page))).toEqual([200, 204, 299]);
    // A page with an error is the gateway's, or a refusal (below).
    expect([199, 400, 404, 500, 502].filter((status) => isPage(status, page))).toEqual([]);
  }
  for (const other of ['', json, 'text/plain', 'application/pdf']) expect(isPage(200, other)).toBe(false);
});

it('takes a refusal without the body of the services for one of the network', () => {
  const isForeign = (status: number, body: string) => isForeignRefusal({ status, body: Buffer.from(body) });
  const refusals = [400, 401, 403, 404, 409, 410, 412, 422, 499];
  for (const body of ['', '<html>Blocked</html>', 'Not found', '"no"', '[]', 'null'])
    expect(refusals.filter((status) => !isForeign(status, body))).toEqual([]);
  for (const body of ['{"message":"No."}', '{"message":"No.","code":null,"param":"x","url":null}', '{}'])
    expect(refusals.filter((status) => isForeign(status, body))).toEqual([]);
  // These say the same whoever sends them, and 429 may come without a body.
  expect([200, 302, 399, 408, 429, 500, 503].filter((status) => isForeign(status, '<html>'))).toEqual([]);
});

it('takes a sign-in page, and also a refusal of the network, for an answer from the way to the service', () => {
  const isOnTheWay = (status: number, contentType: string, body: string) =>
    isOfTheWay({ status, contentType, body: Buffer.from(body) });
  const [html, json] = ['text/html', 'application/json'];
  // Each of these is only one of the two.
  expect(isOnTheWay(200, html, '<html>Sign in</html>')).toBe(true);
  expect(isOnTheWay(302, '', '')).toBe(true);
  expect(isOnTheWay(403, html, '<html>Blocked</html>')).toBe(true);
  expect(isOnTheWay(200, json, '{"orders":[]}')).toBe(false);
  expect(isOnTheWay(403, json, '{"message":"No."}')).toBe(false);
  expect(isOnTheWay(503, html, '<html>')).toBe(false);
});
