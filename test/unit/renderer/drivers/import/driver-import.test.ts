/** Drivers of a file: their columns, what is wrong with a row, and who is there already. */
import { describe, expect, it, vi } from 'vitest';
import { depotZones } from '../../../../../src/renderer/lib/depot-zones.svelte.ts';
import { readSheetRows } from '../../../../../src/renderer/lib/sheet/read-sheet.ts';
import { driverNoun } from '../../../../../src/renderer/drivers/import/driver-noun.ts';
import { columnsFor } from '../../../../fixtures/columns-for.ts';
import { SheetImport } from '../../../../../src/renderer/import/sheet-import.svelte.ts';
import { importDesk } from '../../import/import-desk.ts';

const desk = importDesk();

async function opened(...lines: string[]): Promise<SheetImport> {
  const { rows } = await desk.main.handlers.depots.list();
  depotZones.rows = rows;
  const work = new SheetImport(driverNoun(), async (file, choices) =>
    readSheetRows(new Uint8Array(await file.arrayBuffer()), choices),
  );
  desk.works.push(work);
  await work.read(new Blob([lines.join('\n')]), 'drivers.csv');
  return work;
}

const problems = (work: SheetImport) => work.all.map(({ problem, duplicate }) => problem ?? duplicate);

describe('headings of drivers', () => {
  it.each([
    ['Name;Email;Phone;Depot', ['recipientName', 'email', 'phone', 'depots']],
    ['Fahrer;E-Mail;Handy;Niederlassung', ['recipientName', 'email', 'phone', 'depots']],
    ['First name;Last name;Mobile;Nickname', ['firstName', 'lastName', 'phone', 'displayName']],
    ['Vorname;Nachname;E-Mail-Adresse;Mobilnummer', ['firstName', 'lastName', 'email', 'phone']],
    ['Chauffeur;Courriel;Portable;Dépôt', ['recipientName', 'email', 'phone', 'depots']],
    ['Kierowca;Adres e-mail;Telefon;Adres', ['recipientName', 'email', 'phone', null]],
  ])('are known: %s', (headings, columns) => {
    expect(columnsFor(driverNoun(), headings.split(';'), [])).toEqual(columns);
  });
});

describe('a driver of a file', () => {
  it('needs an email or a phone, and depots that exist', async () => {
    const work = await opened(
      'Name;Email;Phone;Depot',
      'Gil Roth;gil@example.com;;north DEPOT',
      'Ben Lang;;;',
      'Cla Berg;cla@;;',
      'Dan Roth;;0151 5550199;Nowhere',
    );
    expect(problems(work)).toEqual([
      null,
      'Email: Enter an email address or a phone number.',
      expect.stringMatching(/^Email: /),
      'Depots: No depot is called Nowhere. Depots: North depot',
    ]);
  });

  it('is skipped when its email or phone is that of another driver', async () => {
    const { rows } = await desk.main.handlers.drivers.list();
    const known = rows.find(({ email }) => email !== null)!;
    const work = await opened(
      'Name;Email;Phone',
      `Somebody;${known.email!.toUpperCase()};`,
      'Eva;;+49 151 5550777',
      'Eva Again;;0151 5550777',
      'Fay;fay@example.com;',
    );
    expect(problems(work)).toEqual([
      `A driver with this email or phone exists: ${known.name}`,
      null,
      'Same email or phone as line 3',
      null,
    ]);
    expect(work.leftOut.map(({ item }) => item.lines[0])).toEqual([2, 4]);
  });

  it('is saved with the ids of its depots', async () => {
    const add = vi
      .spyOn(desk.main.handlers.drivers, 'addMany')
      .mockImplementation(async ({ drivers }) => drivers.length);
    const work = await opened('Vorname;Nachname;E-Mail;Depot', 'Gil;Roth;gil@example.com;North depot');
    expect(await work.save()).toBe(true);
    expect(add.mock.calls[0]?.[0]).toMatchObject({
      drivers: [{ name: 'Gil Roth', email: 'gil@example.com', depots: ['depots/north'] }],
      of: { keys: ['line-2'], last: true },
    });
  });
});
