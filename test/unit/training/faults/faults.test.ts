import { describe, expect, it } from 'vitest';
import { faultPlan } from '../../../../src/training/faults/check.ts';
import type { Fault } from '../../../../src/training/faults/faults.ts';
import { isAbout, isTime, type Asked } from '../../../../src/training/faults/match.ts';
import { presetNames, presets } from '../../../../src/training/faults/presets.ts';
import { RequestLog } from '../../../../src/training/faults/request-log.ts';
import { serverNameOf } from '../../../../src/training/faults/server-name.ts';
import { Refusal } from '../../../../src/training/http/errors.ts';

const every: { [Kind in Fault['kind']]: Extract<Fault, { kind: Kind }> } = {
  latency: { kind: 'latency', direction: 'both', least: 0, most: 10 },
  'loss-before': { kind: 'loss-before' },
  'loss-after': { kind: 'loss-after' },
  status: { kind: 'status', status: 502, applied: true },
  late: { kind: 'late', after: 600_000, connection: 'open' },
  'too-many': { kind: 'too-many', retryAfter: null },
  truncated: { kind: 'truncated', bytes: 0 },
  html: { kind: 'html', applied: false },
  'slow-headers': { kind: 'slow-headers', takes: 1 },
  'slow-body': { kind: 'slow-body', takes: 1 },
  'clock-skew': { kind: 'clock-skew', by: -1 },
  refused: { kind: 'refused' },
  certificate: { kind: 'certificate', problem: 'self-signed' },
};

/** The field named in the rejection of a plan with this one rule. */
function paramOf(rule: unknown): string | null {
  try {
    faultPlan({ rules: [rule] }, '');
  } catch (error) {
    if (error instanceof Refusal) return error.param;
    throw error;
  }
  return null;
}

describe('a plan of faults', () => {
  it.each(Object.values(every))('accepts $kind and returns it unchanged', (fault) => {
    const rules = [{ hits: { from: 5, until: 6, startsAfter: 7, endsAfter: 8 }, fault }];
    expect(faultPlan({ rules }, '')).toEqual({ seed: 1, rules });
  });

  it.each(Object.values(every))('rejects $kind with an unknown field', (fault) => {
    expect(paramOf({ fault: { ...fault, surprise: 1 } })).toBe('rules.0.fault.surprise');
  });

  it.each(Object.values(every).flatMap((fault) => Object.keys(fault).map((name) => ({ fault, name }))))(
    'rejects $fault.kind without $name',
    ({ fault, name }) => {
      const rest = Object.fromEntries(Object.entries(fault).filter(([each]) => each !== name));
      expect(paramOf({ fault: rest })).toBe(`rules.0.fault.${name}`);
    },
  );

  it.each([
    [{ fault: { ...every.late, after: 600_001 } }, 'rules.0.fault.after'],
    [{ fault: { ...every.latency, least: 11 } }, 'rules.0.fault.least'],
    [{ fault: { ...every.status, status: 504 } }, 'rules.0.fault.status'],
    [{ fault: { ...every.certificate, problem: 'ugly' } }, 'rules.0.fault.problem'],
    [{ fault: { kind: 'fire' } }, 'rules.0.fault.kind'],
    [{ fault: every.html, hits: { share: 1.1 } }, 'rules.0.hits.share'],
    [{ fault: every.html, hits: { atMost: -1 } }, 'rules.0.hits.atMost'],
    [{ fault: every.html, hits: { methods: ['PUT'] } }, 'rules.0.hits.methods.0'],
    [{ fault: every.html, hits: { operations: ['plans.burn'] } }, 'rules.0.hits.operations.0'],
    [{ fault: every.html, hits: { limitClasses: ['planning.talk'] } }, 'rules.0.hits.limitClasses.0'],
    [{ fault: every.refused, hits: { share: 1 } }, 'rules.0.hits.share'],
    [{ hits: {} }, 'rules.0.fault'],
  ])('rejects %j', (rule, param) => {
    expect(paramOf(rule)).toBe(param);
  });
});

describe('presets', () => {
  it.each(presetNames)('%s passes the checks of the control API', (name) => {
    const { plan, title, sentence } = presets[name];
    expect(faultPlan(JSON.parse(JSON.stringify(plan)), '')).toEqual(plan);
    expect(title).not.toBe('');
    expect(sentence).toMatch(/\.$/);
  });
});

