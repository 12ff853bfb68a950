/**
 * Trees as text, in the one form that `quarry fmt` gives them.
 *
 * @module
 */
import type {
  AssertStatement,
  NamedExpression,
  Pipeline,
  Point,
  Script,
  SortKey,
  Source,
  Stage,
  Statement,
  StringLiteral,
  Word,
} from "./ast.ts";
import {
  closeRange,
  LEVELS,
  printExpression,
  printName,
  printNamed,
  printString,
} from "./print_expression.ts";
import { findStage } from "./stages.ts";

/** A statement that is longer than this has one stage on each line. */
const MAX_LINE = 80;

/** A line of a statement: its head, or a stage without its pipe. */
type StatementLines = readonly [head: string, ...stages: string[]];

/**
 * Prints a whole script, its statements one after the other. Comments are not part of the tree: to keep them, use
 * `formatScript()`.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { parseScript } from "./parser.ts";
 *
 * assertEquals(printScript(parseScript("leaks|where (size>4K)").script), "leaks | where size > 4K\n");
 * ```
 */
export function printScript(script: Script): string {
  const statements = script.statements.map(printStatement);
  return statements.length === 0 ? "" : statements.join(";\n") + "\n";
}

/** Prints one statement, over several lines when it is long. */
function printStatement(statement: Statement): string {
  return joinLines(statementLines(statement));
}

/** Puts the lines of a statement together: on one line when they fit. */
export function joinLines(lines: StatementLines): string {
  const inline = lines.join(" | ");
  return inline.length <= MAX_LINE ? inline : lines.join("\n  | ");
}

/** The head of a statement and each of its stages; a comment may go between any two. */
export function statementLines(statement: Statement): StatementLines {
  switch (statement.kind) {
    case "error":
      return ["<error>"];
    case "query":
      return pipelineLines(statement.pipeline, false);
    case "assert":
      return assertLines(statement);
    case "let": {
      const params = statement.params.length === 0 ? "" : `(${statement.params.map(printName).join(", ")})`;
      const [head, ...stages] = statement.value.kind === "pipeline"
        ? pipelineLines(statement.value, false)
        : [printExpression(statement.value, printPipeline)] as const;
      return [`let ${printName(statement.name)}${params} = ${head}`, ...stages];
    }
  }
}

/** Prints a pipeline on one line. */
function printPipeline(pipeline: Pipeline): string {
  return pipelineLines(pipeline, false).join(" | ");
}

function assertLines(statement: AssertStatement): StatementLines {
  const lines = [...pipelineLines(statement.pipeline, true)];
  const { comparison, message } = statement;
  let tail = "";
  if (comparison !== null) {
    tail += ` ${comparison.op} ${printExpression(comparison.expected, printPipeline, LEVELS.range)}`;
  }
  if (message !== null) tail += ` : ${printString(message.value)}`;
  lines[lines.length - 1] += tail;
  const [head, ...stages] = lines;
  return [`assert ${head}`, ...stages];
}

function pipelineLines(pipeline: Pipeline, inAssert: boolean): StatementLines {
  const stages = pipeline.stages.map((stage) => printStage(stage, inAssert));
  if (pipeline.source !== null) {
    const source = printSource(pipeline.source);
    // "assert (count > 3)" is a filter on a column, "assert count > 3" counts.
    const looksLikeStage = inAssert && pipeline.source.kind === "filter" &&
      findStage(/^\w*/.exec(source)![0].toLowerCase()) !== undefined;
    return [looksLikeStage ? `(${source})` : source, ...stages];
  }
  const [head = "", ...rest] = stages;
  return [head, ...rest];
}

function printSource(source: Source, wordFollows = false): string {
  const close = wordFollows ? closeRange : (text: string): string => text;
  switch (source.kind) {
    case "error":
      return "<error>";
    case "pipeline":
      return `(${printPipeline(source)})`;
    case "filter":
      return close(printExpression(source.condition, printPipeline));
    case "table": {
      const args = source.args.map((arg) => printExpression(arg, printPipeline)).join(", ");
      const point = source.point === null ? "" : ` @ ${printPoint(source.point)}`;
      const trace = source.trace === null ? "" : ` of ${printWord(source.trace)}`;
      return `${printName(source.name)}${args === "" ? "" : `(${args})`}${point}${trace}`;
    }
    case "diff": {
      const after = printSource(source.after, true);
      const keyword = source.inOrder ? "changes" : "diff";
      return `${keyword} ${printSource(source.before)}, ${after} by ${printList(source.keys)}`;
    }
    case "gaps":
      return `gaps in ${close(printExpression(source.within, printPipeline, LEVELS.range))}`;
    case "heat":
      return `heat in ${close(printExpression(source.within, printPipeline, LEVELS.range))}`;
    case "coverageSet": {
      const names = source.traces.map((trace) => trace.kind === "error" ? "<error>" : printWord(trace)).join(
        ", ",
      );
      return `${source.op} of ${names}${source.byOutcome ? " by outcome" : ""}`;
    }
    case "reaching":
      return `traces reaching ${close(printExpression(source.target, printPipeline, LEVELS.range))}`;
  }
}

