/** Versions, and ranges of them as the list of advisories writes them: `<7.29.1 || >=8.0.0 <8.10.2`. */

interface Version {
  /** Major, minor and patch. */
  numbers: number[];
  /** The parts after the hyphen of `44.0.0-beta.5`. A version without any is newer than one with some. */
  before: string[];
}

function versionOf(text: string): Version {
  const found = /^(?<numbers>\d+\.\d+\.\d+)(?:-(?<before>[\dA-Za-z.-]+))?(?:\+[\dA-Za-z.-]+)?$/.exec(text)?.groups;
  const numbers = found?.['numbers'];
  if (numbers === undefined) throw new Error(`not a version: ${text}`);
  return { numbers: numbers.split('.').map(Number), before: found?.['before']?.split('.') ?? [] };
}

/** Numbers are compared as numbers and are older than words, as semver.org says. */
function compareParts(one: string, other: string): number {
  const [isNumber, otherIsNumber] = [/^\d+$/.test(one), /^\d+$/.test(other)];
  if (isNumber && otherIsNumber) return Number(one) - Number(other);
  if (isNumber !== otherIsNumber) return isNumber ? -1 : 1;
  return one === other ? 0 : one < other ? -1 : 1;
}

/**
 * @returns less than 0 if the first is older, more than 0 if it is newer
 * @throws Error if one is not a version of three numbers
 */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [versionOf(one), versionOf(other)];
  for (const [index, number] of left.numbers.entries()) {
    const difference = number - (right.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  if (left.before.length === 0 || right.before.length === 0) return right.before.length - left.before.length;
  for (const [index, part] of left.before.entries()) {
    const against = right.before[index];
    const difference = against === undefined ? 1 : compareParts(part, against);
    if (difference !== 0) return difference;
  }
  return left.before.length - right.before.length;
}

const holds: Readonly<Record<string, (order: number) => boolean>> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
  '=': (order) => order === 0,
};

/**
 * @param range alternatives between `||`, each of bounds that must all hold
 * @throws Error if any part is written in another way: a range that cannot be read must not pass as one that is not met
 */
export function inRange(version: string, range: string): boolean {
  const holdsFor = (bound: string) => {
    const found = /^(?<sign>[<>]=?|=)(?<than>.+)$/.exec(bound)?.groups;
    const hold = holds[found?.['sign'] ?? ''];
    if (hold === undefined) throw new Error(`not a range: ${range}`);
    return hold(compareVersions(version, found?.['than'] ?? ''));
  };
  // All bounds are read before any decides.
  const alternatives = range.split('||').map((alternative) => alternative.trim().split(/\s+/).map(holdsFor));
  return alternatives.some((bounds) => bounds.every(Boolean));
}
