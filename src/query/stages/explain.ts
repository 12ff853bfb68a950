/**
 * `explain` shows what each step did; `explain plan` shows what it would do.
 * @module
 */

import { computedRelation, spanInText } from "../analysis/scope.ts";
import { constantsRelation } from "../operators/columns/constants.ts";
import type { StepForecast, StepReport } from "../operators/operator.ts";
import type { Plan } from "../plan/plan.ts";
import type { Constant, PlanColumn } from "../plan/values.ts";
import type { Pipeline, StageNode } from "../syntax/ast.ts";
import { NOWHERE, pipelineNode } from "../syntax/build_nodes.ts";
import type { QueryStage } from "./stage.ts";

type Value = (each: ExplainedStep) => Constant;

/** A step that ran or would run, with its forecast. */
interface ExplainedStep {
  readonly detail: string;
  readonly depth: number;
  readonly report?: StepReport;
  readonly forecast?: StepForecast | undefined;
}

const number = (value: number | undefined): Constant =>
  value === undefined || !Number.isFinite(value) ? null : BigInt(Math.round(value));

/** Columns of `explain`, each with a function that returns its value for a step. */
const DONE: readonly (readonly [PlanColumn, Value])[] = [
  // Steps of side inputs are indented.
  [column("step", "text"), ({ depth, detail }) => "  ".repeat(depth) + detail],
  [column("rows_in"), ({ report }) => number(report?.rowsIn)],
  [column("expected"), ({ forecast }) => number(forecast?.rows)],
  [column("rows"), ({ report }) => number(report?.rowsOut)],
  [column("blocks"), ({ report }) => number(report?.blocks)],
  [column("skipped"), ({ report }) => number(report?.blocksSkipped)],
  [column("read", "u64", "bytes"), ({ report }) => number(report?.bytesRead)],
  [column("threads"), ({ report }) => number(report?.threads)],
  [column("code", "u64", "bytes"), ({ report }) => number(report?.codeBytes)],
  [column("ms", "f64"), ({ report }) => report ? Math.round(report.milliseconds * 1000) / 1000 : null],
  [column("how", "text"), ({ report }) => report?.how || null],
];

/** Columns of `explain plan`. */
const PLANNED: typeof DONE = [
  DONE[0]!,
  [column("rows_in"), ({ forecast }) => number(forecast?.rowsIn)],
  [column("rows"), ({ forecast }) => number(forecast?.rows)],
  [column("blocks"), ({ forecast }) => number(forecast?.blocks ?? 0)],
  [column("skipped"), ({ forecast }) => number(forecast?.skipped ?? 0)],
  [column("how", "text"), ({ forecast }) => forecast?.names.join(", ") || null],
];

function column(
  name: string,
  type: PlanColumn["type"] = "u64",
  display: PlanColumn["display"] = "plain",
): PlanColumn {
  return { name, type, display };
}

/** `explain`, or `explain plan`. */
interface ExplainNode extends StageNode {
  readonly isBefore: boolean;
}

/**
 * Adds `explain plan`, which runs nothing, to a pipeline; replaces an `explain` at the end of the pipeline.
 */
export function explainingPlan({ source, stages }: Pipeline): Pipeline {
  const last = stages.at(-1);
  const told = last?.kind === "stage" && last.keyword === "explain" ? stages.slice(0, -1) : stages;
  const node: ExplainNode = { kind: "stage", keyword: "explain", isBefore: true, span: NOWHERE };
  return pipelineNode(source, [...told, node]);
}

/** Returns one row per step, described by the columns. */
interface ExplainPlan extends Plan {
  readonly op: "explain";
  readonly input: Plan;
  /** Set for `explain plan`, where nothing runs. */
  readonly isBefore: boolean;
}

/** Pairs each report of a step with its forecast; both lists are in execution order. */
function together(reports: readonly StepReport[], forecasts: readonly StepForecast[]): ExplainedStep[] {
  let next = 0;
  return reports.map((report) => {
    const { detail, depth } = report;
    const found = forecasts.findIndex((each, at) =>
      at >= next && each.detail === detail && each.depth === depth
    );
    if (found >= 0) next = found + 1;
    return { detail, depth, report, forecast: forecasts[found] };
  });
}

/** Shows the plan with rows and time per step. */
export const explain: QueryStage<ExplainNode, ExplainPlan> = {
  keyword: "explain",
  usage: "explain [plan]",
  summary:
    "Runs the query and shows its plan: rows and time per step, how many rows were expected, blocks that filters looked at \
and those that they skipped by their smallest and largest values, bytes read from disk, threads that took part, bytes of \
code that was generated, and how it was done; explain plan shows what would be done, and runs nothing",
  examples: ["leaks | where size > 1K | explain", "leaks | where size > 1K | explain plan"],
  takesOperand: true,
  hidesRowCount: true,
  comesLast: "explain comes last: leaks | take 3 | explain",
  words: [{ word: "plan", doc: "The plan of the query, without running it" }],
  wordsAfter: (node) => node.isBefore ? [] : ["plan"],
  parse: (state, { span }) => ({
    kind: "stage",
    keyword: "explain",
    span,
    isBefore: state.takeWord("plan") !== null,
  }),
  print: ({ isBefore }) => isBefore ? "explain plan" : "explain",
  bind(_, node, input, frame) {
    const span = spanInText(node.span, { frame });
    const { isBefore } = node;
    const columns = (isBefore ? PLANNED : DONE).map(([each]) => each);
    return computedRelation<ExplainPlan>({ op: "explain", input: input.plan, isBefore, columns, span });
  },
  step: {
    op: "explain",
    print: ({ isBefore }) => isBefore ? "explain plan" : "explain",
    explains: ({ isBefore }) => isBefore ? "plan" : "run",
    run({ columns, isBefore }, _, context) {
      const { reports, forecasts } = context;
      const steps = isBefore
        ? forecasts.map((forecast): ExplainedStep => ({ ...forecast, forecast }))
        : together(reports, forecasts);
      const values = isBefore ? PLANNED : DONE;
      return constantsRelation(columns, values.map(([, value]) => steps.map(value)), steps.length, context);
    },
  },
};
