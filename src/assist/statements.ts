/**
 * Statements that can be run by themselves.
 * @module
 */

import { parseScript } from "../language/script.ts";
import { stageOf } from "../query/stages/registry.ts";
import type { Statement } from "../query/syntax/ast.ts";
import { walk } from "../query/syntax/walk.ts";
import type { RunnableStatement } from "./answers.ts";

/** The queries and assertions of a text, each with the statements before it that it needs. */
export function runnableStatements(text: string): RunnableStatement[] {
  const { script } = parseScript(text);
  const needed = preludes(text, script.statements);
  return script.statements.flatMap((statement, at): RunnableStatement[] => {
    if (statement.kind !== "query" && statement.kind !== "assert") return [];
    const own = text.slice(statement.span.start, statement.span.end);
    return [{ span: statement.span, kind: statement.kind, script: needed[at] + own }];
  });
}

/**
 * For each statement the definitions, and the named results before it, as text. A definition may stand after its use; a
 * named result may not. Each text is put together from that of its neighbor, so that long scripts take linear time.
 */
export function preludes(text: string, statements: readonly Statement[]): string[] {
  const pieces = statements.map(({ span }) => text.slice(span.start, span.end) + "\n\n");
  const behind: string[] = [];
  let definitions = "";
  for (let at = statements.length - 1; at >= 0; at--) {
    if (defines(statements[at]!)) definitions = pieces[at]! + definitions;
    behind[at] = definitions;
  }
  let before = "";
  return statements.map((statement, at) => {
    const needed = before + behind[at]!;
    if (defines(statement) || namesResult(statement)) before += pieces[at]!;
    return needed;
  });
}

function defines({ kind }: Statement): boolean {
  return kind === "let" || kind === "use";
}

function namesResult(statement: Statement): boolean {
  let found = false;
  walk(statement, (node) => {
    if (node.kind === "stage" && stageOf(node).resultName !== undefined) found = true;
  });
  return found;
}
