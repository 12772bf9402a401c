/**
 * Entry point of the training service, on Node alone (`npm run service`) or as a utility process of the app, to which
 * it then sends its address.
 */
import { optionsFrom, usage } from './options.ts';
import { startService, type RunningService } from './server.ts';

/** The channel to the app that Electron gives a utility process. */
interface ParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
}

const { parentPort } = process as { parentPort?: ParentPort };

function announce(service: RunningService, port: ParentPort | undefined, json: boolean): void {
  const { address, authority, authorityFile, planningKey, ordersKey, controlKey } = service;
  if (port) {
    port.postMessage({ type: 'ready', address, authority, planningKey, ordersKey, controlKey });
  } else if (json) {
    process.stdout.write(`${JSON.stringify({ address, authorityFile, planningKey, ordersKey, controlKey })}\n`);
  } else {
    process.stdout.write(
      [
        `Training service: ${address}`,
        `Certificate authority: ${authorityFile}`,
        `Planning key: ${planningKey}`,
        `Orders key: ${ordersKey}`,
        `Control key: ${controlKey}`,
        'Ctrl+C ends it. What was entered is kept.',
        '',
      ].join('\n'),
    );
  }
}

async function run(): Promise<void> {
  const options = optionsFrom(process.argv.slice(2));
  if ('problem' in options) throw new Error(`${options.problem}\n${usage}`);
  if ('help' in options) {
    process.stdout.write(`${usage}\n`);
    return;
  }
  const service = await startService(options);
  const stop = () => void service.close().then(() => process.exit(0));
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  parentPort?.on('message', ({ data }) => {
    if (typeof data === 'object' && data !== null && 'type' in data && data.type === 'stop') stop();
  });
  announce(service, parentPort, options.json);
}

run().catch((error: unknown) => {
  process.stderr.write(`training service: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