function printPoint(point: Point): string {
  switch (point.kind) {
    case "error":
      return "<error>";
    case "numberPoint":
      return point.form === "seq" ? `#${point.text}` : point.text;
    case "sharePoint":
    case "timePoint":
      return point.text;
    case "edgePoint":
      return point.edge;
    case "peakPoint":
      return point.of === "blocks" ? "peak blocks" : "peak";
    case "framePoint":
      return `frame ${printExpression(point.frame, printPipeline, LEVELS.primary)}`;
    case "contextPoint":
      return `context ${printWord(point.context)}`;
    case "expressionPoint":
      return point.value.kind === "name"
        ? printName(point.value)
        : `(${printExpression(point.value, printPipeline)})`;
  }
}

function printWord(word: Word | StringLiteral | { readonly kind: "error" }): string {
  if (word.kind === "error") return "<error>";
  return word.kind === "word" ? word.text : printString(word.value);
}

function printList(values: readonly NamedExpression[], minimum = 0, wordFollows = false): string {
  const last = values.length - 1;
  return values.map((value, at) => printNamed(value, printPipeline, minimum, wordFollows && at === last))
    .join(", ");
}

function printSortKey(key: SortKey): string {
  const value = printExpression(key.value, printPipeline);
  return key.direction === null ? value : `${closeRange(value)} ${key.direction}`;
}

function printStage(stage: Stage, inAssert: boolean): string {
  const arithmetic = (value: Parameters<typeof printExpression>[0]): string =>
    printExpression(value, printPipeline, LEVELS.arithmetic);
  // In an assert a comparison after an aggregate would be that of the assert.
  const minimum = inAssert ? LEVELS.arithmetic : LEVELS.filtered;
  switch (stage.kind) {
    case "error":
      return "<error>";
    case "where":
      return `where ${printExpression(stage.condition, printPipeline)}`;
    case "by": {
      if (stage.aggregates.length === 0) return `by ${printList(stage.keys, minimum)}`;
      return `by ${printList(stage.keys, minimum)}: ${printList(stage.aggregates, minimum)}`;
    }
    case "summarize": {
      if (stage.keys.length === 0) return `summarize ${printList(stage.aggregates, minimum)}`;
      return `summarize ${printList(stage.aggregates, minimum, true)} by ${printList(stage.keys, minimum)}`;
    }
    case "extend":
    case "select":
    case "distinct":
      return `${stage.kind} ${printList(stage.columns, minimum)}`;
    case "drop":
      return `drop ${stage.columns.map((column) => printExpression(column, printPipeline)).join(", ")}`;
    case "rename": {
      const renamings = stage.columns.map(({ to, from }) =>
        `${printName(to)} = ${printExpression(from, printPipeline)}`
      );
      return `rename ${renamings.join(", ")}`;
    }
    case "sort":
      return `sort ${stage.keys.map(printSortKey).join(", ")}`;
    case "top":
      return `top ${arithmetic(stage.count)}${stage.key === null ? "" : ` by ${printSortKey(stage.key)}`}`;
    case "take":
    case "skip":
    case "tail":
    case "sample":
    case "before":
    case "after":
      return `${stage.kind} ${arithmetic(stage.count)}`;
    case "count":
    case "unwind":
    case "explain":
      return stage.kind;
    case "hist":
      return `hist ${arithmetic(stage.value)}${stage.bins === null ? "" : ` bins ${arithmetic(stage.bins)}`}`;
    case "timeline": {
      const every = stage.step === null ? "" : `every ${arithmetic(stage.step)} `;
      return `timeline ${every}${printList(stage.aggregates, minimum)}`;
    }
    case "join": {
      const keys = stage.on.map(({ left, right }) =>
        [left, right].flatMap((side) => side === null ? [] : [printExpression(side, printPipeline)]).join(
          " = ",
        )
      );
      const kind = stage.join === null ? "" : `${stage.join} `;
      return `join ${kind}(${printPipeline(stage.pipeline)}) on ${keys.join(", ")}`;
    }
    case "as":
      return `as ${stage.name.kind === "error" ? "<error>" : printName(stage.name)}`;
    case "tree":
      return stage.direction === null ? "tree" : `tree ${stage.direction}`;
    case "through":
      return `through ${printPatternWord(stage.pattern)}`;
    case "callers":
      return `callers of ${printPatternWord(stage.pattern)}`;
  }
}

function printPatternWord(pattern: Parameters<typeof printExpression>[0]): string {
  const text = printExpression(pattern, printPipeline, LEVELS.range);
  return ["word", "string", "regex", "integer"].includes(pattern.kind) ? text : `(${text})`;
}
