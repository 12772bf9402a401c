/** Addresses that a file has in one cell: those that are split, and those that wait for a person. */
import { describe, expect, it } from 'vitest';
import { emptyItemFields, type RecordField } from '../../../../src/renderer/import/fields.ts';
import { checkedItem, itemsOf, problemLine } from '../../../../src/renderer/import/group.ts';
import { mayHoldPlace, splitAddress, withSplitAddress } from '../../../../src/renderer/import/whole-address.ts';
import { stopSheet } from '../../../../src/renderer/stops/import/stop-sheet.ts';
import { standInNow } from '../../../fixtures/backend-stand-in.ts';

/** The parts in the order of a form, without those that are empty. */
const parts = (text: string): string | null => {
  const split = splitAddress(text);
  if (split === null) return null;
  const { addressLineOne, addressLineTwo, zip, city, state, country } = split;
  return [addressLineOne, addressLineTwo, zip, city, state, country].map((part) => part || '-').join(' | ');
};

describe('an address in one cell', () => {
  it.each<[string, string]>([
    // Germany, Austria, Switzerland
    ['Lindenweg 4, 01067 Aldermünde', 'Lindenweg 4 | - | 01067 | Aldermünde | - | -'],
    ['Lindenweg 4\n01067 Aldermünde\nGermany', 'Lindenweg 4 | - | 01067 | Aldermünde | - | Germany'],
    ['Lindenweg 4; D-01067 Aldermünde', 'Lindenweg 4 | - | 01067 | Aldermünde | - | DE'],
    ['Lindenweg 4, D 01067 Aldermünde, DE', 'Lindenweg 4 | - | 01067 | Aldermünde | - | DE'],
    ['Lindenweg 4 01067 Aldermünde', 'Lindenweg 4 | - | 01067 | Aldermünde | - | -'],
    ['Lindenweg 4 - 01067 Aldermünde', 'Lindenweg 4 | - | 01067 | Aldermünde | - | -'],
    ['Lindenweg 4, 01067, Aldermünde', 'Lindenweg 4 | - | 01067 | Aldermünde | - | -'],
    ['Lindenweg 4,Aldermünde,01067', 'Lindenweg 4 | - | 01067 | Aldermünde | - | -'],
    ['Lindenweg 4, 01067 Aldermünde Deutschland', 'Lindenweg 4 | - | 01067 | Aldermünde | - | Deutschland'],
    ['Am Main 2, 2. OG, 60311 Frankfurt am Main', 'Am Main 2 | 2. OG | 60311 | Frankfurt am Main | - | -'],
    ['Mia Kern, Lindenweg 4, 01067 Aldermünde', 'Lindenweg 4 | Mia Kern | 01067 | Aldermünde | - | -'],
    ['Postfach 12345, 41731 Aldermünde', 'Postfach 12345 | - | 41731 | Aldermünde | - | -'],
    ['Ring 3/2/14, A-1010 Wien', 'Ring 3/2/14 | - | 1010 | Wien | - | AT'],
    ['Bahnhofstrasse 3, CH-8001 Zürich', 'Bahnhofstrasse 3 | - | 8001 | Zürich | - | CH'],
    ['Seestrasse 14 8001 Zürich, Schweiz', 'Seestrasse 14 | - | 8001 | Zürich | - | Schweiz'],
    ['Marktgasse 2, 9000 ST GALLEN, Schweiz', 'Marktgasse 2 | - | 9000 | ST GALLEN | - | Schweiz'],
    // France, Belgium, the Netherlands
    ['12, rue des Fleurs, 75011 Paris, France', '12 rue des Fleurs | - | 75011 | Paris | - | France'],
    ['3 bis avenue du Lac 69003 Lyon', '3 bis avenue du Lac | - | 69003 | Lyon | - | -'],
    ['1 quai du Port, 13002 Marseille Cedex 02', '1 quai du Port | - | 13002 | Marseille Cedex 02 | - | -'],
    ['Rue de la Loi 16, 1000 Bruxelles, Belgique', 'Rue de la Loi 16 | - | 1000 | Bruxelles | - | Belgique'],
    ['Wetstraat 16, bus 4, 1000 Brussel', 'Wetstraat 16 | bus 4 | 1000 | Brussel | - | -'],
    ['Prinsengracht 263, 1016 GV Amsterdam', 'Prinsengracht 263 | - | 1016 GV | Amsterdam | - | -'],
    ['Prinsengracht 263 1016GV Amsterdam', 'Prinsengracht 263 | - | 1016GV | Amsterdam | - | -'],
    ['Prinsengracht 263, 1016 GV AMSTERDAM, NL', 'Prinsengracht 263 | - | 1016 GV | AMSTERDAM | - | NL'],
    ['Prinsengracht 263, Amsterdam, 1016 GV', 'Prinsengracht 263 | - | 1016 GV | Amsterdam | - | -'],
    // Spain, Italy, Poland
    ['Calle Mayor, 5, 28013 Madrid, España', 'Calle Mayor 5 | - | 28013 | Madrid | - | España'],
    ['Calle Mayor 5, 2º B, 28013 Madrid', 'Calle Mayor 5 | 2º B | 28013 | Madrid | - | -'],
    ['Via Roma 1, 20121 Milano (MI), Italia', 'Via Roma 1 | - | 20121 | Milano | MI | Italia'],
    ['Via Roma 1, 20121 Milano MI', 'Via Roma 1 | - | 20121 | Milano | MI | -'],
    ['Via Roma, 1, 20121 Milano, MI', 'Via Roma 1 | - | 20121 | Milano | MI | -'],
    ['ul. Długa 4/6, 00-238 Warszawa, Polska', 'ul. Długa 4/6 | - | 00-238 | Warszawa | - | Polska'],
    // Great Britain, United States
    ['12 High Street, London SW1A 1AA', '12 High Street | - | SW1A 1AA | London | - | -'],
    ['12 High Street, London, SW1A1AA, UK', '12 High Street | - | SW1A1AA | London | - | UK'],
    ['12 High Street, London SW1A 1AA United Kingdom', '12 High Street | - | SW1A 1AA | London | - | United Kingdom'],
    ['Flat 2, 12 High Street, London SW1A 1AA', '12 High Street | Flat 2 | SW1A 1AA | London | - | -'],
    ['12 High St, Bath, Somerset, BA1 1AA', '12 High St | - | BA1 1AA | Bath | Somerset | -'],
    ['12 High St, Reading, Berkshire RG1 1AA', '12 High St | - | RG1 1AA | Reading | Berkshire | -'],
    ['1234 Elm St, Springfield, IL 62704', '1234 Elm St | - | 62704 | Springfield | IL | -'],
    ['1 Elm St, Apt 5, Springfield, IL 62704-1234, USA', '1 Elm St | Apt 5 | 62704-1234 | Springfield | IL | USA'],
    ['1234 Elm St, Springfield IL 62704', '1234 Elm St | - | 62704 | Springfield | IL | -'],
    ['1234 Elm St, Springfield, IL, 62704', '1234 Elm St | - | 62704 | Springfield | IL | -'],
  ])('is split: %s', (text, expected) => {
    expect(parts(text)).toBe(expected);
  });

  it.each([
    ['a street alone', 'Lindenweg 4'],
    ['a place alone', '01067 Aldermünde'],
    ['a postcode without a town', 'Lindenweg 4, 01067'],
    ['a town without a postcode', 'Lindenweg 4, Aldermünde'],
    ['a number that may be the house', 'Rue de la Loi 1000 Bruxelles'],
    ['a number between commas that may be the house', 'Calle Mayor, 1010, Madrid'],
    ['a house and its street at the end', 'Paris, 1200 Avenue Foch'],
    ['a region behind the town', '41731 Aldermünde, Nordfeld'],
    ['a region between town and postcode', 'Am Ring 3, Bautzen, Sachsen, 02625'],
    ['two places', 'Lindenweg 4, 01067 Aldermünde, 20095 Hamburg'],
    ['a town in capitals that may begin with the letters of a postcode', 'Marktgasse 2, 9000 ST GALLEN'],
    ['a postcode that lost its zero', 'Lindenweg 4, 1067 Dresden, Germany'],
    ['letters of another country', 'Lindenweg 4, D-01067 Dresden, Austria'],
    ['letters that name no country', 'Lindenweg 4, XYZ-01067 Dresden'],
    ['a street and a town without a comma', '1234 Elm St Springfield IL 62704'],
    ['a state of another country', '1234 Elm St, Springfield, IL 62704, Germany'],
    ['a county where the town should be', '12 High Street, Somerset BA1 1AA'],
    ['a district in figures', '4 rue X, 75008 Paris 8e'],
    ['a telephone number', 'Lindenweg 4, Tel. 0351 123456'],
    ['too many parts', 'a 1, b, c, d, e, f, g, h, 01067 Aldermünde'],
    ['a text of 301 letters', `Lindenweg 4, ${'x'.repeat(270)}, 01067 Aldermünde`],
    ['nothing', ''],
  ])('is not split: %s', (_what, text) => {
    expect(parts(text)).toBeNull();
  });

  it('may have 300 letters', () => {
    const text = `Lindenweg 4, ${'x'.repeat(269)}, 01067 Aldermünde`;
    expect([text.length, parts(text)?.endsWith('01067 | Aldermünde | - | -')]).toEqual([300, true]);
  });
});

