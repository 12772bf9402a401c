/** Which descriptions of updates are taken. */
import { describe, expect, it } from 'vitest';
import { publishedDescription } from '../../../../build/updates/published.ts';
import {
  compareVersions,
  judge,
  openDescription,
  signedBytes,
  type Here,
  type UpdateDescription,
} from '../../../../src/main/updates/description.ts';
import { sign } from 'node:crypto';
import { fileOf, goodDescription, updateKey } from '../../../fixtures/update-server.ts';

const key = updateKey();
const here: Here = {
  ...{ version: '1.0.0', channel: 'stable', installer: 'linux-x64-deb', seen: 0, place: 50 },
  now: Date.UTC(2026, 5, 15, 6),
};
const opened = (text: string | Buffer, keys = [key.pem]) => openDescription(Buffer.from(text), keys);
const refused = (why: string) => ({ kind: 'refused', why });

describe('a published description', () => {
  const text = publishedDescription(goodDescription(), key.privateKey);

  it('is taken with a signature of one of the keys', () => {
    expect(opened(text)).toEqual({ kind: 'description', description: goodDescription() });
    expect(opened(text, [updateKey().pem, key.pem])).toMatchObject({ kind: 'description' });
  });

  it('is refused with any byte of its text or its signature changed', () => {
    const { description, signature } = JSON.parse(text) as { description: string; signature: string };
    const other = (change: object) => JSON.stringify({ description, signature, ...change });
    expect(opened(other({}))).toMatchObject({ kind: 'description' });
    expect(opened(other({ description: description.replace('1.1.0', '1.1.1') }))).toEqual(refused('not-signed'));
    expect(opened(other({ description: `${description} ` }))).toEqual(refused('not-signed'));
    const flipped = Buffer.from(signature, 'base64');
    flipped[3] = (flipped[3] ?? 0) ^ 1;
    expect(opened(other({ signature: flipped.toString('base64') }))).toEqual(refused('not-signed'));
    expect(opened(other({ signature: '' }))).toEqual(refused('not-signed'));
  });

  it('is refused with the signature of another key, without a key, or signed as something else', () => {
    expect(opened(text, [updateKey().pem])).toEqual(refused('not-signed'));
    expect(opened(text, [])).toEqual(refused('not-signed'));
    const description = JSON.stringify(goodDescription());
    expect(signedBytes(description).toString()).not.toBe(description);
    const signature = sign(null, Buffer.from(description), key.privateKey).toString('base64');
    expect(opened(JSON.stringify({ description, signature }))).toEqual(refused('not-signed'));
  });

  it.each([
    ['nothing', ''],
    ['a page', '<html>Sign in</html>'],
    ['a list', '[]'],
    ['more than it may have', JSON.stringify({ description: 'x'.repeat(70_000), signature: '' })],
    ['another field', JSON.stringify({ description: '{}', signature: '', more: 1 })],
  ])('is refused if it is %s', (_what, content) => {
    expect(opened(content)).toEqual(refused('malformed'));
  });

  it.each<[string, Record<string, unknown>]>([
    ['another product', { product: 'other' }],
    ['a version of words', { version: 'newest' }],
    ['a version with more parts', { version: '1.1.0-beta' }],
    ['no file', { files: [] }],
    ['a file elsewhere', { files: [{ ...goodDescription().files[0], name: '../depot-desk.deb' }] }],
    ['a file of another host', { files: [{ ...goodDescription().files[0], name: 'https:%2F%2Fother' }] }],
    ['a hidden file', { files: [{ ...goodDescription().files[0], name: '.deb' }] }],
    ['a huge file', { files: [{ ...goodDescription().files[0], bytes: 500_000_001 }] }],
    ['a short hash', { files: [{ ...goodDescription().files[0], sha512: 'AAAA' }] }],
    ['an odd share', { share: 101 }],
    ['no end', { until: 'never' }],
    ['a field that nobody knows', { command: 'run' }],
  ])('is refused if it is signed and names %s', (_what, change) => {
    const description = { ...goodDescription(), ...change } as UpdateDescription;
    expect(opened(publishedDescription(description, key.privateKey))).toEqual(refused('malformed'));
  });
});

describe('a description that is ours', () => {
  const judged = (change: Partial<UpdateDescription>, where: Partial<Here> = {}) =>
    judge(goodDescription(change), { ...here, ...where });
  const [file] = goodDescription().files;

  it('is an update if its version is newer', () => {
    expect(judged({})).toEqual({ kind: 'update', version: '1.1.0', file });
    expect(judged({}, { version: '1.1.0' })).toEqual({ kind: 'nothing', why: 'current' });
    expect(judged({ version: '1.10.0' }, { version: '1.9.9' })).toMatchObject({ kind: 'update', version: '1.10.0' });
  });

  it('takes a computer back only if it says so', () => {
    expect(judged({}, { version: '1.2.0' })).toEqual(refused('older'));
    expect(judged({ isDowngrade: true }, { version: '1.2.0' })).toMatchObject({ kind: 'update', version: '1.1.0' });
  });

  it('is refused if a newer one was seen, if its time is over, or if it is of another channel', () => {
    expect(judged({}, { seen: 8 })).toEqual(refused('replayed'));
    expect(judged({}, { seen: 7 })).toMatchObject({ kind: 'update' });
    expect(judged({ until: '2026-06-15T05:59:59Z' })).toEqual(refused('expired'));
    expect(judged({ until: '2026-06-15T06:00:00Z' })).toMatchObject({ kind: 'update' });
    expect(judged({ channel: 'early' })).toEqual(refused('other-channel'));
  });

  it('waits for the share of computers in which this one is', () => {
    expect(judged({ share: 50 })).toEqual({ kind: 'nothing', why: 'later' });
    expect(judged({ share: 51 })).toMatchObject({ kind: 'update' });
    expect(judged({ share: 0 }, { place: 0 })).toEqual({ kind: 'nothing', why: 'later' });
    expect(judged({ share: 100 }, { place: 99.999 })).toMatchObject({ kind: 'update' });
  });

  it('is nothing for a computer with another kind of installer', () => {
    expect(judged({}, { installer: 'linux-x64-rpm' })).toEqual({ kind: 'nothing', why: 'elsewhere' });
    expect(judged({}, { installer: null })).toEqual({ kind: 'nothing', why: 'elsewhere' });
    const files = [fileOf(Buffer.from('rpm'), 'depot-desk.rpm'), fileOf(Buffer.from('deb'))].map((each, index) =>
      index === 0 ? { ...each, installer: 'linux-x64-rpm' } : each,
    );
    expect(judged({ files })).toMatchObject({ file: { installer: 'linux-x64-deb' } });
  });
});

it.each([
  ['1.0.0', '1.0.0', 0],
  ['1.0.1', '1.0.0', 1],
  ['0.9.9', '1.0.0', -1],
  ['1.10.0', '1.9.0', 1],
  ['2.0.0', '1.99.99', 1],
] as const)('compares %s with %s by numbers', (one, other, sign) => {
  expect(Math.sign(compareVersions(one, other))).toBe(sign);
  expect(Math.sign(compareVersions(other, one))).toBe(-sign || 0);
});
