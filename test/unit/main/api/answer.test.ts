/** From the bytes of an answer to what is read of it. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jsonOf, readBody } from '../../../../src/main/api/answer.ts';

const isRead = (text: string) => jsonOf(Buffer.from(text)) !== undefined;
const nested = (count: number, open: string, close: string, inner = '') =>
  `${open.repeat(count)}${inner}${close.repeat(count)}`;

describe('how deep an answer may be', () => {
  it('is five hundred arrays and objects inside each other', () => {
    expect(isRead(nested(500, '[', ']'))).toBe(true);
    expect(isRead(nested(501, '[', ']'))).toBe(false);
    expect(isRead(nested(500, '{"a":', '}', '1'))).toBe(true);
    expect(isRead(nested(501, '{"a":', '}', '1'))).toBe(false);
    expect(isRead(nested(250, '[{"a":', '}]', '1'))).toBe(true);
    expect(isRead(nested(250, '[{"a":', '}]', '[]'))).toBe(false);
  });

  it('counts those that are open, not those beside each other', () => {
    expect(isRead(`[${Array.from({ length: 600 }, () => '[]').join(',')}]`)).toBe(true);
    expect(isRead(`[${Array.from({ length: 600 }, () => '{}').join(',')}]`)).toBe(true);
    // What has closed makes no room for more.
    expect(isRead(`[${'[],'.repeat(300)}${nested(500, '[', ']')}]`)).toBe(false);
  });

  it('does not count what stands in a text, whatever is escaped in it', () => {
    const brackets = '[{'.repeat(501);
    for (const text of [brackets, `"${brackets}`, `\\${brackets}`, `${brackets}\\`, `\\"${brackets}`]) {
      const said = { first: text, then: text };
      expect(jsonOf(Buffer.from(JSON.stringify(said)))).toEqual(said);
    }
    expect(isRead(`["\\\\",${nested(500, '[', ']')}]`)).toBe(false);
    expect(isRead(`["\\"",${nested(499, '[', ']')}]`)).toBe(true);
  });
});

it('reads JSON, and nothing of what is none', () => {
  expect(jsonOf(Buffer.from('{"name":"Köln"}'))).toEqual({ name: 'Köln' });
  expect(jsonOf(Buffer.from('null'))).toBeNull();
  for (const text of ['', '<html>', '{"a":1', '{"a":1}}']) expect(isRead(text)).toBe(false);
});

it('reads what the schema reads, in the fields of its version', () => {
  const schema = z.object({ id: z.string() });
  expect(readBody(schema, Buffer.from('{"id":"a","more":1}'))).toEqual({ id: 'a' });
  expect(readBody(schema, Buffer.from('{"id":1}'))).toBeUndefined();
  expect(readBody(schema, Buffer.from('{"id":'))).toBeUndefined();
  expect(readBody(schema, Buffer.from('"a"'), (json) => ({ id: json }))).toEqual({ id: 'a' });
  // What is no JSON is not changed into something.
  expect(readBody(schema, Buffer.from(''), () => ({ id: 'a' }))).toBeUndefined();
});
