/** Addresses of this computer and its local network, which external links must not reach. */
import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

const ranges = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8], ['10.0.0.0', 8], ['100.64.0.0', 10], ['127.0.0.0', 8], ['169.254.0.0', 16], ['172.16.0.0', 12],
  ['192.0.0.0', 24], ['192.168.0.0', 16], ['198.18.0.0', 15], ['224.0.0.0', 3],
] as const) ranges.addSubnet(network, bits, 'ipv4'); // prettier-ignore
for (const [network, bits] of [
  ['::', 127], ['fc00::', 7], ['fe80::', 10], ['ff00::', 8],
] as const) ranges.addSubnet(network, bits, 'ipv6'); // prettier-ignore

/** @param address as returned by a DNS lookup; an IPv4-mapped IPv6 address counts as IPv4 */
export function isPrivate(address: string): boolean {
  return ranges.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
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
