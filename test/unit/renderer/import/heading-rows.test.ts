/** Headings as shops, shipping tools and address books write them, in seven languages: what each column of stops means. */
import { describe, expect, it } from 'vitest';
import { columnsFor } from '../../../fixtures/columns-for.ts';
import { stopSheet } from '../../../../src/renderer/stops/import/stop-sheet.ts';
import { standInNow } from '../../../fixtures/backend-stand-in.ts';

const sheet = stopSheet({ clock: { zone: 'Europe/Berlin', day: null }, now: standInNow, drivers: [], properties: [] });

const short: Readonly<Record<string, string>> = {
  ...{ no: 'externalId', name: 'recipientName', first: 'firstName', last: 'lastName', company: 'addressName' },
  ...{ street: 'addressLineOne', house: 'houseNumber', second: 'addressLineTwo', zip: 'zip', city: 'city' },
  ...{ place: 'place', state: 'state', country: 'country', phone: 'phone', mail: 'email', notes: 'notes' },
  ...{ count: 'packageCount', weight: 'weightAmount', from: 'earliest', to: 'latest', window: 'window' },
  ...{ driver: 'allowedDrivers', lat: 'latitude', lng: 'longitude', goods: 'products', codes: 'barcodes' },
  ...{ minutes: 'durationMinutes', kind: 'activity', cod: 'paymentAmount', unit: 'weightUnit' },
};

