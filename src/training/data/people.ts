/** Invented people and shops. Phone numbers and mail addresses are from ranges reserved for fiction and examples. */
import type { Dice } from './dice.ts';

const firstNames = [
  'Anna', 'Björn', 'Chloé', 'Dagmar', 'Edouard', 'Friederike', 'Giulia', 'Håkon', 'Ilse', 'Jürgen', 'Karolína', 'Liam',
  'Małgorzata', 'Nils', 'Ólafur', 'Petra', 'Quentin', 'Renée', 'Søren', 'Theresa', 'Uwe', 'Václav', 'Wiebke', 'Xaver',
  'Yvonne', 'Zoë', 'André', 'Beatriz', 'Ciarán', 'Désirée', 'Elif', 'François', 'Grażyna', 'Henrike', 'İpek', 'João',
  'Katharina', 'Lukáš', 'Maëlle', 'Nuño',
] as const; // prettier-ignore

const lastNames = [
  'Müller', 'Schröder', 'Lefèvre', 'Østergaard', 'Kowalczyk', 'García', 'van der Velde', 'O’Sullivan', 'Novák', 'Åkesson',
  'Weiß', 'Dąbrowski', 'Conti', 'Grünwald', 'Hansen', 'Jäger', 'König', 'Lindqvist', 'Meißner', 'Nyström', 'Öztürk',
  'Pereira', 'Richter', 'Šimek', 'Thompson', 'Ünal', 'Vogel', 'Wójcik', 'Zöllner', 'Brückner', 'Castañeda', 'D’Angelo',
] as const; // prettier-ignore

/** Companies that receive deliveries. */
const companies = [
  'Bäckerei Sonntag', 'Café Mövenpick am Teich', 'Praxis Dr. Özdemir', 'Gärtnerei Grünkraut', 'Weinhandlung Bœuf & Fils',
  'Kita Löwenzahn', 'Apotheke am Markt', 'Fahrrad Kranich', 'Hotel Zum Goldenen Anker', 'Schreinerei Holzwurm',
] as const; // prettier-ignore

/** Shops that sell through the depot. */
export const sellers = [
  { name: 'Kräuter & Korn', website: 'https://kraeuter-und-korn.example' },
  { name: 'Papier Zwölf', website: 'https://papier-zwoelf.example' },
  { name: 'Maison Bleue', website: 'https://maison-bleue.example' },
  { name: 'Nordlicht Lampen', website: 'https://nordlicht.example' },
] as const;

export const products = [
  'Coffee beans 1 kg', 'Tea selection', 'Notebook A5', 'Desk lamp', 'Olive oil 3 l', 'Candle set', 'Wool blanket',
  'Wine case (6)', 'Flower box', 'Ceramic bowl', 'Bread baking set', 'Garden gloves',
] as const; // prettier-ignore

export interface Person {
  name: string;
  email: string | null;
  phone: string | null;
}

/** The part of a mail address before the @. */
const mailName = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('ı', 'i')
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^a-z]+/g, '.');

/** A private person, or sometimes a company. */
export function person(dice: Dice): Person {
  const name = `${dice.pick(firstNames)} ${dice.pick(lastNames)}`;
  const phone = dice.chance(0.85)
    ? `+49 ${dice.pick(['30 23125', '40 66969'])}${String(dice.whole(0, 999)).padStart(3, '0')}`
    : null;
  const email = dice.chance(0.6) ? `${mailName(name)}@mail.example` : null;
  return { name: dice.chance(0.08) ? dice.pick(companies) : name, email, phone };
}
