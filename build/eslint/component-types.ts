/**
 * eslint.config.js imports this before the Svelte parser, which reads the switch once when it is loaded.
 *
 * The parser lints a component as TypeScript that it generates. Without the switch, TypeScript reads the component from
 * disk, sees different text when it is linted, and discards all types of the window, 127 times per run. With it,
 * TypeScript gets the parser's text from the start.
 */
process.env['SVELTE_ESLINT_PARSER_EXPERIMENTAL_TS_SYS_HOOK'] ??= '1';
