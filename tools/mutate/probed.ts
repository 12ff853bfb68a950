/**
 * Sources with a probe at each place that could be changed: one run of the tests tells which changes they cannot
 * notice, since the place never runs or the change never makes a difference there.
 * @module
 */

import ts from "typescript";
import { isLeftAlone, type Mutant } from "./mutants.ts";

/** Variable with the name of the file for what was seen. */
export const FILE = "QUARRY_PROBES";

/** A source with probes. */
interface Probed {
  readonly text: string;
  /** For each mutant the number of its probe; undefined if it has none. */
  readonly probes: readonly (number | undefined)[];
}

/** Operators that can be computed both ways, as they have no side effects beyond their operands. */
const COMPUTED = new Set([
  "<",
  "<=",
  ">",
  ">=",
  "===",
  "!==",
  "+",
  "-",
  "*",
  "/",
  "%",
  "&",
  "|",
  "<<",
  ">>",
  ">>>",
]);

/** Puts probes into a source; `first` is the number of the first one. */
export function probed(
  text: string,
  mutants: readonly Mutant[],
  { first, module }: { readonly first: number; readonly module: string },
): Probed {
  const source = ts.createSourceFile("probed.ts", text, ts.ScriptTarget.ESNext, true);
  const at = new Map<string, number[]>();
  mutants.forEach(({ start, end }, index) => {
    const key = `${start}-${end}`;
    at.set(key, [...at.get(key) ?? [], index]);
  });
  const probes: (number | undefined)[] = mutants.map(() => undefined);
  const before = new Map<number, string[]>();
  const after = new Map<number, string[]>();
  const replaced = new Map<number, string>();
  const put = (where: Map<number, string[]>, offset: number, piece: string): void => {
    where.set(offset, [...where.get(offset) ?? [], piece]);
  };
  let next = first;
  const mutantAt = (start: number, end: number): number | undefined =>
    at.get(`${start}-${end}`)?.find((index) => probes[index] === undefined);
  /** Wraps a node; returns what to do after its children. */
  const wrap = (node: ts.Node, open: string, close: string): () => void => {
    put(before, node.getStart(source), open);
    return () => put(after, node.getEnd(), close);
  };
  const visit = (node: ts.Node): void => {
    // Members of enumerations are constants for the compiler.
    if (isLeftAlone(node) || ts.isEnumDeclaration(node)) return;
    const ends: (() => void)[] = [];
    const probe = (index: number): number => {
      probes[index] = next;
      return next++;
    };
    if (ts.isCallExpression(node) && !isSuper(node)) {
      const [one, two] = node.arguments;
      if (one !== undefined && two !== undefined) {
        const index = mutantAt(one.getStart(source), two.getEnd());
        if (index !== undefined) ends.push(wrap(one, `__h(${probe(index)}, `, ")"));
      }
    }
    if (ts.isExpressionStatement(node) && ts.isCallExpression(node.expression) && !isSuper(node.expression)) {
      const index = mutantAt(node.getStart(source), node.getEnd());
      if (index !== undefined) ends.push(wrap(node.expression, `__h(${probe(index)}, `, ")"));
    }
    if (ts.isBinaryExpression(node)) {
      const { operatorToken: token, left, right } = node;
      const index = mutantAt(token.getStart(source), token.getEnd());
      const name = token.getText(source);
      if (index !== undefined && COMPUTED.has(name)) {
        ends.push(wrap(node, `__c(${probe(index)}, ${JSON.stringify(name)}, `, ")"));
        replaced.set(token.getStart(source), ",");
      } else if (index !== undefined && (name === "&&" || name === "||")) {
        const id = probe(index);
        ends.push(wrap(left, `__a(${id}, ${name === "&&"}, `, ")"));
        ends.push(wrap(right, `__b(${id}, ${name === "&&"}, `, ")"));
      } else if (index !== undefined) ends.push(wrap(right, `__h(${probe(index)}, `, ")"));
    } else if (isPropertyName(node)) {
      // A key stays as it is.
    } else if (
      ts.isNumericLiteral(node) || ts.isBigIntLiteral(node) || node.kind === ts.SyntaxKind.TrueKeyword ||
      node.kind === ts.SyntaxKind.FalseKeyword || ts.isPrefixUnaryExpression(node) ||
      ts.isPostfixUnaryExpression(node)
    ) {
      const index = mutantAt(node.getStart(source), node.getEnd());
      if (index !== undefined) ends.push(wrap(node, `__h(${probe(index)}, `, ")"));
    } else if (ts.isIfStatement(node) || ts.isWhileStatement(node) || ts.isConditionalExpression(node)) {
      const condition = ts.isConditionalExpression(node) ? node.condition : node.expression;
      const index = mutantAt(condition.getStart(source), condition.getEnd());
      if (index !== undefined) ends.push(wrap(condition, `__h(${probe(index)}, `, ")"));
    }
    ts.forEachChild(node, visit);
    for (const end of ends.reverse()) end();
  };
  visit(source);
  const places = [...new Set([...before.keys(), ...after.keys(), ...replaced.keys()])].sort((a, b) => a - b);
  let result = `import { __a, __b, __c, __h } from ${JSON.stringify(module)};`;
  let from = 0;
  for (const place of places) {
    result += text.slice(from, place) + (after.get(place) ?? []).join("") +
      (before.get(place) ?? []).join("");
    from = place;
    const other = replaced.get(place);
    if (other !== undefined) {
      const length = /^[<>=!&|+\-*/%]+/.exec(text.slice(place))![0].length;
      result += other;
      from += length;
    }
  }
  return { text: result + text.slice(from), probes };
}

