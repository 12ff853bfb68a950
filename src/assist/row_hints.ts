/**
 * Rows per stage: where they are shown, and the queries that count them. Running these is up to the caller, who can
 * also wait and cancel.
 * @module
 */

import { parseScript } from "../language/script.ts";
import { stageOf } from "../query/stages/registry.ts";
import type { Pipeline, Statement } from "../query/syntax/ast.ts";
import type { InlayHint, RowCountPlace } from "./answers.ts";
import { rowsInWords } from "./spell.ts";
import { preludes } from "./statements.ts";
import { touchingAny } from "./touching.ts";

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
