/** What `npm run update-description` signs, and what it refuses before every app would. */
import { expect, it } from 'vitest';
import { describeUpdate, type Asked } from '../../../build/updates/describe.ts';

const now = Date.UTC(2026, 5, 15, 6);
const fileNamed = (name: string) => ({ name, bytes: 3, sha512: `${'A'.repeat(86)}==` });
const packages = ['depot-desk_0.2.0_amd64.deb', 'depot-desk-0.2.0-1.x86_64.rpm'];

function described(change: Partial<Asked>, names: readonly string[] = packages) {
  const asked = { channel: 'stable', number: '12', version: '0.2.0', days: '30', share: '100', downgrade: false };
  return describeUpdate({ ...asked, ...change }, names.map(fileNamed), now);
}

it('describes each package with the kind of computer that it is for', () => {
  expect(described({ share: '20' })).toEqual({
    ...{ product: 'depot-desk', channel: 'stable', number: 12, version: '0.2.0', share: 20, isDowngrade: false },
    until: '2026-07-15T06:00:00.000Z',
    files: [
      { installer: 'linux-x64-deb', ...fileNamed('depot-desk_0.2.0_amd64.deb') },
      { installer: 'linux-x64-rpm', ...fileNamed('depot-desk-0.2.0-1.x86_64.rpm') },
    ],
  });
});

it.each<[Partial<Asked>, named: string]>([
  [{ number: '12a' }, 'number'],
  [{ number: '1.5' }, 'number'],
  [{ number: '0' }, 'number'],
  [{ share: 'ten' }, 'share'],
  [{ share: '150' }, 'share'],
  // Nothing is not 0, which no computer would take.
  [{ share: '' }, 'share'],
  [{ channel: 'early b' }, 'channel'],
  [{ days: 'thirty' }, '--days'],
  [{ days: '0' }, '--days'],
  [{ days: '99999999999' }, '--days'],
])('refuses %j, which no app would take', (change, named) => {
  expect(described(change)).toEqual({ problem: expect.stringContaining(named) as string });
});

it('refuses a version that no app would take', () => {
  const problem = expect.stringContaining('no app would take this description: version') as string;
  expect(described({ version: '0.2' }, ['depot-desk_0.2_amd64.deb'])).toEqual({ problem });
});

it.each(packages)('refuses %s as another version', (name) => {
  for (const version of ['0.1.0', '0.2.01', '10.2.0'])
    expect(described({ version }, [name])).toEqual({ problem: `${name} is not of version ${version}` });
});

it.each(['depot-desk-test-build_0.2.0~test_amd64.deb', 'depot-desk-test-build-0.2.0-1.x86_64.rpm'])(
  'refuses %s, a build without the fuses of a release',
  (name) => {
    const problem = `${name} is a test build, which no computer of an office may get`;
    expect(described({}, [packages[0] ?? '', name])).toEqual({ problem });
  },
);

it('refuses a kind of installer that the app does not install', () => {
  const name = 'depot-desk-0.2.0-x64.msi';
  expect(described({}, [name])).toEqual({ problem: `no kind of installer is known for ${name}` });
});