it.each<[string, boolean]>([
  ['Lindenweg 4, 01067 Aldermünde', true],
  ['1234 Elm St Springfield IL 62704', true],
  ['12 High Street London SW1A 1AA', true],
  ['Am Ring 3, Bautzen, Sachsen, 02625', true],
  ['Rathausplatz 1, 1067 Dresden, Germany', true],
  ['Lindenweg 4', false],
  ['Avenida Corrientes 1234', false],
  ['12345 Main Street', false],
  ['Hof, 2. Stock, links', false],
])('%s may hold a postcode and a town: %s', (text, expected) => {
  expect(mayHoldPlace(text)).toBe(expected);
});

describe('a row with such an address', () => {
  const fields = (some: Partial<Record<RecordField, string>>) => ({ ...emptyItemFields(), ...some });
  const whole = 'Lindenweg 4, Hof, 01067 Aldermünde, Germany';

  it('keeps what other columns say', () => {
    const said = { addressLineOne: whole, addressLineTwo: 'left', country: 'DE', state: 'SN' };
    expect(withSplitAddress(fields(said))).toMatchObject({
      ...{ addressLineOne: 'Lindenweg 4', addressLineTwo: 'Hof, left', zip: '01067', city: 'Aldermünde' },
      ...{ state: 'SN', country: 'DE' },
    });
    for (const country of ['Germany', 'GERMANY', 'Deutschland', 'DEU', ''])
      expect(withSplitAddress(fields({ addressLineOne: whole, country }))).not.toBeNull();
  });

  it('waits where another column contradicts it', () => {
    for (const country of ['AT', 'Austria', 'somewhere'])
      expect(withSplitAddress(fields({ addressLineOne: whole, country }))).toBeNull();
    const american = '1234 Elm St, Springfield, IL 62704';
    expect(withSplitAddress(fields({ addressLineOne: american, state: 'MO' }))).toBeNull();
    expect(withSplitAddress(fields({ addressLineOne: american, state: 'il' }))?.state).toBe('il');
  });

  it('waits with all of it in the street, until it is corrected', () => {
    const sheet = stopSheet({
      clock: { zone: 'Europe/Berlin', day: null },
      now: standInNow,
      drivers: [],
      properties: [],
    });
    const rows = [
      ['Address', 'House number'],
      ['Lindenweg, 01067 Aldermünde', '4'],
      ['Am Ring 3, Bautzen, Sachsen, 02625', ''],
    ];
    const forms = new Map([[0, 'whole-address' as const]]);
    const items = itemsOf(sheet, rows, ['addressLineOne', 'houseNumber'], { forms });
    expect(items[0]!.fields).toMatchObject({ addressLineOne: 'Lindenweg 4', zip: '01067', city: 'Aldermünde' });
    const [good, waiting] = items.map((item) => checkedItem(sheet, item));
    expect(problemLine(sheet, good!)).toBeNull();
    expect(problemLine(sheet, waiting!)).toBe(
      'Line 3: “Am Ring 3, Bautzen, Sachsen, 02625” cannot be split into street, postcode and city, so all of it is in “Street and number”. Correct the fields.',
    );
    expect(waiting!.fields).toMatchObject({ addressLineOne: 'Am Ring 3, Bautzen, Sachsen, 02625', zip: '', city: '' });
    const typed = { addressLineOne: 'Am Ring 3', zip: '02625', city: 'Bautzen' };
    expect(problemLine(sheet, checkedItem(sheet, items[1]!, typed))).toBeNull();
    // Without the form of its column, or with the other one, nothing is split.
    for (const others of [new Map(), new Map([[0, 'street' as const]])])
      expect(itemsOf(sheet, rows, ['addressLineOne', null], { forms: others })[0]!.fields.zip).toBe('');
  });

  it('of several rows of one record is split in each', () => {
    const sheet = stopSheet({ clock: { zone: 'Europe/Berlin', day: null }, now: 0, drivers: [], properties: [] });
    const rows = [
      ['No', 'Address'],
      ['1', 'Lindenweg 4, 01067 Aldermünde'],
      ['1', 'Am Hafen'],
    ];
    const forms = new Map([[1, 'whole-address' as const]]);
    const [item] = itemsOf(sheet, rows, ['externalId', 'addressLineOne'], { forms });
    expect(item!.problems.rows).toMatch(/^Line 3: “Am Hafen” cannot be split/);
  });
});
