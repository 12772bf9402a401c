/**
 * Loads the app in parts. Each is evaluated in one go, and between two of them main answers the window, which loads its own
 * scripts meanwhile (docs/decisions/start.md).
 */

/** From what the others need to what needs them all. */
const parts: readonly (() => Promise<unknown>)[] = [
  () => import('../messages/index.ts'),
  () => import('./db/outbox-file.ts'),
  () => import('./api/transport.ts'),
  () => import('./workspace.ts'),
  () => import('./handlers/index.ts'),
  () => import('./app.ts'),
];

/** @param rest takes a turn of the event loop */
export async function loadShell(rest: () => Promise<void>): Promise<typeof import('./shell.ts')> {
  for (const part of parts) {
    await rest();
    await part();
  }
  await rest();
  return import('./shell.ts');
}
