/**
 * Which way leads to the service: straight, or through a proxy. Decided again for each connection, so that a changed
 * setting or another network counts at once; what the environment says is read once, at start.
 */
import { isIP } from 'node:net';
import type { ProxySetting } from '../../shared/settings.ts';
import type { System } from '../system.ts';

/** One way to try. `address` is `http://` or `https://` with a host and a port; it may hold a name and a password. */
export type ProxyRoute = { kind: 'direct' } | { kind: 'proxy'; address: URL } | { kind: 'unusable'; scheme: string };

/** The ways to try for an origin, in order; never empty. */
export type ProxyRoutes = (origin: URL) => Promise<readonly ProxyRoute[]>;

export const direct: readonly ProxyRoute[] = [{ kind: 'direct' }];
/** For what never goes through a proxy. */
export const noProxies: ProxyRoutes = () => Promise.resolve(direct);

export interface ProxyOptions {
  /** The person's choice; read at each connection. */
  setting(): ProxySetting;
  environment: ProxyEnvironment;
  /** What the operating system says for an address, in the words of a proxy script; null where nobody can be asked. */
  systemProxy: ((address: string) => Promise<string>) | null;
  system: System;
}

/** A network may search for its proxy script for longer; then the straight way is tried. */
const askMilliseconds = 4_000;

export interface ProxyEnvironment {
  proxy: URL | null;
  /** Host names that go straight: `host`, `.domain`, `host:port`, or `*`. */
  except: readonly string[];
}

/**
 * Reads the proxy variables (HTTPS_PROXY before ALL_PROXY, small letters before capitals as curl does). The services
 * are spoken to over https alone, so HTTP_PROXY says nothing here.
 */
export function proxyEnvironment(variables: Readonly<Record<string, string | undefined>>): ProxyEnvironment {
  const first = (...names: string[]) => names.map((name) => variables[name]).find((value) => value !== undefined);
  const given = first('https_proxy', 'HTTPS_PROXY') ?? first('all_proxy', 'ALL_PROXY') ?? '';
  const except = (first('no_proxy', 'NO_PROXY') ?? '').split(/[\s,]+/).filter((name) => name !== '');
  return { proxy: proxyAddress(given), except };
}

/** @returns null when the text is no address of an http or https proxy */
export function proxyAddress(text: string): URL | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`;
  if (!URL.canParse(withScheme)) return null;
  const url = new URL(withScheme);
  return (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname !== '' ? url : null;
}

/** Whether an origin is on this very computer: a proxy would look for it on its own. */
export function isLoopback(origin: URL): boolean {
  const host = origin.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) === 4) return host.startsWith('127.');
  return host === '::1' || host === 'localhost' || host.endsWith('.localhost');
}

function isExcepted(origin: URL, except: readonly string[]): boolean {
  const host = origin.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const port = origin.port === '' ? '443' : origin.port;
  return except.some((entry) => {
    if (entry === '*') return true;
    const [, name = '', onlyPort] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    if (onlyPort !== undefined && onlyPort !== port) return false;
    const bare = name.replace(/^\*?\./, '');
    return bare !== '' && (host === bare || host.endsWith(`.${bare}`));
  });
}

/**
 * Reads the answer of a proxy script or of the system: `PROXY a:8080; HTTPS b:443; DIRECT`.
 * An entry of a kind that is not spoken here (SOCKS) stays in the list, so that it is said when it was the only one.
 */
export function readProxyList(answer: string): readonly ProxyRoute[] {
  const routes = answer.split(';').flatMap((part): ProxyRoute[] => {
    const [kind = '', place = ''] = part.trim().split(/\s+/);
    if (kind === '') return [];
    if (/^DIRECT$/i.test(kind)) return [{ kind: 'direct' }];
    const scheme = /^HTTPS$/i.test(kind) ? 'https' : /^(PROXY|HTTP)$/i.test(kind) ? 'http' : null;
    const address = scheme === null ? null : proxyAddress(`${scheme}://${place}`);
    return address === null ? [{ kind: 'unusable', scheme: kind.toUpperCase() }] : [{ kind: 'proxy', address }];
  });
  const usable = routes.filter((route) => route.kind !== 'unusable');
  if (usable.length > 0) return usable;
  return routes.length > 0 ? routes : direct;
}

/**
 * The ways as the person, the environment and the system say, in this order. This computer itself is always reached
 * straight, unless the person named a proxy.
 */
export function createProxyRoutes(options: ProxyOptions): ProxyRoutes {
  return async (origin) => {
    const setting = options.setting();
    if (setting.kind === 'explicit') {
      const address = proxyAddress(setting.address);
      return address === null ? [{ kind: 'unusable', scheme: 'address' }] : [{ kind: 'proxy', address }];
    }
    if (setting.kind === 'none' || isLoopback(origin)) return direct;
    const { proxy, except } = options.environment;
    if (proxy !== null) return isExcepted(origin, except) ? direct : [{ kind: 'proxy', address: proxy }];
    if (options.systemProxy === null) return direct;
    let cancel: (() => void) | undefined;
    const bound = new Promise<string>((resolve) => {
      cancel = options.system.after(askMilliseconds, () => resolve('DIRECT'));
    });
    try {
      return readProxyList(await Promise.race([options.systemProxy(origin.origin), bound]));
    } catch {
      // The system gave no answer; a network that needs a proxy refuses the straight way, and that is then said.
      return direct;
    } finally {
      cancel?.();
    }
  };
}
