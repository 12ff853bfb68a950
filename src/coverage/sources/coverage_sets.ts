/**
 * Sets of what several runs cover: `union of`, `intersection of`, `difference of`, `complement of`.
 * @module
 */

import { globPattern } from "../../patterns/text_pattern.ts";
import { WorkMeter } from "../../patterns/work_meter.ts";
import { hasCoverage } from "./bind_window.ts";
import { coverageRelation } from "./coverage_rows.ts";
import { RANGES } from "../runs/run_coverage.ts";
import type { Binder } from "../../query/analysis/binder.ts";
import {
  type BoundRelation,
  computedRelation,
  type DefinitionUse,
  openRelation,
  spanInText,
} from "../../query/analysis/scope.ts";
import { listFirst } from "../../query/analysis/message_words.ts";
import type { PlanStep } from "../../query/operators/operator.ts";
import { type CoverageSetPlan, planColumns } from "./plan.ts";
import type { ErrorNode, SourceNode, StringLiteral, Word } from "../../query/syntax/ast.ts";
import { parseNameWord } from "../../query/syntax/parse_words.ts";
import { printNameWord } from "../../query/syntax/print_expression.ts";
import type { QuerySource } from "../../query/sources/source.ts";

/** Uncovered code has no state. */
const COMPLEMENT_COLUMNS = planColumns({ addr: "u64", size: "u64", end: "u64", module: "text" });
const SET_COLUMNS = [
  ...COMPLEMENT_COLUMNS,
  ...planColumns({
    op: "u64",
    taken: "bool",
    fallthrough: "bool",
    fault: "bool",
    outcome: "text",
    runs: "u64",
  }),
];

/** Names of traces after `of`. */
interface SetNode extends SourceNode {
  readonly op: CoverageSetPlan["op"];
  /** Names of the traces; strings and words may be globs. */
  readonly traces: readonly (Word | StringLiteral | ErrorNode)[];
  readonly byOutcome: boolean;
}

/** Ranges that any of the traces covers. */
export const union: QuerySource<SetNode> = coverageSet("union", {
  usage: "union of TRACE, TRACE, …",
  summary: "Ranges that any of these traces covers, with the number of traces; a name may be a glob",
  examples: [
    "union of a, b",
    'union of "*" | where runs == 1',
    'union of "*" | summarize covered = sum(size)',
  ],
});

/** Ranges that all of the traces cover. */
export const intersection: QuerySource<SetNode> = coverageSet("intersection", {
  usage: "intersection of TRACE, TRACE, … [by outcome]",
  summary: "Ranges that all of these traces cover; by outcome: with the outcomes that all of them saw",
  examples: ["intersection of a, b", 'intersection of "*" by outcome'],
});

/** Ranges that the first trace covers but the others do not. */
export const difference: QuerySource<SetNode> = coverageSet("difference", {
  usage: "difference of TRACE [, TRACE, …] [by outcome]",
  summary:
    "Ranges that the first trace covers and the others (alone: all other traces) do not; by outcome: outcomes too",
  examples: ["difference of b, a", "difference of a by outcome"],
});

/** Ranges that none of the traces covers. */
export const complement: QuerySource<SetNode> = coverageSet("complement", {
  usage: "complement of TRACE, TRACE, …",
  summary:
    "Code that none of these traces covers: of the program if it is available, otherwise between what they cover",
  examples: [
    'complement of "*" | summarize missed = sum(size)',
    "complement of a, b | extend func = symbol(addr) | top 20 by size",
  ],
});

function coverageSet(
  op: CoverageSetPlan["op"],
  words: Pick<QuerySource<SetNode>, "usage" | "summary" | "examples">,
): QuerySource<SetNode> {
  const step: PlanStep<CoverageSetPlan> = {
    op,
    needs: [RANGES],
    print(plan) {
      const others = plan.others.length === 0 ? "" : ` without ${plan.others.join(", ")}`;
      return `${op} of ${plan.traces.join(", ")}${others}${plan.byOutcome ? " by outcome" : ""}`;
    },
    run: (plan, _, context) => coverageRelation(plan, context),
  };
  return {
    keyword: op,
    ...words,
    opening: `${op} of`,
    needsTable: "blocks",
    step,
    begins: (next) => next.word === "of",
    // After the names, only "by outcome" belongs to the source: "by" alone begins a stage.
    parse(state) {
      const start = state.advance("source").span.start;
      state.advance("keyword");
      const traces = [];
      do traces.push(parseNameWord(state, "the name of a coverage trace")); while (state.take(","));
      // Code that did not run has no outcomes.
      const byOutcome = op !== "complement" && state.atWord("by") && state.peek(1).word === "outcome";
      if (byOutcome) {
        state.advance("keyword");
        state.advance("keyword");
      }
      const span = state.spanFrom(start);
      const node: SetNode = { kind: "source", keyword: op, op, traces, byOutcome, span };
      return node;
    },
    print({ traces, byOutcome }) {
      return `${op} of ${traces.map(printNameWord).join(", ")}${byOutcome ? " by outcome" : ""}`;
    },
    bind: bindSet,
  };
}

/** Names of traces, each literal or a glob over the open ones. */
function bindSet(binder: Binder, node: SetNode, frame: DefinitionUse | null): BoundRelation {
  const { op, byOutcome } = node;
  const span = spanInText(node.span, { frame });
  if (!hasCoverage(binder, op, node, frame)) return openRelation(span);
  const { traceNames } = binder.catalog;
  const lists: string[][] = [];
  for (const trace of node.traces) {
    if (trace.kind === "error") return openRelation(span);
    const written = trace.kind === "word" ? trace.text : trace.value;
    const param = trace.kind === "word" ? frame?.params.get(written)?.node : undefined;
    const name = param?.kind === "string" ? param.value : param?.kind === "name" ? param.name : written;
    const glob = globPattern(name);
    // If no traces are open, the script is only checked.
    const found = traceNames.includes(name) || traceNames.length === 0
      ? [name]
      : traceNames.filter((each) => glob.test(each, new WorkMeter()));
    if (found.length === 0) {
      const open = `open traces: ${listFirst(traceNames)}`;
      binder.reportUnknown("Q202", "trace", trace, { frame }, { name, among: traceNames, otherwise: open });
      return openRelation(span);
    }
    lists.push(found);
  }
  const [first = [], ...rest] = lists;
  const traces = op === "difference" ? first : [...new Set(lists.flat())];
  // A single run is compared with all others.
  const taken = rest.length > 0 ? rest.flat() : traceNames;
  const others = op === "difference" ? [...new Set(taken)].filter((name) => !traces.includes(name)) : [];
  const columns = op === "complement" ? COMPLEMENT_COLUMNS : SET_COLUMNS;
  return computedRelation<CoverageSetPlan>({ op, traces, others, byOutcome, columns, span });
}
