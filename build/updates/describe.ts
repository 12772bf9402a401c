/** The description of an update as those who release ask for it, compared with what the apps take. */
import { updateDescription, type UpdateDescription } from '../../src/main/updates/description.ts';

/** As the command line says it. */
export interface Asked {
  channel: string;
  number: string;
  version: string;
  /** How long it is taken. */
  days: string;
  /** Percent of computers. */
  share: string;
  downgrade: boolean;
}

/** An installer in dist/. */
export interface InstallerFile {
  name: string;
  bytes: number;
  /** Base64. */
  sha512: string;
}

/** How the names of installers say their version: `depot-desk_0.2.0_amd64.deb`, `depot-desk-0.2.0-1.x86_64.rpm`. */
const kinds = [
  { end: '.deb', installer: 'linux-x64-deb', around: '_' },
  { end: '.rpm', installer: 'linux-x64-rpm', around: '-' },
] as const;
const kindOf = (name: string) => kinds.find(({ end }) => name.endsWith(end));

const dayMilliseconds = 86_400_000;
/** So that an end far away is a mistake that is named, and no error of the calendar. */
const mostDays = 3_650;

/** @returns NaN for everything but digits, also for nothing, which `Number` takes for 0 */
const whole = (text: string): number => (/^\d+$/.test(text) ? Number(text) : NaN);

/** @returns why no release may offer the file; undefined: it may */
function amissWith(name: string, version: string): string | undefined {
  const kind = kindOf(name);
  if (kind === undefined) return `no kind of installer is known for ${name}`;
  if (name.includes('test-build')) return `${name} is a test build, which no computer of an office may get`;
  if (!name.includes(`${kind.around}${version}${kind.around}`)) return `${name} is not of version ${version}`;
  return undefined;
}

/**
 * @param now milliseconds since the epoch
 * @returns the description, or why no app would take it or none should
 */
export function describeUpdate(
  { channel, number, version, days, share, downgrade }: Asked,
  files: readonly InstallerFile[],
  now: number,
): UpdateDescription | { problem: string } {
  const ends = whole(days);
  if (!(ends >= 1 && ends <= mostDays)) return { problem: `--days is a number from 1 to ${mostDays}, and not ${days}` };
  const problem = files.map(({ name }) => amissWith(name, version)).find((found) => found !== undefined);
  if (problem !== undefined) return { problem };
  const described = updateDescription.safeParse({
    product: 'depot-desk',
    channel,
    number: whole(number),
    version,
    until: new Date(now + ends * dayMilliseconds).toISOString(),
    share: whole(share),
    isDowngrade: downgrade,
    files: files.map((file) => ({ installer: kindOf(file.name)?.installer, ...file })),
  });
  if (described.success) return described.data;
  const said = described.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  return { problem: `no app would take this description: ${said.join('; ')}` };
}
