/** The window's own protocol: app://depot-desk/ serves only the built window, under a strict CSP. */
import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { protocol, type Session } from 'electron';

const scheme = 'app';
export const windowOrigin = `${scheme}://depot-desk`;

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  // Components set widths and positions through style attributes. No style comes from data.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  // The standard fonts of the label preview.
  '.ttf': 'font/ttf',
  '.pfb': 'application/octet-stream',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
};

/** The page of processes that show nothing. A page of the scheme is a secure context, `about:blank` is not. */
export const blankPage = `${scheme}://blank/`;

/** Must run before the app is ready, so that Chromium knows the scheme. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/** Serves the blank page and nothing else. Only WebAssembly may run beside the preload. */
export function serveBlankPage(session: Session): void {
  session.protocol.handle(scheme, ({ url }) =>
    url === blankPage
      ? new Response('<!doctype html>', {
          headers: {
            'content-type': 'text/html; charset=utf-8',
            'content-security-policy': "default-src 'none'; script-src 'wasm-unsafe-eval'",
          },
        })
      : new Response(null, { status: 404 }),
  );
}

/** @param folder the built window */
export function serveWindow(session: Session, folder: string): void {
  session.protocol.handle(scheme, async (request) => {
    const url = new URL(request.url);
    const path = normalize(decodeURIComponent(url.pathname));
    const file = join(folder, path === sep ? 'index.html' : path);
    const type = types[extname(file)];
    if (url.origin !== windowOrigin && url.host !== 'depot-desk') return new Response(null, { status: 404 });
    if (request.method !== 'GET' || type === undefined || !file.startsWith(folder + sep))
      return new Response(null, { status: 404 });
    try {
      return new Response(await readFile(file), {
        headers: {
          'content-type': type,
          'content-security-policy': policy,
          'x-content-type-options': 'nosniff',
          'x-dns-prefetch-control': 'off',
          'referrer-policy': 'no-referrer',
          'cross-origin-opener-policy': 'same-origin',
        },
      });
    } catch {
      return new Response(null, { status: 404 });
    }
  });
}
