/**
 * Interprets an expression that is written where rows are expected: `leaks` is a table there, `thread:3` a
 * filter.
 * @module
 */
import type { Expression, Pipeline, Source } from "./ast.ts";

/** Converts an expression that is written where a pipeline is expected into a pipeline. */
export function asPipeline(expression: Expression): Pipeline {
  return { kind: "pipeline", source: asSource(expression), stages: [], span: expression.span };
}

/** Converts an expression that is written where a source is expected into a source. */
export function asSource(expression: Expression): Source {
  const { span } = expression;
  switch (expression.kind) {
    case "name": {
      const name = { kind: "identifier", name: expression.name, quoted: expression.quoted, span } as const;
      return { kind: "table", name, args: [], point: null, trace: null, span };
    }
    case "call":
      return { kind: "table", name: expression.name, args: expression.args, point: null, trace: null, span };
    case "subquery":
      return expression.pipeline;
    case "error":
      return expression;
    default:
      return { kind: "filter", condition: expression, span };
  }
}
