/** An eslint rule: imports must follow the table in rooms.ts. Its message says where the code belongs. */
import { relative, sep } from 'node:path';
import type { Rule } from 'eslint';
import { problemOf } from './rooms.ts';

/** The parts of an import node that the rule reads. eslint's types do not include TypeScript's nodes. */
interface ImportNode {
  type: string;
  source?: { type: string; value?: unknown } | null;
  importKind?: string;
  exportKind?: string;
}

export const whereCodeBelongs: Rule.RuleModule = {
  meta: {
    type: 'problem',
    docs: { description: 'imports keep to the rooms of src/' },
    messages: { wrong: '{{problem}}' },
    schema: [],
  },
  create(context) {
    const from = relative(context.cwd, context.filename).split(sep).join('/');
    const check = (node: Rule.Node) => {
      const { type, source, importKind, exportKind } = node as ImportNode;
      if (typeof source?.value !== 'string') return;
      const typeOnly = importKind === 'type' || exportKind === 'type' || type === 'TSImportType';
      const problem = problemOf(from, source.value, typeOnly);
      if (problem !== undefined) context.report({ node, messageId: 'wrong', data: { problem } });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
    };
  },
};