describe('the matching of a rule', () => {
  const asked: Asked = {
    method: 'GET',
    path: '/public/v1/plans/p1/stops',
    operation: 'stops.list',
    limitClass: 'planning.read',
  };

  it.each([
    ['*', true],
    ['/public/v1/plans/p1/stops', true],
    ['/public/v1/plans/*', true],
    ['*/stops', true],
    ['/public/*/plans/*/stops', true],
    ['*stops*', true],
    ['/public/v1/plans', false],
    ['/public/v1/plans/p1/stop', false],
    ['plans/*', false],
    ['*/routes', false],
    ['/public/v1/plans/p1/stops*stops', false],
    ['/public/v./plans/*', false],
  ])('matches the path %s: %s', (path, expected) => {
    expect(isAbout({ path }, asked)).toBe(expected);
  });

  it('requires all its conditions to match', () => {
    expect(isAbout({}, asked)).toBe(true);
    expect(isAbout({ methods: ['GET'], operations: ['stops.list'], limitClasses: ['planning.read'] }, asked)).toBe(
      true,
    );
    expect(isAbout({ methods: ['POST'], operations: ['stops.list'] }, asked)).toBe(false);
    expect(isAbout({ methods: ['GET'], operations: ['plans.list'] }, asked)).toBe(false);
    expect(isAbout({ limitClasses: ['orders.read'] }, asked)).toBe(false);
    expect(isAbout({ operations: ['stops.list'] }, { ...asked, operation: undefined })).toBe(false);
  });

  it('includes the start of a time window and excludes its end', () => {
    const at = (service: number, inForce: number) =>
      isTime({ from: 10, until: 20, startsAfter: 1, endsAfter: 5 }, { service, inForce });
    expect([at(9, 1), at(10, 1), at(19, 4), at(20, 4), at(15, 0), at(15, 5)]).toEqual([
      false,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('the list of requests', () => {
  it('keeps the last thousand and continues counting', () => {
    const log = new RequestLog();
    for (let at = 1; at <= 2_345; at += 1) log.begin({ method: 'GET', path: `/${at}`, parameters: [], at });
    const kept = log.after(0);
    expect(kept).toHaveLength(1_000);
    expect([kept[0]?.number, kept.at(-1)?.number, log.count]).toEqual([1_346, 2_345, 2_345]);
    expect(log.after(2_344).map(({ path }) => path)).toEqual(['/2345']);
    expect(log.after(2_345)).toEqual([]);
  });

  it('truncates a very long path', () => {
    expect(new RequestLog().begin({ method: 'GET', path: 'x'.repeat(5_000), parameters: [], at: 0 }).path).toHaveLength(
      300,
    );
  });
});

describe('the name in a TLS hello', () => {
  /** In the layout of RFC 8446, with another extension before the name. Other tests use real TLS. */
  const helloFor = (name: string) => {
    const sized = (size: number, body: Buffer) => {
      const length = Buffer.alloc(size);
      length.writeUIntBE(body.length, 0, size);
      return Buffer.concat([length, body]);
    };
    const names = sized(2, Buffer.concat([Buffer.from([0]), sized(2, Buffer.from(name))]));
    const extension = (type: number, body: Buffer) =>
      Buffer.concat([Buffer.from([type >> 8, type & 255]), sized(2, body)]);
    const extensions = sized(2, Buffer.concat([extension(43, Buffer.from([2, 3, 4])), extension(0, names)]));
    const ciphers = sized(2, Buffer.from([0x13, 1]));
    const session = sized(1, Buffer.alloc(32));
    const compression = sized(1, Buffer.from([0]));
    const hello = Buffer.concat([Buffer.from([3, 3]), Buffer.alloc(32), session, ciphers, compression, extensions]);
    const handshake = Buffer.concat([Buffer.from([1]), sized(3, hello)]);
    return Buffer.concat([Buffer.from([22, 3, 1]), sized(2, handshake)]);
  };

  it('is found at its position, and not in truncated or non-TLS bytes', () => {
    const hello = helloFor('localhost');
    expect(serverNameOf(hello)).toBe('localhost');
    for (let length = 0; length < hello.length; length += 1) {
      expect(serverNameOf(hello.subarray(0, length))).toBeUndefined();
    }
    expect(serverNameOf(Buffer.from('GET / HTTP/1.1\r\n\r\n'))).toBeUndefined();
  });
});
