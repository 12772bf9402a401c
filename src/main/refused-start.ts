/** Starts that end with a message before anything is opened. */
import { app, dialog } from 'electron';
import { describeError } from './log.ts';
import { type PlainKey, t } from '../messages/index.ts';
import type { PlaceTrouble } from './profile-place.ts';

const placeTitles = {
  network: 'desktop.placeNetwork',
  roaming: 'desktop.placeRoaming',
} as const satisfies Record<PlaceTrouble, PlainKey>;

function refuse(title: string, detail: string): void {
  void app.whenReady().then(() => {
    dialog.showErrorBox(title, detail);
    app.exit(1);
  });
}

/** Says where its data cannot be kept, and ends before anything is written there. */
export const refusePlace = (what: PlaceTrouble): void =>
  refuse(t(placeTitles[what]), t('desktop.placeDetail', { folder: app.getPath('userData') }));

/** Ends before a library is loaded that is not the one that the app was built with. */
export function refuseAltered(): void {
  process.stderr.write('Depot Desk: files beside the archive are missing or altered\n');
  refuse(t('desktop.altered'), t('desktop.alteredDetail'));
}

/** Ends because of switches that act before any code of the app runs. @param names without their dashes */
export function refuseEarlySwitches(names: readonly string[]): void {
  const switches = names.map((name) => `--${name}`).join(' ');
  process.stderr.write(`Depot Desk: does not start with ${switches}\n`);
  refuse(t('desktop.switches'), t('desktop.switchesDetail', { switches }));
}

/** Ends because the app could not be loaded or opened. */
export function refuseFailed(error: unknown): void {
  process.stderr.write(`Depot Desk: ${describeError(error)}\n`);
  refuse(t('desktop.startFailed'), t('desktop.startFailedDetail'));
}
