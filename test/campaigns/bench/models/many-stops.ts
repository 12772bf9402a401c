/** Gives the window of the built app a plan with any number of stops, without a service that has them. */
import type { ElectronApplication } from 'playwright';
import { channels } from '../../../../src/shared/channels.ts';
import { stopRow } from '../../../fixtures/rows.ts';

const names = [
  'Anna Berger',
  'Zoë Kern',
  'Café Sonnig',
  'Ömer Aydın',
  'Bäckerei Kohl',
  'Paul Winter',
  'Praxis Dr. Lang',
];
const streets = ['Lindenweg', 'Hafenstraße', 'Am Markt', 'Schulgasse', 'Mühlenweg', 'Bahnhofstraße', 'Rosenallee'];
/** Rows that main gives at once (main/handlers/stops.ts). */
const size = 200;

type Listener = (event: unknown, ...given: unknown[]) => Promise<unknown>;

/**
 * Answers `stops.list` with so many stops from now on: different recipients and addresses, on forty routes. They are
 * made in main, because a hundred thousand of them are too much for a message from here.
 */
export async function answerWith(electron: ElectronApplication, count: number): Promise<void> {
  await electron.evaluate(
    ({ ipcMain }, given) => {
      const handlers = (ipcMain as unknown as { _invokeHandlers: Map<string, Listener> })._invokeHandlers;
      const kept = globalThis as { ordinaryAnswer?: Listener | undefined; edits?: Map<number, number> };
      const edits = (kept.edits = new Map<number, number>());
      kept.ordinaryAnswer ??= handlers.get(given.channel);
      const ordinary = kept.ordinaryAnswer;
      if (!ordinary) throw new Error('nobody answers the window');
      const row = (index: number) => {
        // Scrambled, and always in the same way.
        const number = (index * 7_919 + 13) % 100_003;
        const driver = number % 40;
        return {
          ...given.template,
          id: `stops/many${index}`,
          position: index + 1,
          recipientName: `${given.names[number % given.names.length] ?? ''} ${number}`,
          phone: `+49 30 ${5_000_000 + number}`,
          address: `${given.streets[number % given.streets.length] ?? ''} ${number % 140}, ${10_000 + (number % 900)} Neuhafen`,
          earliest: number % 3 === 0 ? '09:00' : null,
          latest: number % 3 === 0 ? '12:00' : null,
          packageCount: (number % 6) + 1 + (edits.get(index) ?? 0),
          driverId: driver === 0 ? null : `drivers/d${driver}`,
          driverName: driver === 0 ? null : `Driver ${driver}`,
          weight: { amount: (number % 200) / 10, unit: 'kilogram' },
          estimatedArrivalAt: 1_781_503_200_000 + (number % 480) * 60_000,
        };
      };
      handlers.set(given.channel, async (event, group, name, argument, ...rest) => {
        if (group !== 'stops' || name !== 'list') return ordinary(event, group, name, argument, ...rest);
        const { cursor: begin, known } = argument as { cursor: string | null; known?: string };
        const from = Number(begin ?? 0);
        const next = Math.min(from + given.size, given.count);
        const cursor = next < given.count ? String(next) : null;
        const edited = [...edits].filter(([index]) => index >= from && index < next).join(';');
        const page = {
          asOf: 1,
          refreshing: false,
          cursor,
          total: given.count,
          digest: `${from} of ${given.count} ${edited}`,
        };
        if (known === page.digest) return { ok: true, value: { ...page, rows: [] } };
        const rows = Array.from({ length: next - from }, (_, index) => row(from + index));
        return { ok: true, value: { ...page, rows } };
      });
    },
    { channel: channels.call, count, size, names, streets, template: stopRow('template') },
  );
}

/** Adds a package to a stop, and tells the window that stops have changed, as main does after an edit. */
export async function editOne(electron: ElectronApplication, index: number): Promise<void> {
  await electron.evaluate(
    ({ BrowserWindow }, { channel, at }) => {
      const { edits } = globalThis as { edits?: Map<number, number> };
      edits?.set(at, (edits.get(at) ?? 0) + 1);
      BrowserWindow.getAllWindows()[0]?.webContents.send(channel, 'changed', { what: ['stops'], planId: null });
    },
    { channel: channels.push, at: index },
  );
}
