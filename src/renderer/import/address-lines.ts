/** The lines of an address: its street with the house number, and what else is needed to find the door. */

/** A house number alone: `4`, `12 bis`, `3-5`, `n° 5`. */
const house = /^(?:n(?:[º°.]|o\.?|r\.?)? ?)?\d{1,4} ?(?:[a-z]|bis|ter)?(?: ?[-/] ?\d{1,4} ?[a-z]?)?$/i;

/** What leads to the door inside a house: `2. OG`, `Flat 2`, `c/o Kern`. */
const inside = [
  /^(?:apt|apartment|flat|unit|suite|ste|room|floor|wohnung|whg|etage|étage|og|eg|hinterhaus|hof|stiege|top)\b/iu,
  /^(?:bte|boîte|boite|bus|box|bât|bat|bâtiment|batiment|appt?|appartement|piso|planta|puerta|interno|scala|int)\b/iu,
  /^(?:m|lok|lokal)[. ] ?\d|^(?:c\/o|z\. ?h|#)|^\d{1,2} ?[ºª°]/iu,
  /^\d{1,2}(?:st|nd|rd|th|er|e|ème|\.)? ?(?:og|stock|stockwerk|etage|étage|floor|piso)\b/iu,
];
const isInside = (part: string) => inside.some((form) => form.test(part));

/**
 * The two lines of an address.
 *
 * @param parts what is before the place, in its order
 * @returns null: there is no street
 */
export function linesOf(parts: readonly string[]): { addressLineOne: string; addressLineTwo: string } | null {
  const lines: string[] = [];
  for (const part of parts) {
    const before = lines.at(-1);
    // `Calle Mayor, 5` and `12, rue des Fleurs` have a comma beside the house number.
    const isOfBefore = before !== undefined && (house.test(before) || (house.test(part) && !/\d/.test(before)));
    if (isOfBefore) lines.splice(-1, 1, `${before} ${part}`);
    else lines.push(part);
  }
  const named = lines.filter((line) => /\p{L}/u.test(line));
  // The street is what has a house number; a name or the back yard may stand before it.
  const street = named.find((line) => /\d/.test(line) && !isInside(line)) ?? named[0];
  if (street === undefined) return null;
  const at = lines.indexOf(street);
  return { addressLineOne: street, addressLineTwo: lines.filter((_line, index) => index !== at).join(', ') };
}
