/**
 * Prints syntax trees in the canonical form of `quarry fmt`.
 * @module
 */

import type {
  AssertStatement,
  Expression,
  NamedExpression,
  Pipeline,
  Point,
  Script,
  SortKey,
  Source,
  Stage,
  Statement,
} from "./ast.ts";
import type { Language, PartWriter } from "./language.ts";
import {
  closeRange,
  LEVELS,
  printExpression,
  printName,
  printNamed,
  printNameWord,
  printString,
} from "./print_expression.ts";

/** A longer statement is printed with each stage on its own line. */
const MAX_LINE = 80;

/** The lines of a statement: its head, and its stages without their pipes. */
type StatementLines = readonly [head: string, ...stages: string[]];

/** Joins the lines of a statement, on one line if they fit. */
export function joinLines(lines: StatementLines): string {
  const inline = lines.join(" | ");
  return inline.length <= MAX_LINE ? inline : lines.join("\n  | ");
}

/** Prints scripts of a language. */
export class Printer {
  readonly #language: Language;
  readonly #pipeline = (pipeline: Pipeline): string => this.#pipelineLines(pipeline, false).join(" | ");

  constructor(language: Language) {
    this.#language = language;
  }

  /** Prints a whole script, statement by statement. Comments are not part of the tree. */
  script(script: Script): string {
    const statements = script.statements.map((each) => joinLines(this.statementLines(each)));
    return statements.length === 0 ? "" : statements.join(";\n") + "\n";
  }

  /** Prints a pipeline on one line. */
  pipeline(pipeline: Pipeline): string {
    return this.#pipeline(pipeline);
  }

  /** Prints an expression. */
  expression(expression: Expression): string {
    return printExpression(expression, this.#pipeline);
  }

  /** Returns the head of a statement and its stages; a comment may be placed between any two of them. */
  statementLines(statement: Statement): StatementLines {
    switch (statement.kind) {
      case "error":
        return ["<error>"];
      case "query":
        return this.#pipelineLines(statement.pipeline, false);
      case "use":
      case "suppress":
        return [`${statement.kind} ${printString(statement.path.value)}`];
      case "assert":
        return this.#assertLines(statement);
      case "let": {
        const params = statement.params.length === 0 ? "" : `(${statement.params.map(printName).join(", ")})`;
        const [head, ...stages] = statement.value.kind === "pipeline"
          ? this.#pipelineLines(statement.value, false)
          : [printExpression(statement.value, this.#pipeline)] as const;
        return [`let ${printName(statement.name)}${params} = ${head}`, ...stages];
      }
    }
  }

  #assertLines(statement: AssertStatement): StatementLines {
    const lines = [...this.#pipelineLines(statement.pipeline, true)];
    const { comparison, message } = statement;
    let tail = "";
    if (comparison !== null) {
      tail += ` ${comparison.op} ${printExpression(comparison.expected, this.#pipeline, LEVELS.range)}`;
    }
    if (message !== null) tail += ` : ${printString(message.value)}`;
    lines[lines.length - 1] += tail;
    const [head, ...stages] = lines;
    return [`assert ${head}`, ...stages];
  }

  #pipelineLines(pipeline: Pipeline, inAssert: boolean): StatementLines {
    const stages = pipeline.stages.map((stage) => this.#stage(stage, inAssert));
    if (pipeline.source !== null) {
      const source = this.#source(pipeline.source);
      // "assert (count > 3)" is a filter on a column, while "assert count > 3" counts rows.
      const looksLikeStage = inAssert && pipeline.source.kind === "filter" &&
        this.#language.stages.find(/^\w*/.exec(source)![0].toLowerCase()) !== undefined;
      return [looksLikeStage ? `(${source})` : source, ...stages];
    }
    const [head = "", ...rest] = stages;
    return [head, ...rest];
  }

  #source(source: Source, wordFollows = false): string {
    const close = wordFollows ? closeRange : (text: string): string => text;
    switch (source.kind) {
      case "error":
        return "<error>";
      case "pipeline":
        return `(${this.#pipeline(source)})`;
      case "filter":
        return close(printExpression(source.condition, this.#pipeline));
      case "table": {
        const args = source.args.map((arg) => printExpression(arg, this.#pipeline)).join(", ");
        const point = source.point === null ? "" : ` @ ${this.#point(source.point)}`;
        const trace = source.trace === null ? "" : ` of ${printNameWord(source.trace)}`;
        return `${printName(source.name)}${args === "" ? "" : `(${args})`}${point}${trace}`;
      }
      case "source": {
        const syntax = this.#language.sources.find(source.keyword)!;
        return syntax.print(source, this.#writer(false), wordFollows);
      }
    }
  }

  #point(point: Point): string {
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
      case "columnPoint":
        return `${point.word} ${printExpression(point.value, this.#pipeline, LEVELS.primary)}`;
      case "bitPoint":
        return `${point.word} ${printNameWord(point.name)}`;
      case "expressionPoint":
        return point.value.kind === "name"
          ? printName(point.value)
          : `(${printExpression(point.value, this.#pipeline)})`;
    }
  }

  #list(values: readonly NamedExpression[], minimum = 0, wordFollows = false): string {
    const last = values.length - 1;
    return values.map((value, at) => printNamed(value, this.#pipeline, minimum, wordFollows && at === last))
      .join(", ");
  }

  #stage(stage: Stage, inAssert: boolean): string {
    if (stage.kind === "error") return "<error>";
    return this.#language.stages.find(stage.keyword)!.print(stage, this.#writer(inAssert));
  }

  #writer(inAssert: boolean): PartWriter {
    // Otherwise, a comparison after an aggregate would be read as the comparison of the assert.
    const minimum = inAssert ? LEVELS.arithmetic : LEVELS.filtered;
    const expression = (value: Expression, level = 0): string =>
      printExpression(value, this.#pipeline, level);
    return {
      name: printName,
      expression: (value) => expression(value),
      arithmetic: (value) => expression(value, LEVELS.arithmetic),
      list: (values, wordFollows) => this.#list(values, minimum, wordFollows),
      pipeline: this.#pipeline,
      source: (source, wordFollows) => this.#source(source, wordFollows),
      range(value, wordFollows = false) {
        const text = expression(value, LEVELS.range);
        return wordFollows ? closeRange(text) : text;
      },
      sortKey(key: SortKey, wordFollows = false): string {
        const words = [...(key.direction ? [key.direction] : []), ...(key.nulls ? ["nulls", key.nulls] : [])];
        const value = expression(key.value);
        return [wordFollows || words.length > 0 ? closeRange(value) : value, ...words].join(" ");
      },
      pattern(value: Expression): string {
        const text = expression(value, LEVELS.range);
        return ["word", "string", "regex", "integer"].includes(value.kind) ? text : `(${text})`;
      },
    };
  }
}
