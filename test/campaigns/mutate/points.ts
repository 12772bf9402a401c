/**
 * Finds all mutants of a source file and writes all of them into it. Each is guarded by a check whether it is active
 * (`__mutant(7)`), so a file is loaded once for all of its mutants.
 */
import ts from 'typescript';
import { keyOf, type Mutant } from './mutant.ts';
import { canBeLeftOut, changesOf } from './mutators.ts';

export interface Instrumented {
  code: string;
  mutants: Mutant[];
}

/** Calls with text for people only: traces, logs and programming errors. */
const spoken = /(^|\.)(trace|debug|info|warn|error|log|describe)$/;

function isPassedOver(node: ts.Node): boolean {
  if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true;
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeParameterDeclaration(node)) return true;
  if (ts.isCallExpression(node)) return spoken.test(node.expression.getText());
  return ts.isNewExpression(node) && /^(Error|TypeError|RangeError)$/.test(node.expression.getText());
}

const isAssignment = (kind: ts.SyntaxKind): boolean =>
  kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;

/** Names and patterns are not values. */
function isNoValue(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent)) return parent.name === node;
  // Assignment targets stay unchanged.
  if (ts.isBinaryExpression(parent) && isAssignment(parent.operatorToken.kind)) return parent.left === node;
  return ts.isBindingElement(parent) && parent.propertyName === node;
}

function isStatic(node: ts.Node): boolean {
  const around = ts.findAncestor(node, (at) => at !== node && (ts.isFunctionLike(at) || ts.isPropertyDeclaration(at)));
  if (around === undefined) return true;
  if (!ts.isPropertyDeclaration(around)) return false;
  return around.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) ?? false;
}

/** A statement with side effects only. */
function isDroppable(node: ts.Node): node is ts.ExpressionStatement {
  if (!ts.isExpressionStatement(node)) return false;
  const { expression } = node;
  if (ts.isStringLiteral(expression)) return false;
  return !(ts.isCallExpression(expression) && expression.expression.kind === ts.SyntaxKind.SuperKeyword);
}

class Writer {
  readonly mutants: Mutant[] = [];
  private readonly file: string;
  private readonly source: ts.SourceFile;
  private readonly from: number;
  private readonly wanted: ((mutant: Mutant) => boolean) | undefined;
  private readonly lines: readonly string[];
  private next = 0;
  private readonly alike = new Map<string, number>();

  constructor(file: string, source: ts.SourceFile, from: number, wanted?: (mutant: Mutant) => boolean) {
    this.file = file;
    this.source = source;
    this.from = from;
    this.wanted = wanted;
    this.lines = source.text.split('\n');
  }

  /** The source of a node including its mutants. */
  write(node: ts.Node): string {
    if (isPassedOver(node)) return this.raw(node);
    const inner = this.inner(node);
    if (ts.isShorthandPropertyAssignment(node) || !ts.isExpression(node)) return this.around(node, inner);
    if (isNoValue(node) || ts.isSpreadElement(node)) return this.around(node, inner);
    const choices = changesOf(node, (part) => this.raw(part)).flatMap(({ kind, becomes }) => {
      const id = this.add(node, kind, becomes);
      return id === null ? [] : [`__mutant(${id}) ? (${becomes}) : `];
    });
    return choices.length === 0 ? inner : `(${choices.join('')}(${inner}))`;
  }

  /** Adds mutants that omit statements, or parts of array and object literals. */
  private around(node: ts.Node, inner: string): string {
    if (isDroppable(node)) {
      const id = this.add(node, 'statement dropped', '');
      return id === null ? inner : `{ if (!__mutant(${id})) { ${inner} } }`;
    }
    if (!canBeLeftOut(node)) return inner;
    const id = this.add(node, 'part left out', '');
    if (id === null) return inner;
    if (ts.isSpreadElement(node)) return `...(__mutant(${id}) ? [] : [${inner}])`;
    return `...(__mutant(${id}) ? {} : { ${inner} })`;
  }

  /** Copies the text between child nodes unchanged. */
  private inner(node: ts.Node): string {
    const parts: ts.Node[] = [];
    ts.forEachChild(node, (child) => void parts.push(child));
    let [text, at] = ['', node.getStart(this.source)];
    for (const part of parts) {
      const start = part.getStart(this.source);
      text += this.source.text.slice(at, start) + this.write(part);
      at = part.getEnd();
    }
    return text + this.source.text.slice(at, node.getEnd());
  }

  private raw(node: ts.Node): string {
    return this.source.text.slice(node.getStart(this.source), node.getEnd());
  }

  /** @returns its number, or null if it is not tried */
  private add(node: ts.Node, kind: string, becomes: string): number | null {
    const start = node.getStart(this.source);
    const { line } = this.source.getLineAndCharacterOfPosition(start);
    const text = (this.lines[line] ?? '').trim();
    const id = this.from + this.next;
    this.next += 1;
    const was = this.raw(node);
    const words = { file: this.file, kind, was, becomes, text };
    const key = keyOf({ ...words, nth: 1 });
    const nth = (this.alike.get(key) ?? 0) + 1;
    this.alike.set(key, nth);
    const mutant = { id, ...words, line: line + 1, nth, isStatic: isStatic(node) };
    if (this.wanted?.(mutant) === false) return null;
    this.mutants.push(mutant);
    return id;
  }
}

/**
 * @param file relative to src
 * @param from number of the file's first mutant; the others are consecutive
 * @param wanted which of them to write into the code; default: all
 */
export function instrumented(
  file: string,
  code: string,
  from: number,
  wanted?: (mutant: Mutant) => boolean,
): Instrumented {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
  const writer = new Writer(file, source, from, wanted);
  const begin = code.slice(0, source.getStart(source));
  return { code: begin + writer.write(source), mutants: writer.mutants };
}
