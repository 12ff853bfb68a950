/**
 * The outline of a script (definitions, queries with their stages, assertions), and the lines that can be
 * folded.
 * @module
 */

import type { Span } from "../base/diagnostic.ts";
import { parseScript } from "../language/script.ts";
import { stageOf } from "../query/stages/registry.ts";
import type { Identifier, Pipeline, Statement } from "../query/syntax/ast.ts";
import type { FoldingSpan, ScriptSymbol } from "./answers.ts";
import { cachedPerPart } from "./text_parts.ts";

const MAX_NAME = 60;

const symbolsOf = cachedPerPart((text) =>
  parseScript(text).script.statements.flatMap((statement) => symbolOf(text, statement))
);

/** The outline of a text. */
export function scriptSymbols(text: string): ScriptSymbol[] {
  return symbolsOf(text).flatMap(([by, symbols]) => symbols.map((each) => shiftSymbol(each, by)));
}

function shiftSymbol(symbol: ScriptSymbol, by: number): ScriptSymbol {
  const { span, nameSpan, children } = symbol;
  return {
    ...symbol,
    span: { start: span.start + by, end: span.end + by },
    nameSpan: { start: nameSpan.start + by, end: nameSpan.end + by },
    children: children.map((each) => shiftSymbol(each, by)),
  };
}

function symbolOf(text: string, statement: Statement): ScriptSymbol[] {
  const { span } = statement;
  switch (statement.kind) {
    case "error":
    case "use":
    case "suppress":
      return [];
    case "let": {
      const { name, params, value } = statement;
      const stages = value.kind === "pipeline" ? stagesOf(text, value) : [];
      const parameters = params.map(({ name, span }): ScriptSymbol => {
        return { name, detail: "parameter", kind: "parameter", span, nameSpan: span, children: [] };
      });
      const detail = clip(text, value.span);
      const children = [...parameters, ...stages];
      return [{ name: name.name, detail, kind: "definition", span, nameSpan: name.span, children }];
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
      const children = stagesOf(text, pipeline);
      if (result === null) {
        return [{ name: head, detail: "", kind: "query", span, nameSpan: headOf(text, span), children }];
      }
      return [{ name: result.name, detail: head, kind: "result", span, nameSpan: result.span, children }];
    }
  }
}

/** The name that a pipeline gives its result. */
function resultOf({ stages }: Pipeline): Identifier | null {
  for (const node of stages) {
    const stage = node.kind === "stage" ? stageOf(node) : undefined;
    if (node.kind === "stage" && stage?.resultName !== undefined) return stage.resultName(node);
  }
  return null;
}

function stagesOf(text: string, { source, stages }: Pipeline): ScriptSymbol[] {
  const parts = [...(source === null ? [] : [source]), ...stages];
  // A query with a single part needs no entries below it.
  if (parts.length < 2) return [];
  return parts.filter(({ span }) => span.end > span.start).map(({ span }) => {
    const name = clip(text, span);
    return { name, detail: "", kind: "stage", span, nameSpan: headOf(text, span), children: [] };
  });
}

/** The first line of a span, shortened. */
function clip(text: string, span: Span): string {
  const { start, end } = headOf(text, span);
  const line = text.slice(start, end);
  return line.length > MAX_NAME ? line.slice(0, MAX_NAME - 1) + "…" : line;
}

function headOf(text: string, { start, end }: Span): Span {
  const length = text.slice(start, end).search(/[\r\n]/);
  return { start, end: length < 0 ? end : start + length };
}

const foldsOf = cachedPerPart(foldPart);

/** Statements and comments that span several lines. */
export function folding(text: string): FoldingSpan[] {
  return foldsOf(text).flatMap(([by, folds]) =>
    folds.map(({ span, kind }) => ({ span: { start: span.start + by, end: span.end + by }, kind }))
  );
}

function foldPart(text: string): FoldingSpan[] {
  const { script, tokens } = parseScript(text);
  const spans: FoldingSpan[] = [];
  for (const { span } of script.statements) {
    if (/[\r\n]/.test(text.slice(span.start, span.end))) spans.push({ span, kind: "query" });
  }
  let start = -1;
  let end = -1;
  const close = (): void => {
    if (start >= 0 && /[\r\n]/.test(text.slice(start, end))) {
      spans.push({ span: { start, end }, kind: "comment" });
    }
    start = -1;
  };
  for (const token of tokens) {
    if (token.kind === "comment") {
      if (start < 0) start = token.span.start;
      end = token.span.end;
    } else if (token.kind !== "space" || /\n[^\S\n]*\n/.test(token.text)) close();
  }
  close();
  return spans.sort((a, b) => a.span.start - b.span.start);
}
