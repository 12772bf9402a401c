/** The possible mutations of a syntax node. Each is a mistake that a programmer could make. */
import ts from 'typescript';

export interface Change {
  kind: string;
  becomes: string;
}

const flipped = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
]);
const opposite = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.EqualsEqualsToken, '!='],
  [ts.SyntaxKind.ExclamationEqualsToken, '=='],
]);
const calculated = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.PlusToken, '-'],
  [ts.SyntaxKind.MinusToken, '+'],
  [ts.SyntaxKind.AsteriskToken, '/'],
  [ts.SyntaxKind.SlashToken, '*'],
  [ts.SyntaxKind.PlusEqualsToken, '-='],
  [ts.SyntaxKind.MinusEqualsToken, '+='],
]);
const joined = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
]);
const takesCondition = new Set(['filter', 'find', 'findLast', 'findIndex']);
const otherMethod = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
]);

/** Whether a node is the condition of a branch or loop. */
function isCondition(node: ts.Expression): boolean {
  const { parent } = node;
  if (ts.isIfStatement(parent) || ts.isWhileStatement(parent) || ts.isDoStatement(parent))
    return parent.expression === node;
  if (ts.isForStatement(parent) || ts.isConditionalExpression(parent)) return parent.condition === node;
  return false;
}

/** Ends a function or an iteration, or throws: the statements after it do not run. */
function isEarlyEnd(statement: ts.Statement): boolean {
  if (ts.isBlock(statement)) return statement.statements.length === 1 && isEarlyEnd(statement.statements[0]!);
  return (
    ts.isReturnStatement(statement) ||
    ts.isThrowStatement(statement) ||
    ts.isContinueStatement(statement) ||
    ts.isBreakStatement(statement)
  );
}

function ofCondition(node: ts.Expression, text: string): Change[] {
  const found: Change[] = [{ kind: 'condition negated', becomes: `!(${text})` }];
  const { parent } = node;
  if (ts.isIfStatement(parent) && parent.elseStatement === undefined && isEarlyEnd(parent.thenStatement))
    found.push({ kind: 'early end dropped', becomes: 'false' });
  return found;
}

const isText = (node: ts.Expression): boolean => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

function ofBinary(node: ts.BinaryExpression, text: (node: ts.Node) => string): Change[] {
  const { left, right, operatorToken } = node;
  const to = (kind: string, operator: string): Change => ({
    kind,
    becomes: `${text(left)} ${operator} ${text(right)}`,
  });
  const operator = operatorToken.kind;
  const boundary = flipped.get(operator);
  if (boundary !== undefined) return [to('boundary moved', boundary)];
  const other = opposite.get(operator);
  if (other !== undefined) return isCondition(node) ? [] : [to('condition negated', other)];
  const sum = calculated.get(operator);
  if (sum !== undefined) return isText(left) || isText(right) ? [] : [to('calculated otherwise', sum)];
  const join = joined.get(operator);
  if (join !== undefined) return [to('and and or exchanged', join)];
  if (operator !== ts.SyntaxKind.QuestionQuestionToken) return [];
  return [{ kind: 'always the fallback', becomes: text(right) }];
}

function ofCall(node: ts.CallExpression, text: (node: ts.Node) => string): Change[] {
  const { expression } = node;
  if (!ts.isPropertyAccessExpression(expression) || ts.isOptionalChain(node)) return [];
  const name = expression.name.text;
  const of = text(expression.expression);
  const [first] = node.arguments;
  const given = node.arguments.map(text).join(', ');
  if (takesCondition.has(name) && first !== undefined && node.arguments.length === 1)
    return [{ kind: 'condition inverted', becomes: `${of}.${name}((...each) => !(${text(first)})(...each))` }];
  const other = otherMethod.get(name);
  if (other !== undefined) return [{ kind: `${name} and ${other} exchanged`, becomes: `${of}.${other}(${given})` }];
  if (name === 'commit' && first !== undefined)
    return [
      {
        kind: 'transaction split',
        becomes: `(${text(first)}).forEach((each) => ${of}.commit([each]))`,
      },
    ];
  if (name === 'transaction' && first !== undefined)
    return [{ kind: 'transaction split', becomes: `(${text(first)})()` }];
  return [];
}

function ofNumber(node: ts.NumericLiteral): Change[] {
  const value = Number(node.text.replaceAll('_', ''));
  if (!Number.isFinite(value)) return [];
  return [{ kind: 'constant changed', becomes: String(Number.isInteger(value) && value < 10 ? value + 1 : value * 2) }];
}

/** Properties whose string value determines what happens next. */
const decides = new Set(['state', 'kind', 'way', 'code', 'do', 'retry']);

function ofProperty(node: ts.Expression): Change[] {
  const { parent } = node;
  const isValue = ts.isPropertyAssignment(parent) && parent.initializer === node && decides.has(parent.name.getText());
  return isValue ? [{ kind: 'constant changed', becomes: "''" }] : [];
}

/** @param text returns the unchanged source of a node */
export function changesOf(node: ts.Node, text: (node: ts.Node) => string): Change[] {
  const found: Change[] = [];
  if (ts.isExpression(node) && isCondition(node) && !isLiteral(node)) found.push(...ofCondition(node, text(node)));
  if (ts.isBinaryExpression(node)) found.push(...ofBinary(node, text));
  else if (ts.isCallExpression(node)) found.push(...ofCall(node, text));
  else if (ts.isNumericLiteral(node)) found.push(...ofNumber(node));
  else if (ts.isStringLiteral(node)) found.push(...ofProperty(node));
  else if (node.kind === ts.SyntaxKind.TrueKeyword) found.push({ kind: 'constant changed', becomes: 'false' });
  else if (node.kind === ts.SyntaxKind.FalseKeyword) found.push({ kind: 'constant changed', becomes: 'true' });
  else if (ts.isAwaitExpression(node) && !ts.isExpressionStatement(node.parent))
    found.push({ kind: 'await removed', becomes: text(node.expression) });
  else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken && !isCondition(node))
    found.push({ kind: 'condition negated', becomes: text(node.operand) });
  return found;
}

const isLiteral = (node: ts.Expression): boolean =>
  node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword;

/** Fields of entries and records. Omitting one from a write is a mutation. */
const written = new Set([
  ...['state', 'reason', 'notBefore', 'doubtUntil', 'sweepAt', 'settledAt', 'progress', 'serverId', 'knownIds'],
  ...[
    'lastAttemptAt',
    'attempts',
    'attemptId',
    'body',
    'base',
    'content',
    'marker',
    'markerIsOurs',
    'waitMilliseconds',
  ],
]);

/** Whether a part of an array or object literal can be omitted: spreads, and fields of entries and records. */
export function canBeLeftOut(node: ts.Node): boolean {
  if (ts.isSpreadAssignment(node)) return true;
  if (ts.isSpreadElement(node)) return ts.isArrayLiteralExpression(node.parent) && node.parent.elements.length > 1;
  const isField = ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node);
  return isField && ts.isObjectLiteralExpression(node.parent) && written.has(node.name.getText());
}
