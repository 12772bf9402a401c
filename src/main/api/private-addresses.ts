/** Addresses that lead to this computer or into its own network: no link from outside may make the app go there. */
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

/** @param address as a name look-up gives it; an IPv4 address written as IPv6 counts as what it is */
export function isPrivate(address: string): boolean {
  return ranges.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

export const privateAddress = 'PRIVATE_ADDRESS';

/**
 * A name look-up that fails where any address is private. Given to the socket itself, so that the address that was checked
 * is the one that is connected to: a second look-up could give another.
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
