import { Agent, request } from 'node:https';
import { describe, expect, it, onTestFinished } from 'vitest';
import { basePath, endpoints, limits, type Endpoint } from '../../../src/shared/endpoints.ts';
import { ask, training } from './support.ts';

interface Operation {
  operationId: string;
  parameters: { name: string; in: string; required: boolean; schema: Record<string, unknown> }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Record<string, unknown> }> };
  responses: Record<string, { description: string }>;
  'x-limits': { class: string; windows: unknown[] }[];
}
interface Description {
  openapi: string;
  info: { title: string; version: string };
  servers: { url: string }[];
  security: Record<string, unknown[]>[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, { type: string; scheme: string }> };
}

async function described(): Promise<{ address: string; text: string; description: Description }> {
  const { service } = await training();
  const answer = await ask(`${service.address}/openapi.json`, { authority: service.authority });
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  return { address: service.address, text: answer.bytes.toString(), description: answer.body as Description };
}

const operationsOf = ({ paths }: Description) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

describe('the description of the services', () => {
  it('is OpenAPI 3.1, told to who has no key', async () => {
    const { address, text, description } = await described();
    expect(description.openapi).toMatch(/^3\.1\.\d+$/);
    expect(description.info).toMatchObject({
      title: expect.any(String) as string,
      version: expect.any(String) as string,
    });
    expect(description.servers).toEqual([{ url: address }]);
    const { securitySchemes, schemas } = description.components;
    expect(description.security.flatMap((each) => Object.keys(each)).sort()).toEqual(
      Object.keys(securitySchemes).sort(),
    );
    expect(Object.values(securitySchemes).map(({ type, scheme }) => `${type} ${scheme}`)).toEqual([
      'http bearer',
      'http basic',
    ]);
    const references = Array.from(text.matchAll(/"\$ref":"([^"]+)"/g), ([, reference]) => reference);
    expect(references.length).toBeGreaterThan(100);
    expect(
      references.filter((each) => !Object.hasOwn(schemas, each?.replace('#/components/schemas/', '') ?? '')),
    ).toEqual([]);
    const ids = operationsOf(description).map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, method, operation } of operationsOf(description)) {
      expect(['get', 'post', 'patch', 'delete']).toContain(method);
      expect(path).toMatch(/^\//);
      const inPath = operation.parameters.filter((each) => each.in === 'path');
      expect(inPath.map(({ name }) => name)).toEqual(Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name));
      expect(inPath.every(({ required }) => required)).toBe(true);
      expect(Object.values(operation.responses).every(({ description: words }) => words !== '')).toBe(true);
      if (method === 'get' || method === 'delete') expect(operation.requestBody).toBeUndefined();
    }
  });

  it('has every operation in every version, and no other', async () => {
    const { description } = await described();
    const wanted = Object.values<Endpoint>(endpoints).flatMap(({ service, method, path, versions }) =>
      versions.map((version) => `${method} ${basePath(service, version)}${path}`),
    );
    const said = operationsOf(description).map(({ path, method }) => `${method.toUpperCase()} ${path}`);
    expect(said.sort()).toEqual(wanted.sort());
  });

  it('says page sizes, limits, bounds, and what v0.2b calls otherwise', async () => {
    const { description } = await described();
    const list = description.paths['/public/v1/plans']?.['get'];
    expect(list?.parameters.find(({ name }) => name === 'maxPageSize')?.schema).toEqual({
      ...{ type: 'integer', minimum: 1, maximum: 20, default: 10 },
    });
    expect(list?.parameters.map(({ name }) => name)).toContain('filter.startsGte');
    const importing = description.paths['/public/v1/plans/{planId}/stops:import']?.['post'];
    expect(importing?.['x-limits']).toContainEqual({
      class: 'planning.stop-import',
      windows: [...limits['planning.stop-import']],
    });
    const bodyOf = (version: string) => {
      const body = description.paths[`/public/${version}/plans/{planId}/stops`]?.['post']?.requestBody;
      const name = String(body?.content['application/json']?.schema['$ref']).replace('#/components/schemas/', '');
      return (description.components.schemas[name] as { properties: Record<string, { maxItems?: number }> }).properties;
    };
    expect(bodyOf('v1')['barcodes']?.maxItems).toBe(50);
    expect(bodyOf('v0.2b')['barcodes']?.maxItems).toBe(200);
    expect(JSON.stringify(bodyOf('v1')['notes'])).toContain('"maxLength":2000');
    expect([Object.hasOwn(bodyOf('v1'), 'clientId'), Object.hasOwn(bodyOf('v0.2b'), 'circuitClientId')]).toEqual([
      true,
      true,
    ]);
  });

  it('is answered in five milliseconds, from the second time on', async () => {
    const { service } = await training();
    const agent = new Agent({ ca: service.authority, keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const once = () =>
      new Promise<void>((resolve, reject) => {
        request(`${service.address}/openapi.json`, { agent }, (answer) => {
          answer.on('end', resolve).resume();
        })
          .on('error', reject)
          .end();
      });
    await once();
    const times: number[] = [];
    for (let asked = 0; asked < 21; asked += 1) {
      const started = performance.now();
      await once();
      times.push(performance.now() - started);
    }
    // The fastest one: the computer does other things beside.
    expect(Math.min(...times)).toBeLessThan(5);
  });
});
