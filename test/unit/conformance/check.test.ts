/** The checks of the conformance page detect every mistake, each in a separate row. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { problemsOf, saysTitle } from '../../conformance/check.ts';
import { pagesOf, totalsOf } from '../../conformance/page.ts';
import { draw } from '../../conformance/teeth.ts';
import { outcomesOf } from '../../conformance/tests.ts';
import { endpoints } from '../../../src/shared/endpoints.ts';
import { breaking, none, type Rule } from '../../conformance/row.ts';
import { sections } from '../../conformance/rules/index.ts';

const files = {
  'src/main/client.ts': 'export const call = 1;\nconst hidden = 2;\n',
  'src/training/rule.ts': 'const most = 5;\nconst least = 5;\n',
  'test/flow/rule.test.ts': "it('is kept', () => {});\nit.each([1])('is kept for %s', () => {});\n",
  'src/renderer/Screen.svelte': '',
};

/** Creates a project of a few files. */
function project(): string {
  const folder = mkdtempSync(join(tmpdir(), 'depot-desk-conformance-unit-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

const good: Rule = {
  id: 'rule',
  rule: 'Five at most.',
  from: 'document, Limits',
  client: 'src/main/client.ts call',
  service: 'src/training/rule.ts most',
  test: 'test/flow/rule.test.ts > is kept',
  screen: 'src/renderer/Screen.svelte',
  teeth: breaking('src/training/rule.ts', 'most = 5', 'most = 6'),
};
/** Fields that replace those of a rule. Undefined removes a field. */
type Own = { [Name in keyof Rule]?: Rule[Name] | undefined };
const problems = (own: Own) => problemsOf([{ ...good, ...own } as Rule], {}, project());

describe('a row', () => {
  it('passes if each cell names something that exists or gives a reason', () => {
    expect(problems({})).toEqual([]);
    expect(problems({ screen: none('no screen sends it yet') })).toEqual([]);
    expect(problems({ test: 'test/flow/rule.test.ts > is kept for 1' })).toEqual([]);
  });

  it.each<[string, Own, RegExp]>([
    ['an empty cell', { client: '' }, /cell "client" is empty/],
    ['a reason that says nothing', { screen: none('n/a') }, /says nothing/],
    ['a symbol that is not exported', { client: 'src/main/client.ts hidden' }, /exports no hidden/],
    ['a file of the client that is not there', { client: 'src/main/gone.ts call' }, /exports no call/],
    ['a text that the service does not have', { service: 'src/training/rule.ts gone' }, /does not have "gone"/],
    ['a file that is none of the service', { service: 'src/main/client.ts call' }, /no file of the training/],
    ['a test that is not there', { test: 'test/flow/rule.test.ts > is gone' }, /has no test "is gone"/],
    ['a test file that is not there', { test: 'test/flow/gone.test.ts > is kept' }, /there is no test\/flow\/gone/],
    ['a screen that is not there', { screen: 'src/renderer/Gone.svelte' }, /there is no src\/renderer\/Gone/],
    ['a break that is nowhere', { teeth: breaking('src/training/rule.ts', 'gone', 'x') }, /occurs 0 times/],
    ['a break that is there twice', { teeth: breaking('src/training/rule.ts', '= 5', '= 6') }, /occurs 2 times/],
    ['a break that changes nothing', { teeth: breaking('src/training/rule.ts', 'most', 'most') }, /changes nothing/],
    ['a rule of the service that nothing breaks', { teeth: undefined }, /nothing is known that breaks it/],
    ['an operation that is none', { operation: { name: 'plans.dance', version: 'v1' } }, /there is no operation/],
  ])('is reported for %s', (_what, own, problem) => {
    expect(problems(own).join('\n')).toMatch(problem);
  });

  it('is reported if its id is not unique or an operation has no row', () => {
    expect(problemsOf([good, good], {}, project()).join('\n')).toContain('two rows have this id');
    const missing = problemsOf([good], { 'plans.list': endpoints['plans.list'] }, project());
    expect(missing).toEqual(['the operation plans.list v1 has no row', 'the operation plans.list v0.2b has no row']);
  });
});

describe('a report', () => {
  it('maps each test by file and groups to its outcome, and lists files that did not load', () => {
    const test = (title: string, status: string) => ({ ancestorTitles: ['group'], title, status });
    const { statuses, broken } = outcomesOf(
      {
        testResults: [
          {
            name: '/here/test/a.test.ts',
            message: '',
            assertionResults: [test('one', 'passed'), test('two', 'failed')],
          },
          { name: '/here/test/b.test.ts', message: 'Transform failed', assertionResults: [] },
        ],
      },
      '/here',
    );
    expect([...statuses]).toEqual([
      ['test/a.test.ts > group > one', 'passed'],
      ['test/a.test.ts > group > two', 'failed'],
    ]);
    expect(broken).toEqual(['test/b.test.ts: Transform failed']);
  });

  it('matches a title exactly or by its table template', () => {
    expect(saysTitle("it('is kept', f)", 'is kept')).toBe(true);
    expect(saysTitle("it('is kept', f)", 'is')).toBe(false);
    expect(saysTitle("it('has ${x} of %s', f)", 'has 3 of 4')).toBe(true);
  });
});

describe('the page', () => {
  const rules = sections.flatMap((section) => section.rules);

  it('draws the same rows for the same seed, each once, from those that the service implements', () => {
    const drawn = draw(rules, 30, 7).map(({ id }) => id);
    expect(drawn).toEqual(draw(rules, 30, 7).map(({ id }) => id));
    expect(drawn).not.toEqual(draw(rules, 30, 8).map(({ id }) => id));
    expect(new Set(drawn).size).toBe(30);
    expect(draw([{ ...good, service: none('not of the service') }], 30, 1)).toEqual([]);
  });

  it('has a line for every row and all sixty-three operations', () => {
    const page = [...pagesOf(sections).values()].join('');
    expect(rules.filter(({ id }) => !page.includes(`<a id="${id}"></a>`))).toEqual([]);
    expect(totalsOf(rules).operations).toBe(63);
  });
});
