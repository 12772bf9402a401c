// Before the Svelte parser: see there.
import './build/eslint/component-types.ts';
import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';
import { noImportCycle } from './build/eslint/no-import-cycle.ts';
import { whereCodeBelongs } from './build/eslint/where-code-belongs.ts';
import svelteConfig from './svelte.config.js';

/** Time, chance and the network are given, never taken: they make faults repeatable in tests. */
const given = 'is given as a parameter; the real one lives in src/main/system.ts alone.';
const takenGlobals = ['setTimeout', 'setInterval', 'setImmediate', 'fetch'].map((name) => ({
  name,
  message: `${name} ${given}`,
}));
const takenProperties = [
  ['Date', 'now'],
  ['Math', 'random'],
  ['crypto', 'randomUUID'],
  ['crypto', 'getRandomValues'],
  ['globalThis', 'fetch'],
  ['globalThis', 'setTimeout'],
].map(([object, property]) => ({ object, property, message: `${object}.${property} ${given}` }));
const storedJson = {
  object: 'JSON',
  property: 'parse',
  message: 'Stored JSON is parsed with a schema: fromStored in src/main/stored-json.ts.',
};
const takenSyntax = [
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0], CallExpression[callee.name='Date']",
    message: `The present time ${given}`,
  },
];
const takenImports = {
  paths: [
    { name: 'node:timers/promises', message: `A timer ${given}` },
    { name: 'node:timers', message: `A timer ${given}` },
    { name: 'node:crypto', importNames: ['randomUUID', 'randomBytes', 'randomInt'], message: `Chance ${given}` },
  ],
};

const htmlSyntax = [
  {
    selector: 'MemberExpression[property.name=/^(innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe)$/]',
    message: 'Text from outside is shown as text; build elements in a component instead.',
  },
];
const backendSyntax = [
  {
    selector: "MemberExpression[object.name=/^(window|globalThis|self)$/][property.name='backend']",
    message: 'Only renderer/lib/backend.ts reads window.backend; import { backend } from there.',
  },
];

export default ts.config(
  { ignores: ['**/node_modules/', 'out/', 'dist/', '.cache/', 'test-results/', 'test/canary/'] },
  {
    // A rule is changed here, for everybody to see, not in a comment.
    linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' },
  },
  ...ts.configs.strictTypeChecked,
  ...svelte.configs.recommended,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['*.js', 'build/*.mjs'] },
        tsconfigRootDir: process.cwd(),
        extraFileExtensions: ['.svelte'],
      },
    },
    plugins: { 'depot-desk': { rules: { 'no-import-cycle': noImportCycle, 'where-code-belongs': whereCodeBelongs } } },
    rules: {
      'depot-desk/no-import-cycle': 'error',
      'depot-desk/where-code-belongs': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-undef': 'off', // TypeScript knows better
      'no-eval': 'error',
      'no-implied-eval': 'off', // the typed rule below
      'prefer-const': 'error',
      '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': true }],
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-invalid-void-type': 'off', // the contract's calls that answer nothing
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        {
          ignoreRestSiblings: true,
          varsIgnorePattern: '^_',
          argsIgnorePattern: '^_',
          destructuredArrayIgnorePattern: '^_',
        },
      ],
      '@typescript-eslint/no-unnecessary-type-parameters': 'off', // the row type of a query
      '@typescript-eslint/require-await': 'off', // handlers answer promises, whether or not they wait
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true, requireDefaultForNonUnion: false },
      ],
      '@typescript-eslint/unified-signatures': 'off',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: { parser: ts.parser, svelteConfig },
    },
    rules: {
      'svelte/no-at-html-tags': 'error',
      'svelte/no-target-blank': 'error',
      'svelte/button-has-type': 'error',
      'svelte/no-navigation-without-resolve': 'off', // for SvelteKit
      'prefer-const': 'off', // $props() and $state() are declared with let
    },
  },
  {
    files: ['src/**'],
    rules: {
      'max-lines': ['error', { max: 400 }],
      'max-lines-per-function': ['error', { max: 80 }],
    },
  },
  {
    files: ['src/shared/**', 'src/main/**'],
    ignores: ['src/main/system.ts', 'src/main/{index,shell,refused-start}.ts', 'src/main/platform/**'],
    rules: {
      'no-restricted-globals': ['error', ...takenGlobals],
      'no-restricted-properties': ['error', ...takenProperties],
      'no-restricted-syntax': ['error', ...takenSyntax],
      'no-restricted-imports': ['error', takenImports],
    },
  },
  {
    files: ['src/main/**'],
    ignores: [
      'src/main/system.ts',
      'src/main/{index,shell,refused-start}.ts',
      'src/main/platform/**',
      // The doors: stored texts, files, answers, the command line, and the file that a user carries.
      ...['stored-json.ts', 'json-file.ts', 'api/answer.ts', 'api-command/run.ts', 'outbox/transfer-file.ts'].map(
        (file) => `src/main/${file}`,
      ),
    ],
    rules: { 'no-restricted-properties': ['error', ...takenProperties, storedJson] },
  },
  {
    // A handler is async even where it waits for nothing, so that every failure is a rejection.
    files: ['src/main/handlers/**'],
    rules: { '@typescript-eslint/require-await': 'off' },
  },
  {
    // It runs in Chromium's sandbox. Electron's types bring those of Node along.
    files: ['src/preflight/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...takenGlobals,
        ...['Buffer', 'process', 'require', 'global'].map((name) => ({
          name,
          message: `${name} is Node's, and the preflight process has no Node.`,
        })),
      ],
    },
  },
  {
    files: ['src/**'],
    rules: { 'no-console': 'error' },
  },
  {
    files: ['src/renderer/**'],
    rules: { 'no-restricted-syntax': ['error', ...htmlSyntax, ...backendSyntax] },
  },
  {
    files: ['src/renderer/lib/backend.ts'],
    rules: { 'no-restricted-syntax': ['error', ...htmlSyntax] },
  },
  {
    files: ['test/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'vi', property: 'mock', message: 'Own modules are not mocked: give the code a fake that behaves.' },
        { object: 'test', property: 'only', message: 'A committed test.only hides every other test.' },
        { object: 'it', property: 'only', message: 'A committed it.only hides every other test.' },
        { object: 'describe', property: 'only', message: 'A committed describe.only hides every other test.' },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.property.name='waitForTimeout']",
          message: 'Tests do not sleep: wait for the thing itself (expect(…).toBeVisible, expect.poll).',
        },
      ],
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
    ...ts.configs.disableTypeChecked,
  },
  {
    files: ['**/*.cjs'],
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
);
