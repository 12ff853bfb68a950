/**
 * Small changes of a source, found in its syntax tree: each is an error that somebody could make, and that a test
 * should notice.
 * @module
 */

import ts from "typescript";

/** One change of one file. */
export interface Mutant {
  /** Path below the root. */
  readonly file: string;
  /** The replaced part: offsets in the text. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The kind of error. */
  readonly slip: string;
  readonly line: number;
}

/** Operators that are easily confused. */
const OPERATORS: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "&&": "||",
  "||": "&&",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "%": "*",
  "&": "|",
  "|": "&",
  "<<": ">>",
  ">>": "<<",
  ">>>": "<<",
  "+=": "-=",
  "-=": "+=",
  "&&=": "||=",
};

/** All mutants of a source. */
export function mutantsOf(file: string, text: string): Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true);
  const found: Mutant[] = [];
  const add = (node: ts.Node, replacement: string, slip: string): void => {
    const start = node.getStart(source);
    const line = source.getLineAndCharacterOfPosition(start).line + 1;
    found.push({ file, start, end: node.getEnd(), text: replacement, slip, line });
  };
  const visit = (node: ts.Node): void => {
    if (isLeftAlone(node)) return;
    mutate(node, source, add);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The text with the change. */
export function mutated(text: string, { start, end, text: replacement }: Mutant): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

/**
 * Whether a node gets no mutants: types do not exist at run time, thrown errors are messages, and imports are names.
 */
export function isLeftAlone(node: ts.Node): boolean {
  return ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) ||
    ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isThrowStatement(node);
}

type Add = (node: ts.Node, replacement: string, slip: string) => void;

function mutate(node: ts.Node, source: ts.SourceFile, add: Add): void {
  if (ts.isBinaryExpression(node)) mutateOperator(node, add);
  else if (ts.isNumericLiteral(node)) {
    add(node, `${Number(node.text.replaceAll("_", "")) + 1}`, "constant off by one");
  } else if (ts.isBigIntLiteral(node)) {
    add(node, `${BigInt(node.text.replaceAll("_", "").slice(0, -1)) + 1n}n`, "constant off by one");
  } else if (node.kind === ts.SyntaxKind.TrueKeyword) add(node, "false", "true is false");
  else if (node.kind === ts.SyntaxKind.FalseKeyword) add(node, "true", "false is true");
  else if (ts.isIfStatement(node) || ts.isWhileStatement(node)) negate(node.expression, source, add);
  else if (ts.isConditionalExpression(node)) negate(node.condition, source, add);
  else if (ts.isPrefixUnaryExpression(node)) mutatePrefix(node, source, add);
  else if (ts.isPostfixUnaryExpression(node)) {
    const operator = node.operator === ts.SyntaxKind.PlusPlusToken ? "--" : "++";
    add(node, node.operand.getText(source) + operator, "counted the other way");
  } else if (ts.isExpressionStatement(node) && ts.isCallExpression(node.expression)) {
    add(node, ";", "call removed");
  }
  if (ts.isCallExpression(node)) swapArguments(node, source, add);
}

function mutateOperator(node: ts.BinaryExpression, add: Add): void {
  const replacement = OPERATORS[node.operatorToken.getText()];
  if (replacement === undefined) return;
  // `+` also joins texts, for which a minus makes no sense.
  const isText = [node.left, node.right].some((side) =>
    ts.isStringLiteralLike(side) || ts.isTemplateExpression(side)
  );
  if (!isText || !/^\+/.test(node.operatorToken.getText())) {
    add(node.operatorToken, replacement, "another operator");
  }
}

function mutatePrefix(node: ts.PrefixUnaryExpression, source: ts.SourceFile, add: Add): void {
  const operand = node.operand.getText(source);
  switch (node.operator) {
    case ts.SyntaxKind.ExclamationToken:
      return add(node, operand, "negation removed");
    case ts.SyntaxKind.MinusToken:
      return add(node, operand, "sign removed");
    case ts.SyntaxKind.PlusPlusToken:
      return add(node, `--${operand}`, "counted the other way");
    case ts.SyntaxKind.MinusMinusToken:
      return add(node, `++${operand}`, "counted the other way");
  }
}

function negate(condition: ts.Expression, source: ts.SourceFile, add: Add): void {
  // Comparisons and negations have their own mutants.
  if (ts.isPrefixUnaryExpression(condition)) return;
  if (ts.isBinaryExpression(condition) && OPERATORS[condition.operatorToken.getText()] !== undefined) return;
  add(condition, `!(${condition.getText(source)})`, "condition negated");
}

function swapArguments({ arguments: args }: ts.CallExpression, source: ts.SourceFile, add: Add): void {
  const [first, second] = args;
  if (first === undefined || second === undefined || args.some(ts.isSpreadElement)) return;
  // Arguments of different kinds usually have different types, which the compiler would report.
  const isPlain = ts.isIdentifier(first) || ts.isPropertyAccessExpression(first) ||
    ts.isNumericLiteral(first);
  if (!isPlain || first.kind !== second.kind) return;
  const [left, right] = [first.getText(source), second.getText(source)];
  if (left === right || /^[A-Z_]+$/.test(left) !== /^[A-Z_]+$/.test(right)) return;
  const whole = Object.assign(Object.create(first) as ts.Node, { getEnd: () => second.getEnd() });
  add(whole, `${right}, ${left}`, "arguments swapped");
}