/** Whether this is `super(…)`, which has to stay where it is. */
function isSuper({ expression }: ts.CallExpression): boolean {
  return expression.kind === ts.SyntaxKind.SuperKeyword;
}

function isPropertyName(node: ts.Node): boolean {
  const { parent } = node as { readonly parent?: ts.Node };
  if (parent === undefined) return false;
  return (ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent) ||
        ts.isMethodDeclaration(parent)) && parent.name === node ||
    ts.isBindingElement(parent) && parent.propertyName === node;
}

/** What a probe has seen, as bits of a byte. */
export const SEEN = {
  /** The change would have made a difference. */
  difference: 1,
  /** The place was reached, and the change made none. */
  none: 2,
} as const;

/** The module that sources with probes import: what was seen is written to a file at the end. */
export const PROBES = `
const seen = new Uint8Array(100_000);
  export const __h = (id, value) => (seen[id] |= ${SEEN.difference}, value);
const COMPUTED = {
  "<": [(a, b) => a < b, (a, b) => a <= b], "<=": [(a, b) => a <= b, (a, b) => a < b],
  ">": [(a, b) => a > b, (a, b) => a >= b], ">=": [(a, b) => a >= b, (a, b) => a > b],
  "===": [(a, b) => a === b, (a, b) => a !== b], "!==": [(a, b) => a !== b, (a, b) => a === b],
  "+": [(a, b) => a + b, (a, b) => a - b], "-": [(a, b) => a - b, (a, b) => a + b],
  "*": [(a, b) => a * b, (a, b) => a / b], "/": [(a, b) => a / b, (a, b) => a * b],
  "%": [(a, b) => a % b, (a, b) => a * b], "&": [(a, b) => a & b, (a, b) => a | b],
  "|": [(a, b) => a | b, (a, b) => a & b], "<<": [(a, b) => a << b, (a, b) => a >> b],
  ">>": [(a, b) => a >> b, (a, b) => a << b], ">>>": [(a, b) => a >>> b, (a, b) => a << b],
};
  export const __c = (id, name, a, b) => {
  const [same, changed] = COMPUTED[name];
  const value = same(a, b);
  if ((seen[id] & ${SEEN.difference}) === 0) {
    let other = seen;
    try { other = changed(a, b); } catch { /* an error is a difference */ }
    seen[id] |= Object.is(value, other) ? ${SEEN.none} : ${SEEN.difference};
  }
  return value;
};
// Of "a && b" the change makes a difference where one side holds alone; b is not computed where a decides.
  export const __a = (id, isAnd, value) => {
  if (isAnd ? !value : value) seen[id] |= ${SEEN.difference};
  return value;
};
  export const __b = (id, isAnd, value) => {
  seen[id] |= (isAnd ? !value : value) ? ${SEEN.difference} : ${SEEN.none};
  return value;
};
globalThis.addEventListener?.("unload", () => {
  const file = globalThis.Deno?.env.get("${FILE}");
  if (!file) return;
  // Programs that tests start write to the same file.
  try { Deno.readFileSync(file).forEach((bits, at) => seen[at] |= bits); } catch { /* it is the first */ }
  Deno.writeFileSync(file, seen);
});
`;
