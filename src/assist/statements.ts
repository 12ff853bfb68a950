/**
 * Statements that can be run by themselves.
 * @module
 */

import { parseScript } from "../query/syntax/parser.ts";
import type { Statement } from "../query/syntax/ast.ts";
import { walk } from "../query/syntax/walk.ts";
import type { RunnableStatement } from "./answers.ts";

/** The queries and assertions of a text, each with the statements before it that it needs. */
export function runnableStatements(text: string): RunnableStatement[] {
  const { script } = parseScript(text);
  return script.statements.flatMap((statement, at): RunnableStatement[] => {
    if (statement.kind !== "query" && statement.kind !== "assert") return [];
    const needed = prelude(text, script.statements, at);
    const own = text.slice(statement.span.start, statement.span.end);
    return [{ span: statement.span, kind: statement.kind, script: needed + own }];
  });
}

/** Definitions and named results that come before a statement, as text. */
export function prelude(text: string, statements: readonly Statement[], at: number): string {
  return statements.flatMap((each, index) => {
    // A definition may stand after its use; a named result may not.
    const isNeeded = each.kind === "let" || (index < at && namesResult(each));
    return isNeeded ? [text.slice(each.span.start, each.span.end) + "\n\n"] : [];
  }).join("");
}

function namesResult(statement: Statement): boolean {
  let found = false;
  walk(statement, (node) => {
    if (node.kind === "as") found = true;
  });
  return found;
}
