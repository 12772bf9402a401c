/** Photos and signatures, fetched from wherever a service's answer leads (row 3 of the list of attacks). */
import { describe, expect, it, onTestFinished } from 'vitest';
import { Downloads } from '../../../src/main/api/download.ts';
import { fetchPicture, pictureDownloads } from '../../../src/main/api/pictures.ts';
import { plainNetwork, transportsOver } from '../../../src/main/api/transports.ts';
import { realSystem } from '../../../src/main/system.ts';
import { defaultSettings } from '../../../src/shared/settings.ts';
import { issue } from '../../fixtures/certificates.ts';
import { testAuthority } from '../../fixtures/network-paths.ts';
import { colouredTile } from '../../fixtures/pmtiles.ts';
import { startScriptedServer, type Script } from '../../fixtures/scripted-server.ts';

const photo = colouredTile([200, 120, 40]);

/** Only its head says so: unpacked, it would fill the memory. */
function hugePhoto(): Buffer {
  const bytes = Buffer.from(photo);
  bytes.writeUInt32BE(40_000, 16);
  bytes.writeUInt32BE(40_000, 20);
  return bytes;
}

/** A service that answers as scripted, whose own pictures are fetched. */
async function service(script: Script) {
  const server = await startScriptedServer(script, await issue(await testAuthority(), { host: 'localhost' }));
  const origin = server.origin.replace('127.0.0.1', 'localhost');
  const { pem } = await testAuthority();
  const { open: openTransport } = transportsOver(plainNetwork, () => defaultSettings.proxy, realSystem);
  const transport = openTransport({ origin, authorities: [pem] });
  const downloads = new Downloads({ origin, transport, openTransport, ...pictureDownloads });
  onTestFinished(async () => {
    await Promise.all([downloads.close(), transport.close()]);
  });
  return { server, picture: (path: string) => fetchPicture(downloads, path.startsWith('/') ? origin + path : path) };
}

const answers =
  (body: string | Uint8Array, type: string): Script =>
  (_incoming, response) =>
    void response.writeHead(200, { 'content-type': type }).end(body);

describe('3: a picture', () => {
  it('is fetched without the key, whatever the server calls it', async () => {
    const { server, picture } = await service(answers(photo, 'text/html'));
    expect(await picture('/photo.png?sig=x')).toEqual({ bytes: photo, type: 'image/png' });
    expect(server.received[0]?.headers).not.toHaveProperty('authorization');
    expect(server.received[0]?.headers.accept).toBe('image/jpeg, image/png, image/webp');
  });

  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'image/svg+xml'],
    ['SVG that is called a PNG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/png'],
    ['a page for signing in', '<!doctype html><title>Wi-Fi</title>', 'text/html'],
    ['a PDF', '%PDF-1.7', 'image/png'],
    ['nothing', '', 'image/png'],
    ['a picture of 40,000 × 40,000 pixels', hugePhoto(), 'image/png'],
  ])('is not %s', async (_what, body, type) => {
    const { picture } = await service(answers(body, type));
    expect(await picture('/photo.png')).toBeNull();
  });

  it.each([
    'file:///etc/passwd',
    'http://example.com/photo.png',
    'javascript:alert(1)',
    'smb://share/photo.png',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/photo.png',
    'https://name:word@example.com/photo.png',
    'data:image/png;base64,iVBORw0KGgo=',
    '',
  ])('is not what %s leads to', async (link) => {
    const { server, picture } = await service(answers(photo, 'image/png'));
    expect(await picture(link)).toBeNull();
    expect(server.received).toEqual([]);
  });

  it('is not there once its link has expired', async () => {
    const { picture } = await service((_incoming, response) => void response.writeHead(403).end());
    expect(await picture('/photo.png')).toBeNull();
  });

  it('does not come by a redirect, and another try is possible', async () => {
    const { server, picture } = await service(
      (_incoming, response) => void response.writeHead(302, { location: '/other.png' }).end(photo),
    );
    await expect(picture('/photo.png')).rejects.toMatchObject({ code: 'service.failed' });
    expect(server.received.map(({ path }) => path)).toEqual(['/photo.png']);
  });

  it('has at most 25 MB, whatever its server announces', async () => {
    const { picture } = await service((_incoming, response, socket) => {
      response.writeHead(200, { 'content-type': 'image/png' });
      const part = Buffer.alloc(1024 * 1024);
      const send = () => {
        while (!socket.destroyed && response.write(part));
        if (!socket.destroyed) response.once('drain', send);
      };
      response.write(photo);
      send();
    });
    await expect(picture('/photo.png')).rejects.toMatchObject({ code: 'line.too-large' });
  });
});
