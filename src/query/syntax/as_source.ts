/**
 * What an expression means where rows are expected: `leaks` is a table there, `thread:3` a filter.
 *
 * @module
 */
import type { Expression, Pipeline, Source } from "./ast.ts";

/** Makes an expression that is where a pipeline is expected the source of one. */
export function asPipeline(expression: Expression): Pipeline {
  return { kind: "pipeline", source: asSource(expression), stages: [], span: expression.span };
}

/** Makes an expression that is where a source is expected one. */
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
