/**
 * The meaning of an expression in the place of rows: `leaks` is a table there, `thread:3` a filter.
 * @module
 */
import type { Expression, Pipeline, Source } from "./ast.ts";

/** Turns an expression in the place of a pipeline into a pipeline. */
export function asPipeline(expression: Expression): Pipeline {
  return { kind: "pipeline", source: asSource(expression), stages: [], span: expression.span };
}

/** Turns an expression in the place of a source into a source. */
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
