/**
 * The number of typos between two words: insertions, deletions, substitutions and transpositions of neighbours, which
 * count as one (optimal string alignment).
 * @param most stops counting above this
 * @returns the number of typos, or `most + 1` if there are more
 */
export function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  const width = other.length + 1;
  let earlier = new Uint16Array(width);
  let before = new Uint16Array(width);
  let current = new Uint16Array(width);
  for (let column = 0; column < width; column += 1) before[column] = column;
  for (let row = 1; row <= one.length; row += 1) {
    current[0] = row;
    let least = row;
    for (let column = 1; column < width; column += 1) {
      const same = one[row - 1] === other[column - 1];
      let best = Math.min(
        (before[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (before[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (swapped) best = Math.min(best, (earlier[column - 2] ?? 0) + 1);
      current[column] = best;
      least = Math.min(least, best);
    }
    if (least > most) return most + 1;
    [earlier, before, current] = [before, current, earlier];
  }
  return Math.min(before[other.length] ?? 0, most + 1);
}
