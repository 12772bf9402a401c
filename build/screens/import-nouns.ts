/** The import of drivers and stops: those that exist changed by a file, and a file with many faults. */
import { t } from '../../src/messages/index.ts';
import type { DriverRow } from '../../src/shared/drivers.ts';
import { dropFile } from '../../test/support/drop-file.ts';
import { callBackend, goTo, statusBar } from '../../test/support/screens.ts';
import type { Scene } from './stage.ts';

const drivers: Scene = {
  pictures: ['import-drivers-change', 'import-drivers-change-wide'],
  async take(stage) {
    const app = await stage.connected(await stage.service());
    const { window } = app;
    await goTo(window, 'drivers');
    await window
      .getByRole('grid', { name: t('drivers.table') })
      .locator('[role="row"][aria-selected]')
      .first()
      .waitFor();
    const { rows } = await callBackend<{ rows: DriverRow[] }>(window, 'drivers', 'list');
    const [first, second] = rows.filter(({ email }) => email !== null);
    const lines = [
      `Ada Lang-Roth;Ada;${first?.email ?? ''};`,
      `Ben Berg;;${second?.email ?? ''};0171 9999999`,
      'Cla Neu;;cla.neu@example.com;',
    ];
    await dropFile(window, ['Name;Rufname;E-Mail;Handy', ...lines].join('\r\n'), 'fahrer.csv');
    const dialog = window.getByRole('dialog');
    await dialog.getByRole('button', { name: t('driverImport.changeAll') }).click();
    await dialog.locator('[role="row"][aria-selected]').first().click();
    await stage.takeBoth(app, 'import-drivers-change');
  },
};

const address = (house: number) => ({ addressLineOne: `Güterstraße ${house}`, zip: '41742', city: 'Aldermünde' });

const unassigned: Scene = {
  pictures: [
    ...['import-unassigned-change', 'import-unassigned-change-wide'],
    ...['import-faults', 'import-faults-wide'],
  ],
  async take(stage) {
    const app = await stage.connected(await stage.service());
    const { window } = app;
    await window.getByRole('button', { name: t('plans.unassigned') }).click();
    for (const house of [1, 2]) {
      const recipient = { name: `Kundin ${house}`, externalId: `SHOP-${house}` };
      const stop = { address: { ...address(house), country: 'Germany' }, recipient, packageCount: 1 };
      await callBackend(window, 'unassignedStops', 'add', { stop, depot: null, draftId: null });
    }
    await statusBar(window).getByText(t('shell.allSent')).waitFor({ timeout: 60_000 });
    const changes = ['SHOP-1;Kundin 1;Güterstr. 1;41742;Aldermünde;4', 'SHOP-2;Kundin 2;Hafenweg 9;41742;Aldermünde;4'];
    await dropFile(
      window,
      ['Bestellnummer;Empfänger;Straße;PLZ;Ort;Pakete', ...changes].join('\r\n'),
      'blumenhaus.csv',
    );
    const dialog = window.getByRole('dialog');
    const rows = dialog.locator('[role="row"][aria-selected]');
    await dialog.getByRole('button', { name: t('unassignedImport.changeAll') }).click();
    await rows.first().click();
    await stage.takeBoth(app, 'import-unassigned-change');
    await window.keyboard.press('Escape');
    await window.keyboard.press('Escape');

    const faults = [
      'Lieferliste Blumenhaus;;;;;;;',
      '',
      'Bestellnummer;Empfänger;Straße;PLZ;Ort;Pakete;Zeitfenster;Farbe',
      'F-1;Anna Berger;Lindenallee 1;41731;Aldermünde;1;9-12;rot',
      'F-2;Ben Lang;;;;1;9-12;blau',
      'F-3;Cla Roth;Lindenallee 3;41731;Aldermünde;zwei;9-12;gelb',
      'F-4;Dan Berg;Lindenallee 4;41731;Aldermünde;1;irgendwann;rot',
      'F-5;Eva Kern;Lindenallee 5',
      'F-6;"Fay Lang;Lindenallee 6;41731;Aldermünde;1;;',
      'F-7;Gil Roth;Lindenallee 7;41731;Aldermünde;1;;',
    ];
    await dropFile(window, faults.join('\r\n'), 'lieferliste.csv');
    await rows.nth(2).waitFor();
    await rows.nth(2).click();
    await stage.takeBoth(app, 'import-faults');
  },
};

export const importNounScenes: readonly Scene[] = [drivers, unassigned];