/** Each heading with what it means after the colon; without one, it is not used. */
const rows = [
  // English
  'Order number:no|Name:name|Address:street|Postcode:zip|Town:city|Phone:phone|Email:mail|Notes:notes',
  'Order ID:no|Ship to name:name|Ship to address 1:street|Ship to address 2:second|Ship to city:city|Ship to zip:zip|Ship to country:country',
  'Name:no-|Email:mail|Shipping Name:name|Shipping Street:street|Shipping Address2:second|Shipping Company:company|Shipping City:city|Shipping Zip:zip|Shipping Country:country|Shipping Phone:phone|Billing Name|Billing Street|Billing City',
  'First Name:first|Last Name:last|Street Address:street|City:city|State:state|Zip Code:zip|Country:country|Mobile:phone',
  'recipient.name:name|address.street:street|address.city:city|address.zip:zip|address.country:country',
  'dropoff_name:name|dropoff_address:street|dropoff_city:city|dropoff_postcode:zip|dropoff_phone:phone|pickup_address',
  'Customer:name|Street:street|House number:house|Zip:zip|City:city|Time window:window|Parcels:count|Driver:driver',
  'Reference:no|Recipient:name|Address line 1:street|Address line 2:second|Town:city|Postal code:zip|Earliest:from|Latest:to',
  'Full name:name|Street:street|City:city|Latitude:lat|Longitude:lng|Delivery instructions:notes|Time slot:window',
  'Company:company|Contact:name|Address:street|Zip:zip|City:city|Packages:count|Weight (kg):weight|Products:goods|Barcode:codes',
  // German
  'Bestellnummer:no|Name:name|Straße:street|PLZ:zip|Ort:city|Telefon:phone|E-Mail:mail|Bemerkung:notes',
  'Auftrags-Nr.:no|Empfänger:name|Strasse:street|Hausnummer:house|PLZ:zip|Stadt:city|Zeitfenster:window|Pakete:count|Fahrer:driver',
  'Vorname:first|Nachname:last|Straße und Hausnummer:street|Adresszusatz:second|PLZ/Ort:place|Handy:phone',
  'Kunde:name|Lieferanschrift:street|PLZ:zip|Ort:city|Lieferung ab:from|Lieferung bis:to|Gewicht:weight',
  'Firma:company|Ansprechpartner:name|Straße:street|Nr.:house|PLZ:zip|Ort:city|Land:country|Anzahl Pakete:count',
  'Lieferadresse Name:name|Lieferadresse Straße:street|Lieferadresse PLZ:zip|Lieferadresse Ort:city|Rechnungsadresse Straße|Rechnungsadresse Ort',
  'Belegnummer:no|Kundenname:name|Straße:street|Postleitzahl:zip|Ort:city|Uhrzeit von:from|Uhrzeit bis:to|Lieferhinweis:notes|Artikel:goods|Lieferart',
  'Empfängername:name|Empfängerstraße:street|Empfänger PLZ:zip|Empfänger Ort:city|Absender|Absender Ort',
  'Referenz:no|Name:name|Anschrift:street|PLZ:zip|Wohnort:city|Mobil:phone|Standzeit:minutes|Nachnahme:cod',
  'Zeit von:from|Zeit bis:to|Kunde:name|Straße:street|PLZ:zip|Ort:city|Packstücke:count|Zusteller:driver',
  // French
  'Numéro de commande:no|Nom du destinataire:name|Adresse:street|Code postal:zip|Ville:city|Téléphone:phone',
  'Prénom:first|Nom:last|Rue:street|Code postal:zip|Ville:city|Pays:country|Courriel:mail|Remarques:notes',
  'Client:name|Adresse de livraison:street|CP:zip|Ville:city|Créneau:window|Colis:count|Poids:weight|Chauffeur:driver|Type de livraison',
  'Destinataire:name|Adresse 1:street|Adresse 2:second|Code postal:zip|Commune:city|Portable:phone|Instructions de livraison:notes',
  // Dutch
  'Bestelnummer:no|Naam:name|Straat:street|Huisnummer:house|Toevoeging:second|Postcode:zip|Plaats:city|Telefoon:phone',
  'Voornaam:first|Achternaam:last|Straat en huisnummer:street|Postcode:zip|Woonplaats:city|Tijdvak:window|Opmerking:notes',
  'Klant:name|Adres:street|Postcode:zip|Plaats:city|Land:country|Aantal pakketten:count|Gewicht:weight|Chauffeur:driver',
  'Ontvanger:name|Adresregel 1:street|Postcode:zip|Stad:city|Vanaf:from|Tot:to|E-mailadres:mail|Factuuradres',
  // Spanish
  'Número de pedido:no|Nombre completo:name|Dirección:street|Código postal:zip|Ciudad:city|Teléfono:phone',
  'Destinatario:name|Calle:street|Número:house|CP:zip|Población:city|Provincia:state|País:country|Observaciones:notes',
  'Cliente:name|Dirección de entrega:street|Código postal:zip|Localidad:city|Franja horaria:window|Bultos:count|Peso:weight',
  'Nombre:first|Apellidos:last|Calle y número:street|Código postal:zip|Ciudad:city|Móvil:phone|Correo electrónico:mail',
  // Italian
  'Numero ordine:no|Destinatario:name|Indirizzo:street|CAP:zip|Città:city|Telefono:phone|Note:notes',
  'Nome:first|Cognome:last|Via:street|Numero civico:house|CAP:zip|Comune:city|Provincia:state|Paese:country',
  'Cliente:name|Indirizzo di consegna:street|CAP:zip|Località:city|Fascia oraria:window|Colli:count|Peso:weight|Autista:driver',
  'Ragione sociale:company|Nominativo:name|Indirizzo:street|CAP:zip|Città:city|Cellulare:phone|Indirizzo email:mail',
  // Polish
  'Numer zamówienia:no|Odbiorca:name|Ulica:street|Kod pocztowy:zip|Miasto:city|Telefon:phone',
  'Imię:first|Nazwisko:last|Ulica:street|Nr domu:house|Nr lokalu:second|Kod pocztowy:zip|Miejscowość:city|Uwagi:notes',
  'Imię i nazwisko:name|Adres dostawy:street|Kod pocztowy:zip|Miasto:city|Godziny dostawy:window|Liczba paczek:count|Waga:weight|Kierowca:driver',
  'Klient:name|Ulica i numer:street|Kod pocztowy:zip|Miejscowość:city|Kraj:country|E-mail:mail|Nadawca',
];

const read = (row: string) => {
  const cells = row.split('|').map((cell) => cell.split(':'));
  const headings = cells.map(([heading = '']) => heading);
  const columns = columnsFor(sheet, headings, []);
  return cells.map(([heading, meaning], at) => {
    const isLeft = meaning === undefined || meaning.endsWith('-');
    return { heading, wanted: isLeft ? null : (short[meaning] ?? meaning), found: columns[at] ?? null };
  });
};

const all = rows.flatMap((row) => read(row).map((column) => ({ ...column, row })));

describe('forty heading rows in seven languages', () => {
  it('are as many', () => {
    expect(rows).toHaveLength(40);
  });

  it('assign no column wrongly', () => {
    expect(all.filter(({ wanted, found }) => found !== null && found !== wanted)).toEqual([]);
  });

  it('assign 97 of 100 columns', () => {
    const missed = all.filter(({ wanted, found }) => wanted !== null && found === null);
    expect(missed.length / all.length, JSON.stringify(missed.map(({ heading }) => heading))).toBeLessThanOrEqual(0.03);
  });
});
