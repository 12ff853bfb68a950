/**
 * Coverage of a window: `gaps in`, `heat in`, `traces reaching`.
 * @module
 */

import { bindWindow, hasCoverage } from "./bind_window.ts";
import { coverageRelation } from "./coverage_rows.ts";
import { RANGES } from "../runs/run_coverage.ts";
import type { Binder } from "../../query/analysis/binder.ts";
import { computedRelation, openRelation, spanInText } from "../../query/analysis/scope.ts";
import type { PlanStep } from "../../query/operators/operator.ts";
import { type CoveragePlan, planColumns } from "./plan.ts";
import { planType } from "../../query/plan/types.ts";
import type { PlanColumn } from "../../query/plan/values.ts";
import type { Expression, Node, SourceNode } from "../../query/syntax/ast.ts";
import { parseRange } from "../../query/syntax/parse_expression.ts";
import type { StageExpectation } from "../../query/syntax/language.ts";
import type { QuerySource } from "../../query/sources/source.ts";

const GAP_COLUMNS = planColumns({ addr: "u64", end: "u64", size: "u64" });
const HEAT_COLUMNS = [
  ...GAP_COLUMNS,
  ...planColumns({ covered: "u64", strip: "text", module: "text", trace: "text" }),
];
const REACHING_COLUMNS = planColumns({
  trace: "text",
  module: "text",
  addr: "u64",
  size: "u64",
  count: "u64",
  first: "u64",
});

/** A range, a symbol or a name bound by `let`. */
interface WindowNode extends SourceNode {
  readonly op: CoveragePlan["op"];
  readonly within: Expression;
}

/** Uncovered parts of the window. */
export const gaps: QuerySource<WindowNode> = ofWindow({
  op: "gaps",
  opening: "gaps in",
  usage: "gaps in RANGE | SYMBOL",
  summary: "What no block covers in a range, a symbol or a section, for each coverage trace",
  examples: [
    "gaps in 0x10000..0x20000",
    "gaps in main",
    'gaps in symbol("main")',
    'gaps in section(".text")',
  ],
  columns: gapColumns,
  wants: () => [{ want: "symbol" }],
});

/** Shows the window as lines of characters. */
export const heat: QuerySource<WindowNode> = ofWindow({
  op: "heat",
  opening: "heat in",
  usage: "heat in RANGE | SYMBOL",
  summary: "A range as strips of bars: the taller a bar, the more of its bytes ran; not how often",
  examples: ["heat in 0x10000..0x20000 | select addr, strip", 'heat in section(".text")'],
  columns: () => HEAT_COLUMNS,
});

/** Traces that reach the window. */
export const reaching: QuerySource<WindowNode> = ofWindow({
  op: "reaching",
  opening: "traces reaching",
  usage: "traces reaching ADDRESS | SYMBOL",
  summary:
    "The open traces that executed a place: where they first did, and how many of their entries reach it",
  examples: ["traces reaching 0x4004", "traces reaching main"],
  columns: () => REACHING_COLUMNS,
  wants: (_, part) => part.kind === "range" ? [] : [{ want: "symbol" }],
});

/** The parts in which these sources differ. */
interface WindowParts extends Pick<QuerySource<WindowNode>, "opening" | "usage" | "summary" | "examples"> {
  readonly op: CoveragePlan["op"];
  columns(binder: Binder): readonly PlanColumn[];
  wants?(node: WindowNode, part: Node): readonly StageExpectation[];
}

function ofWindow({ op, columns, ...words }: WindowParts): QuerySource<WindowNode> {
  const [keyword, second] = words.opening.split(" ") as [string, string];
  const step: PlanStep<CoveragePlan> = {
    op,
    // For `reaching`, the distinct entries are enough.
    ...(op === "reaching" ? {} : { needs: [RANGES] }),
    print(plan, printer) {
      const module = plan.module === null ? "" : ` of ${JSON.stringify(plan.module)}`;
      return `${op} ${printer.bounds(plan.low, plan.high, false, [])}${module}`;
    },
    run: (plan, _, context) => coverageRelation(plan, context),
  };
  return {
    keyword,
    ...words,
    needsTable: "blocks",
    step,
    begins: (next) => next.word === second,
    parse(state) {
      const start = state.advance("source").span.start;
      state.advance("keyword");
      const within = parseRange(state);
      const node: WindowNode = { kind: "source", keyword, op, within, span: state.spanFrom(start) };
      return node;
    },
    print: (node, writer, wordFollows) => `${words.opening} ${writer.range(node.within, wordFollows)}`,
    bind(binder, node, frame) {
      const span = spanInText(node.span, { frame });
      if (!hasCoverage(binder, op === "reaching" ? words.opening : op, node, frame)) {
        return openRelation(span);
      }
      const window = bindWindow(binder, node.within, frame, op);
      if (window === null) return openRelation(span);
      return computedRelation<CoveragePlan>({ op, ...window, columns: columns(binder), span });
    },
  };
}

/** The columns of the table `gaps`, if there is one. */
function gapColumns(binder: Binder): readonly PlanColumn[] {
  const table = binder.catalog.table("gaps", null);
  if (table === undefined) return GAP_COLUMNS;
  return table.columns.map(({ name, type, display }) => ({ name, type: planType(type), display }));
}
