/** An eslint rule against import cycles, direct or indirect, including type imports. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Rule } from 'eslint';
import ts from 'typescript';

type Graph = ReadonlyMap<string, readonly string[]>;

const folders = ['src', 'test', 'build'];

function graphOf(root: string): Graph {
  const files = globSync(
    folders.map((folder) => `${folder}/**/*.{ts,svelte}`),
    { cwd: root, exclude: ['test/canary/**'] },
  ).map((file) => join(root, file));
  const known = new Set(files);
  const importsOf = (file: string) =>
    ts
      .preProcessFile(readFileSync(file, 'utf8'), true, true)
      .importedFiles.map(({ fileName }) => join(dirname(file), fileName))
      .filter((target) => known.has(target));
  return new Map(files.map((file) => [file, importsOf(file)]));
}

/** The import path from a file back to itself, without both ends. Null if there is none. */
function wayBack(graph: Graph, from: string, to: string): string[] | null {
  const before = new Map<string, string | null>([[from, null]]);
  const queue = [from];
  for (const file of queue) {
    if (file === to) {
      const way: string[] = [];
      for (let at = before.get(file); at != null; at = before.get(at)) way.unshift(at);
      return way;
    }
    for (const next of graph.get(file) ?? []) {
      if (before.has(next)) continue;
      before.set(next, file);
      queue.push(next);
    }
  }
  return null;
}

/** Built once per eslint run. */
const graphs = new Map<string, Graph>();

export const noImportCycle: Rule.RuleModule = {
  meta: {
    type: 'problem',
    docs: { description: 'files do not import each other in a circle' },
    messages: { cycle: '{{target}} imports this file{{over}}: move what both need into a file of its own' },
    schema: [],
  },
  create(context) {
    const graph = graphs.get(context.cwd) ?? graphOf(context.cwd);
    graphs.set(context.cwd, graph);
    const { filename } = context;
    const check = (node: Rule.Node) => {
      const { source } = node as { source?: { value?: unknown } | null };
      if (typeof source?.value !== 'string' || !source.value.startsWith('.')) return;
      const target = join(dirname(filename), source.value);
      const way = wayBack(graph, target, filename);
      if (way === null) return;
      const name = (file: string) => relative(context.cwd, file);
      const over = way.slice(1).map(name).join(', ');
      const data = { target: name(target), over: over === '' ? '' : ` over ${over}` };
      context.report({ node, messageId: 'cycle', data });
    };
    return { ImportDeclaration: check, ExportNamedDeclaration: check, ExportAllDeclaration: check };
  },
};
