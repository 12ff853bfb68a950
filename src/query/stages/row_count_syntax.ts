/**
 * How stages are written that take a number of rows.
 * @module
 */

import type { Expression, StageNode } from "../syntax/ast.ts";
import { parseRowCount } from "../syntax/stage_parts.ts";
import type { StageSyntax } from "../syntax/stage_syntax.ts";

/** `take N` and the like. */
export interface RowCountNode extends StageNode {
  readonly count: Expression;
}

/** A keyword and a number. */
export function rowCountSyntax(
  keyword: string,
  summary: string,
  examples: readonly string[],
): StageSyntax<RowCountNode> {
  return {
    keyword,
    usage: `${keyword} N`,
    summary,
    examples,
    takesOperand: true,
    parse(state, { span }) {
      return { kind: "stage", keyword, count: parseRowCount(state, `${keyword} 10`), span };
    },
    print: (node, writer) => `${keyword} ${writer.arithmetic(node.count)}`,
    wants: () => [{ want: "count" }],
  };
}
