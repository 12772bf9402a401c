/** Parses the command line. Invalid arguments are rejected with a message before anything else happens. */
import { parseArgs } from 'node:util';
import { versions, type Version } from '../../shared/endpoints.ts';
import { operations, type Operation } from './operations.ts';

export interface Command {
  operation: Operation;
  /** Bare id segments by the table's names. */
  path: Record<string, string>;
  query: Record<string, string>;
  json: boolean;
  all: boolean;
  yes: boolean;
  keyStdin: boolean;
  basic: boolean;
  address: string | null;
  /** A file with certificates in PEM format. */
  authority: string | null;
  /** A file with JSON; `-`: standard input. */
  body: string | null;
  /** The app's folder. */
  profile: string | null;
  version: Version | null;
}

export type Read = { command: Command } | { problem: string } | { help: string | null };

const switches = ['json', 'all', 'yes', 'key-stdin', 'basic', 'help'] as const;
const values = ['address', 'authority', 'body', 'profile', 'service-version'] as const;

/** Options that people might try for a key. Every program on the computer can see the command line. */
const keyOption =
  /^--?(?:(?:api|planning|orders|access|auth)[-_]?)?(?:key|token|secret|password|authorization|bearer)(?:=|$)/i;

/** @param args the arguments after the program's name */
export function readArguments(args: readonly string[]): Read {
  if (args.some((argument) => keyOption.test(argument) || /^(?:bearer|basic)\s/i.test(argument))) {
    return {
      problem:
        'A key is never given as an argument: other programs can see it there. Leave it out to use the one in the ' +
        'keychain, or write it to standard input with --key-stdin.',
    };
  }
  const [noun = '', verb = ''] = args;
  if (noun === '' || noun === '--help' || noun === '-h' || noun === 'help') return { help: null };
  const ofNoun = operations.filter((each) => each.noun === noun);
  if (ofNoun.length === 0) return { problem: `There is nothing called "${noun}". See: help` };
  if (verb === '--help' || verb === '-h') return { help: noun };
  const operation = ofNoun.find((each) => each.verb === verb);
  if (operation === undefined) {
    return { problem: `"${noun}" can: ${ofNoun.map((each) => each.verb).join(', ')}.` };
  }
  return readOptions(operation, args.slice(2));
}

function readOptions(operation: Operation, args: readonly string[]): Read {
  const own = [...operation.ids, ...operation.parameters].map(({ option }) => option);
  let parsed: { values: Record<string, string | boolean | undefined>; positionals: string[] };
  try {
    parsed = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        ...Object.fromEntries([...own, ...values].map((name) => [name, { type: 'string' as const }])),
        ...Object.fromEntries(switches.map((name) => [name, { type: 'boolean' as const }])),
      },
    });
  } catch (error) {
    return { problem: error instanceof Error ? (error.message.split('. ')[0] ?? '') : 'not understood' };
  }
  const given = parsed.values;
  if (given['help'] === true) return { help: operation.noun };
  const text = (name: string) => {
    const value = given[name];
    return typeof value === 'string' ? value : null;
  };

  const path = readIds(operation, parsed.positionals, text);
  if ('problem' in path) return path;
  const version = text('service-version');
  if (version !== null && !isVersion(version))
    return { problem: `--service-version is one of: ${versions.join(', ')}` };
  if (given['all'] === true && !operation.isList) return { problem: '--all is for lists.' };
  if (text('body') !== null && operation.endpoint.request === undefined)
    return { problem: `"${operation.noun} ${operation.verb}" takes no --body.` };
  if (text('body') === '-' && given['key-stdin'] === true)
    return { problem: 'Standard input can bring the key or the body, not both: put the body into a file.' };
  const query = operation.parameters.flatMap(({ name, option }) => {
    const value = text(option);
    return value === null ? [] : [[name, value] as const];
  });
  return {
    command: {
      operation,
      path: path.ids,
      query: Object.fromEntries(query),
      json: given['json'] === true,
      all: given['all'] === true,
      yes: given['yes'] === true,
      keyStdin: given['key-stdin'] === true,
      basic: given['basic'] === true,
      address: text('address'),
      authority: text('authority'),
      body: text('body'),
      profile: text('profile'),
      version,
    },
  };
}

const isVersion = (value: string): value is Version => versions.some((known) => known === value);

/** Accepts ids as options (`--plan p1`), the last one bare, or in the service's full form (`plans/p1/stops/s1`). */
function readIds(
  { ids, noun, verb }: Operation,
  positionals: readonly string[],
  text: (name: string) => string | null,
): { ids: Record<string, string> } | { problem: string } {
  if (positionals.length > 1) return { problem: `One id is expected, not ${positionals.length}.` };
  const found: Record<string, string> = {};
  const put = (whole: string, last: number) => {
    // `plans/p1/stops/s1`: every second segment is an id, the last one is the record's own.
    const segments = whole.includes('/') ? whole.split('/').filter((_part, index) => index % 2 === 1) : [whole];
    segments.reverse().forEach((segment, back) => {
      const name = ids[last - back]?.name;
      if (name !== undefined) found[name] ??= segment;
    });
  };
  const [positional] = positionals;
  if (positional !== undefined) {
    if (ids.length === 0) return { problem: `"${noun} ${verb}" takes no id.` };
    put(positional, ids.length - 1);
  }
  ids.forEach(({ option }, index) => {
    const value = text(option);
    if (value !== null) put(value, index);
  });
  const missing = ids.find(({ name }) => found[name] === undefined);
  return missing === undefined ? { ids: found } : { problem: `Which ${missing.option}? Give --${missing.option} ID.` };
}
