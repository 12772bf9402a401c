type Fields = Record<string, unknown>;

/**
 * What an edit sends: the fields whose value changed, and their values before the edit.
 *
 * @param was all fields before the edit, in the form they are sent; same names as `is`
 */
export function changedFields(was: Fields, is: Fields): { change: Fields; base: Fields } {
  const names = Object.keys(is).filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]));
  const pick = (from: Fields) => Object.fromEntries(names.map((name) => [name, from[name]]));
  return { change: pick(is), base: pick(was) };
}
