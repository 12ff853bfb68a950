/**
 * Statements that can be run by themselves, and the positions in them where rows can be counted. The caller
 * runs them, because it can wait and cancel.
 * @module
 */

import type { Span } from "../base/diagnostic.ts";
import { parseScript } from "../language/script.ts";
import { stageOf } from "../query/stages/registry.ts";
import type { Pipeline, Statement } from "../query/syntax/ast.ts";
import { walk } from "../query/syntax/walk.ts";
import type { CountableStage, InlayHint, RunnableStatement } from "./answers.ts";
import { rowsInWords } from "./value_syntax.ts";
import { cachedPerPart } from "./text_parts.ts";
import { touchesAny } from "./merge_diagnostics.ts";

const spansOf = cachedPerPart((text) =>
  parseScript(text).script.statements.flatMap(({ kind, span }) =>
    kind === "query" || kind === "assert" ? [{ kind, span }] : []
  )
);

/** Positions of the queries and assertions of a text. */
export function runnablePlaces(text: string): Pick<RunnableStatement, "span" | "kind">[] {
  return spansOf(text).flatMap(([by, found]) =>
    found.map(({ kind, span: { start, end } }) => ({ kind, span: { start: start + by, end: end + by } }))
  );
}

/** Returns the queries and assertions of a text, each with the earlier statements that it needs. */
export function runnableStatements(text: string): RunnableStatement[] {
  const { script } = parseScript(text);
  const needed = preludes(script.statements.map((each) => pieceOf(text, each)));
  return script.statements.flatMap((statement, at): RunnableStatement[] => {
    if (statement.kind !== "query" && statement.kind !== "assert") return [];
    const own = text.slice(statement.span.start, statement.span.end);
    return [{ span: statement.span, kind: statement.kind, script: needed[at] + own }];
  });
}

/**
 * Returns for each statement, as text, all definitions and the named results before it. A definition may come
 * after its use; a named result may not. Each text is built from its neighbour's, so that long scripts take
 * linear time.
 */
function preludes(statements: readonly Piece[]): string[] {
  const behind: string[] = [];
  let definitions = "";
  for (let at = statements.length - 1; at >= 0; at--) {
    if (statements[at]!.defines) definitions = statements[at]!.text + definitions;
    behind[at] = definitions;
  }
  let before = "";
  return statements.map(({ defines, namesResult, text }, at) => {
    const needed = before + behind[at]!;
    if (defines || namesResult) before += text;
    return needed;
  });
}

/** A statement, with the definitions and results that others may need from it. */
interface Piece {
  readonly text: string;
  readonly defines: boolean;
  readonly namesResult: boolean;
}

function pieceOf(text: string, statement: Statement): Piece {
  const { start, end } = statement.span;
  return {
    text: `${text.slice(start, end)}\n\n`,
    defines: defines(statement),
    namesResult: namesResult(statement),
  };
}

function defines({ kind }: Statement): boolean {
  return kind === "let" || kind === "use" || kind === "suppress";
}

function namesResult(statement: Statement): boolean {
  let found = false;
  walk(statement, (node) => {
    if (node.kind === "stage" && stageOf(node).resultName !== undefined) found = true;
  });
  return found;
}

/** Statements with their positions; their queries do not yet include the statements they need. */
const countedOf = cachedPerPart((text) => {
  const { script, diagnostics } = parseScript(text);
  const mistakes = diagnostics.filter(({ severity }) => severity === "error");
  const isSpoiled = touchesAny(mistakes.map(({ span }) => span));
  return script.statements.map((statement) => {
    const pipeline = pipelineOf(statement);
    const places = pipeline === null || isSpoiled(statement.span) ? [] : placesIn(text, pipeline);
    return { ...pieceOf(text, statement), places };
  });
});

/**
 * The positions in a text, or in a span of it, after which rows can be counted: after the source and each
 * stage of every query.
 */
export function countableStages(
  text: string,
  within: Span = { start: 0, end: text.length },
): CountableStage[] {
  const all = countedOf(text).flatMap(([by, statements]) => statements.map((each) => ({ ...each, by })));
  const needed = preludes(all);
  return all.flatMap(({ places, by }, number) =>
    places.filter(({ at }) => at + by >= within.start && at + by <= within.end)
      .map(({ at, query }) => ({ at: at + by, query: needed[number]! + query }))
  );
}

function pipelineOf(statement: Statement): Pipeline | null {
  if (statement.kind === "query" || statement.kind === "assert") return statement.pipeline;
  if (statement.kind !== "let" || statement.params.length > 0) return null;
  return statement.value.kind === "pipeline" ? statement.value : null;
}

function placesIn(text: string, pipeline: Pipeline): CountableStage[] {
  const places: CountableStage[] = [];
  const { start } = pipeline.span;
  const parts = [...(pipeline.source === null ? [] : [pipeline.source]), ...pipeline.stages];
  for (const part of parts) {
    if (part.kind === "error") break;
    if (part.kind === "stage" && stageOf(part).hidesRowCount) continue;
    const at = part.span.end;
    places.push({ at, query: `(${text.slice(start, at)}\n) | count` });
  }
  return places;
}

/** The hint after a source or stage. */
export function rowHint(place: CountableStage, count: number): InlayHint {
  const rows = rowsInWords(count);
  return { at: place.at, text: rows, doc: `${rows} at this place` };
}
