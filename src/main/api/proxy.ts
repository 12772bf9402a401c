/**
 * Decides whether to reach a service directly or through a proxy. The decision is made for each connection, so that a
 * changed setting or network takes effect immediately. The environment variables are read once, at start.
 */
import { isIP } from 'node:net';
import type { ProxySetting } from '../../shared/settings.ts';
import type { System } from '../system.ts';

/** One route to try. `address` is `http://` or `https://` with host and port. It may contain a name and a password. */
export type ProxyRoute = { kind: 'direct' } | { kind: 'proxy'; address: URL } | { kind: 'unusable'; scheme: string };

/** The routes to try for an origin, in order; never empty. */
export type ProxyRoutes = (origin: URL) => Promise<readonly ProxyRoute[]>;

export const direct: readonly ProxyRoute[] = [{ kind: 'direct' }];
/** For connections that never use a proxy. */
export const noProxies: ProxyRoutes = () => Promise.resolve(direct);

export interface ProxyOptions {
  /** The user's setting, read for each connection. */
  setting(): ProxySetting;
  environment: ProxyEnvironment;
  /** The operating system's proxy for an address, in the syntax of a PAC file; null if it cannot be queried. */
  systemProxy: ((address: string) => Promise<string>) | null;
  system: System;
}

/** Timeout of the system's proxy lookup, which may take longer in some networks. Then the direct route is tried. */
const askMilliseconds = 4_000;

export interface ProxyEnvironment {
  proxy: URL | null;
  /** Hosts to reach directly: `host`, `.domain`, `host:port`, or `*`. */
  except: readonly string[];
}

/**
 * Reads the proxy variables (HTTPS_PROXY before ALL_PROXY, lowercase before uppercase as in curl). HTTP_PROXY is
 * ignored, because the services use https only.
 */
export function proxyEnvironment(variables: Readonly<Record<string, string | undefined>>): ProxyEnvironment {
  const first = (...names: string[]) => names.map((name) => variables[name]).find((value) => value !== undefined);
  const given = first('https_proxy', 'HTTPS_PROXY') ?? first('all_proxy', 'ALL_PROXY') ?? '';
  const except = (first('no_proxy', 'NO_PROXY') ?? '').split(/[\s,]+/).filter((name) => name !== '');
  return { proxy: proxyAddress(given), except };
}

/** @returns null when the text is not the address of an http or https proxy */
export function proxyAddress(text: string): URL | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`;
  if (!URL.canParse(withScheme)) return null;
  const url = new URL(withScheme);
  return (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname !== '' ? url : null;
}

/** Whether an origin is on this computer. A proxy would resolve it to itself. */
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
 * Parses the result of a PAC file or of the system: `PROXY a:8080; HTTPS b:443; DIRECT`. If the list has only entries
 * of unsupported kinds (SOCKS), they are returned, so that the error can name them.
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
 * The routes from the user's setting, the environment and the system, in this order of precedence. This computer itself
 * is always reached directly, unless the user named a proxy.
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
      // The system lookup failed. If the network needs a proxy, the direct route fails and that error is shown.
      return direct;
    } finally {
      cancel?.();
    }
  };
}
