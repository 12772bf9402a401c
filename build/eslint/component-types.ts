/**
 * Imported by eslint.config.js before the Svelte parser, which reads this switch once, when it is loaded.
 *
 * The parser lints a component as a TypeScript text that it writes itself. Without the switch TypeScript reads the component
 * from the disk, sees another text as soon as it is linted, and throws away everything it knows about the types of the
 * window, 127 times a run. With it TypeScript is given the parser's text from the start.
 */
process.env['SVELTE_ESLINT_PARSER_EXPERIMENTAL_TS_SYS_HOOK'] ??= '1';
