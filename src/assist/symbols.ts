/**
 * The outline of a script: definitions, queries with their stages, assertions.
 * @module
 */

import type { Span } from "../base/diagnostic.ts";
import { parseScript } from "../language/script.ts";
import { stageOf } from "../query/stages/registry.ts";
import type { Identifier, Pipeline, Statement } from "../query/syntax/ast.ts";
import type { ScriptSymbol } from "./answers.ts";

const MAX_NAME = 60;

/** The outline of a text. */
export function scriptSymbols(text: string): ScriptSymbol[] {
  return parseScript(text).script.statements.flatMap((statement) => symbolOf(text, statement));
}

function symbolOf(text: string, statement: Statement): ScriptSymbol[] {
  const { span } = statement;
  switch (statement.kind) {
    case "error":
    case "use":
      return [];
    case "let": {
      const { name, params, value } = statement;
      const children = value.kind === "pipeline" ? stagesOf(text, value) : [];
      const parameters = params.map((param): ScriptSymbol => ({
        name: param.name,
        detail: "parameter",
        kind: "parameter",
        span: param.span,
        nameSpan: param.span,
        children: [],
      }));
      const detail = clip(text, value.span);
      return [{
        name: name.name,
        detail,
        kind: "definition",
        span,
        nameSpan: name.span,
        children: [...parameters, ...children],
      }];
    }
    case "assert": {
      const name = statement.message?.value || clip(text, statement.pipeline.span) || "assert";
      const children = stagesOf(text, statement.pipeline);
      return [{ name, detail: "assert", kind: "assert", span, nameSpan: headOf(text, span), children }];
    }
    case "query": {
      const { pipeline } = statement;
      const result = resultOf(pipeline);
      const head = clip(text, span) || "query";
      return [{
        name: result?.name ?? head,
        detail: result === null ? "" : head,
        kind: result === null ? "query" : "result",
        span,
        nameSpan: result?.span ?? headOf(text, span),
        children: stagesOf(text, pipeline),
      }];
    }
  }
}

/** The name that a pipeline gives its rows. */
function resultOf({ stages }: Pipeline): Identifier | null {
  for (const node of stages) {
    const stage = node.kind === "stage" ? stageOf(node) : undefined;
    if (node.kind === "stage" && stage?.resultName !== undefined) return stage.resultName(node);
  }
  return null;
}

function stagesOf(text: string, { source, stages }: Pipeline): ScriptSymbol[] {
  const parts = [...(source === null ? [] : [source]), ...stages];
  // A query of one part is its own outline.
  if (parts.length < 2) return [];
  return parts.filter(({ span }) => span.end > span.start).map((part) => ({
    name: clip(text, part.span),
    detail: "",
    kind: "stage" as const,
    span: part.span,
    nameSpan: headOf(text, part.span),
    children: [],
  }));
}

/** The first line of a stretch, not too long. */
function clip(text: string, span: Span): string {
  const { start, end } = headOf(text, span);
  const line = text.slice(start, end);
  return line.length > MAX_NAME ? line.slice(0, MAX_NAME - 1) + "…" : line;
}

function headOf(text: string, { start, end }: Span): Span {
  const length = text.slice(start, end).search(/[\r\n]/);
  return { start, end: length < 0 ? end : start + length };
}
