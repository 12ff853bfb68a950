/**
 * Stages that keep some of the rows, in the same order: `take`, `skip`, `tail`, `sample`.
 * @module
 */

import { bindNumber } from "../analysis/bind_order.ts";
import { scopeOf, spanInText, withFewerRows } from "../analysis/scope.ts";
import { type LimitPlan, runLimit } from "../operators/scan/limit.ts";
import type { PlanStep } from "../operators/operator.ts";
import type { QueryStage } from "./stage.ts";
import type { Expression, StageNode } from "../syntax/ast.ts";
import { integerNode, NOWHERE } from "../syntax/build_nodes.ts";
import { parseRowCount } from "../syntax/stage_parts.ts";
import type { StageSyntax } from "../syntax/language.ts";
import type { LooseReader } from "../syntax/loose_reader.ts";

/** A stage with a row count, such as `take N`. */
export interface RowCountNode extends StageNode {
  readonly count: Expression;
}

/** Creates the syntax node of `take N` or `skip N`. */
export function rowCountNode(keyword: "take" | "skip", count: number): StageNode {
  const node: RowCountNode = { kind: "stage", keyword, count: integerNode(BigInt(count)), span: NOWHERE };
  return node;
}

/** Returns the syntax of a stage with a keyword and a number. */
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

/** The default number of rows. */
const SOME_ROWS = "10";

/** `limit=5`, `(5)`, `5 rows`, or nothing at all. */
function onlyNumber(keyword: string, operand: string, reader: LooseReader): string | null {
  const bare = reader.bare(operand).replace(/^\s*(?:\w+\s*=)?/, "").replace(
    /\s*(?:rows?|lines?|records?)?\s*$/i,
    "",
  );
  if (bare === "") return `${keyword} ${SOME_ROWS}`;
  return /^\d+$/.test(bare) ? `${keyword} ${bare}` : null;
}

/** Keeps the first rows. */
export const take: QueryStage<RowCountNode> = {
  ...limit("take", "The first N rows", ["events | take 20"]),
  elsewhere: [{ word: "limit" }, { word: "head" }, { word: "first" }],
  called: ["fetch"],
  loosely: (operand, reader) => onlyNumber("take", operand, reader),
};
/** Drops the first rows. */
export const skip: QueryStage<RowCountNode> = {
  ...limit("skip", "All but the first N rows", [
    "events | skip 100 | take 20",
  ]),
  elsewhere: [{ word: "offset" }],
  loosely: (operand, reader) => onlyNumber("skip", operand, reader),
};
/** Keeps the last rows. */
export const tail: QueryStage<RowCountNode> = {
  ...limit("tail", "The last N rows", ["events | tail 5"]),
  elsewhere: [{ word: "last" }],
  loosely: (operand, reader) => onlyNumber("tail", operand, reader),
};
/** Keeps rows that are sampled evenly. */
export const sample: QueryStage<RowCountNode> = limit("sample", "N rows, evenly spaced", [
  "events | sample 10",
]);

function limit(
  keyword: LimitPlan["op"],
  summary: string,
  examples: readonly string[],
): QueryStage<RowCountNode> {
  const step: PlanStep<LimitPlan> = {
    op: keyword,
    print: (plan) => `${keyword} ${plan.count}`,
    run: (plan, [input], context) => runLimit(plan, input!, context),
    forecast: ({ op, count }, [input]) => {
      const rows = input!.rows;
      const left = op === "skip" ? rows && Math.max(0, rows - count) : Math.min(count, rows ?? count);
      return { rows: left, names: [] };
    },
    ...(keyword === "take" ? { rowsRead: (plan: LimitPlan) => plan.count } : {}),
  };
  return {
    ...rowCountSyntax(keyword, summary, examples),
    step,
    bind(binder, node, input, frame) {
      const count = bindNumber(binder, node.count, scopeOf(input, frame), 0);
      if (count === null) return input;
      const { columns } = input.plan;
      const span = spanInText(node.span, { frame });
      const plan: LimitPlan = { op: keyword, input: input.plan, count, columns, span };
      return withFewerRows(input, plan);
    },
  };
}
