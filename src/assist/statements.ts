/**
 * Statements that can be run by themselves, and the places in them where rows can be counted. Running these is up to
 * the caller, who can also wait and cancel.
 * @module
 */

import { parseScript } from "../language/script.ts";
import { stageOf } from "../query/stages/registry.ts";
import type { Pipeline, Statement } from "../query/syntax/ast.ts";
import { walk } from "../query/syntax/walk.ts";
import type { InlayHint, RowCountPlace, RunnableStatement } from "./answers.ts";
import { rowsInWords } from "./spell.ts";
import { touchingAny } from "./diagnose.ts";

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
function preludes(text: string, statements: readonly Statement[]): string[] {
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

/** The places of a text after which rows can be counted: behind the source and behind each stage of each query. */
export function rowCountPlaces(text: string): RowCountPlace[] {
  const { script, diagnostics } = parseScript(text);
  const mistakes = diagnostics.filter(({ severity }) => severity === "error");
  const isSpoiled = touchingAny(mistakes.map(({ span }) => span));
  const needed = preludes(text, script.statements);
  return script.statements.flatMap((statement, at) => {
    const pipeline = pipelineOf(statement);
    if (pipeline === null || isSpoiled(statement.span)) return [];
    return placesIn(text, pipeline, needed[at]!);
  });
}

function pipelineOf(statement: Statement): Pipeline | null {
  if (statement.kind === "query" || statement.kind === "assert") return statement.pipeline;
  if (statement.kind !== "let" || statement.params.length > 0) return null;
  return statement.value.kind === "pipeline" ? statement.value : null;
}

function placesIn(text: string, pipeline: Pipeline, needed: string): RowCountPlace[] {
  const places: RowCountPlace[] = [];
  const { start } = pipeline.span;
  const parts = [...(pipeline.source === null ? [] : [pipeline.source]), ...pipeline.stages];
  for (const part of parts) {
    if (part.kind === "error") break;
    if (part.kind === "stage" && stageOf(part).hidesRowCount) continue;
    const at = part.span.end;
    places.push({ at, query: `${needed}(${text.slice(start, at)}\n) | count` });
  }
  return places;
}

/** The hint behind a source or stage. */
export function rowHint(place: RowCountPlace, count: number): InlayHint {
  const rows = rowsInWords(count);
  return { at: place.at, text: rows, doc: `${rows} at this place` };
}
