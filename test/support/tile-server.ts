/** A tile server on this computer, at the host of a training service and with its certificate. */
import { createServer } from 'node:https';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { realClock } from '../../src/training/clock.ts';
import { serverCertificate } from '../../src/training/tls/certificates.ts';
import type { TrainingService } from './training-service.ts';

export interface TileServer {
  /** As it is typed into the settings. */
  address: string;
  host: string;
  /** All requests, in order. */
  received: { method: string; path: string; headers: IncomingHttpHeaders }[];
  close(): void;
}

/** @param picture the tile that it has everywhere */
export async function startTileServer({ folder }: TrainingService, picture: Buffer): Promise<TileServer> {
  const { certificate, key } = await serverCertificate(folder, realClock);
  const received: TileServer['received'] = [];
  const server = createServer({ cert: certificate, key }, ({ method = '', url = '', headers }, response) => {
    received.push({ method, path: url, headers });
    response.writeHead(200, { 'content-type': 'image/png' }).end(picture);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ host, received, address: `https://${host}/{z}/{x}/{y}.png` },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
