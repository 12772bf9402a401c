/** Addresses of this computer and its local network, which external links must not reach. */
import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

const ranges = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8], ['10.0.0.0', 8], ['100.64.0.0', 10], ['127.0.0.0', 8], ['169.254.0.0', 16], ['172.16.0.0', 12],
  ['192.0.0.0', 24], ['192.88.99.0', 24], ['192.168.0.0', 16], ['198.18.0.0', 15], ['224.0.0.0', 3],
] as const) ranges.addSubnet(network, bits, 'ipv4'); // prettier-ignore
// IPv4-compatible, local NAT64, discard, Teredo and its neighbours, documentation, unique local, link-local,
// site-local, multicast.
for (const [network, bits] of [
  ['::', 96], ['64:ff9b:1::', 48], ['100::', 64], ['2001::', 23], ['2001:db8::', 32], ['fc00::', 7], ['fe80::', 10],
  ['fec0::', 10], ['ff00::', 8],
] as const) ranges.addSubnet(network, bits, 'ipv6'); // prettier-ignore

/** The eight words of an IPv6 address. */
function wordsOf(address: string): number[] {
  // A URL writes every spelling in one way, without dots.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const words = (text: string) => (text === '' ? [] : text.split(':').map((word) => Number.parseInt(word, 16)));
  if (tail === undefined) return words(head);
  const [before, after] = [words(head), words(tail)];
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
}

/** The IPv4 address that a gateway makes of an IPv6 address: behind NAT64 (RFC 6052) and 6to4 (RFC 3056). */
function translated(address: string): string | null {
  const words = wordsOf(address);
  const isNat64 = words[0] === 0x64 && words[1] === 0xff9b && words.slice(2, 6).every((word) => word === 0);
  const at = isNat64 ? 6 : words[0] === 0x2002 ? 1 : null;
  if (at === null) return null;
  return words
    .slice(at, at + 2)
    .flatMap((word) => [word >> 8, word & 0xff])
    .join('.');
}

/** @param address as returned by a DNS lookup; an IPv4-mapped IPv6 address counts as IPv4 */
export function isPrivate(address: string): boolean {
  const [bare = ''] = address.split('%');
  const family = isIP(bare);
  if (family === 0) return true;
  if (family === 4) return ranges.check(bare, 'ipv4');
  const behind = translated(bare);
  return ranges.check(bare, 'ipv6') || (behind !== null && ranges.check(behind, 'ipv4'));
}

export const privateAddress = 'PRIVATE_ADDRESS';

/**
 * A DNS lookup that fails if any address is private. The socket itself uses it, so that it connects to the address that
 * was checked. A second lookup could return another one.
 */
export const publicLookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, found) => {
    if (error !== null) {
      callback(error, []);
      return;
    }
    const [first] = found;
    if (first === undefined || found.some(({ address }) => isPrivate(address)))
      callback(Object.assign(new Error('private'), { code: privateAddress }), []);
    else if (options.all === true) callback(null, found);
    else callback(null, first.address, first.family);
  });
};

/**
 * Whether a host is an address of this computer or its local network, or a name for one. Behind a proxy this is best
 * effort, because there may be no DNS at all.
 *
 * @param host without brackets
 */
export function leadsToPrivate(host: string): Promise<boolean> {
  if (isIP(host) !== 0) return Promise.resolve(isPrivate(host));
  return new Promise((resolve) => {
    publicLookup(host, { all: true }, (error) =>
      resolve(error !== null && 'code' in error && error.code === privateAddress),
    );
  });
}
