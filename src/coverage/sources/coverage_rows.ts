/**
 * Sources that only coverage traces provide: gaps and heat of a window, the traces that reach an address, and
 * set operations over the coverage of several runs.
 * @module
 */

import { U64_MAX } from "../../base/u64.ts";
import type { Relation } from "../../query/execution/relation.ts";
import { constantsRelation } from "../../query/operators/columns/constants.ts";
import type { OperatorContext } from "../../query/operators/operator.ts";
import { COVERAGE } from "../runs/extension.ts";
import type { CoveragePlan, CoverageSetPlan } from "./plan.ts";
import type { Constant } from "../../query/plan/values.ts";
import { differenceOf, intersectionOf, unionOf } from "../ranges/campaign.ts";
import type { SharedRange } from "../ranges/coverage_result.ts";
import { subtractRanges } from "../ranges/subtract_data.ts";
import { uncoveredIn } from "../ranges/functions.ts";
import type { AddressRange } from "../ranges/entries.ts";
import { heatLines } from "../ranges/heat.ts";
import type { OpenRun } from "../../query/operators/extension.ts";
import { complementOf } from "./complement.ts";
import { dataByModule } from "./data_ranges.ts";
import { reachingRows } from "./reaching_rows.ts";
import { isCoverageRun, overlapsAny, type RunCoverage } from "../runs/run_coverage.ts";

/** A row by column name; missing columns are null. */
type Row = { readonly [column: string]: Constant };

const TAKEN = 1;
const FALLTHROUGH = 2;
const FAULT = 0x20;
const OUTCOMES = ["none", "one", "one", "both"];

/** The rows of a source. */
export function coverageRelation(plan: CoveragePlan | CoverageSetPlan, context: OperatorContext): Relation {
  const { tables } = context;
  const coverage = tables.stateOf(COVERAGE);
  const runs = tables.open.traces.filter(isCoverageRun);
  const rows = [...rowsOf(plan, runs, coverage)];
  const columns = plan.columns.map(({ name }) => rows.map((row) => row[name] ?? null));
  return constantsRelation(plan.columns, columns, rows.length, context);
}

function* rowsOf(
  plan: CoveragePlan | CoverageSetPlan,
  runs: readonly OpenRun[],
  coverage: RunCoverage,
): Generator<Row> {
  switch (plan.op) {
    case "union":
    case "intersection":
    case "difference":
      for (const range of combined(plan, runs, coverage)) {
        yield {
          ...placeOf(range, coverage.moduleText(range.module)),
          ...stateOf(range.op),
          runs: BigInt(range.runs),
        };
      }
      return;
    case "complement": {
      const mine = runs.filter(({ name }) => plan.traces.includes(name));
      for (const { module, ...range } of complementOf(mine, coverage)) {
        yield placeOf(range, coverage.moduleText(module));
      }
      return;
    }
    case "reaching": {
      const window = boundsOf(plan);
      for (const open of runs) for (const row of reachingRows(open, window, plan.module)) yield row;
      return;
    }
    case "gaps":
      for (const { open, module, ranges, window, data } of windowsOf(plan, runs, coverage)) {
        for (const gap of subtractRanges(uncoveredIn(ranges, window.first, window.last), data)) {
          yield { ...placeOf(gap, module), trace: open.name };
        }
      }
      return;
    case "heat":
      for (const { open, module, ranges, window, data } of windowsOf(plan, runs, coverage)) {
        for (const line of heatLines(ranges, window.first, window.last, data)) {
          yield { ...placeOf(line, module), covered: line.covered, strip: line.strip, trace: open.name };
        }
      }
  }
}

function placeOf({ first, last }: AddressRange, module: string | null): Row {
  return { addr: first, size: last - first + 1n, end: last === U64_MAX ? 0n : last + 1n, module };
}

function stateOf(op: number): Row {
  return {
    op: BigInt(op),
    taken: (op & TAKEN) !== 0,
    fallthrough: (op & FALLTHROUGH) !== 0,
    fault: (op & FAULT) !== 0,
    outcome: OUTCOMES[op & (TAKEN | FALLTHROUGH)]!,
  };
}

function combined(plan: CoverageSetPlan, runs: readonly OpenRun[], coverage: RunCoverage): SharedRange[] {
  const pick = (names: readonly string[]): readonly OpenRun[] =>
    runs.filter(({ name }) => names.includes(name));
  const mine = pick(plan.traces).map((open) => coverage.of(open));
  const others = pick(plan.others).map((open) => coverage.of(open));
  switch (plan.op) {
    case "union":
      return unionOf(mine);
    case "intersection":
      return intersectionOf(mine, plan.byOutcome);
    default:
      return differenceOf(mine, others, plan.byOutcome);
  }
}

/** A window of one module of one trace. */
interface Window {
  readonly open: OpenRun;
  readonly module: string | null;
  readonly ranges: readonly AddressRange[];
  readonly window: AddressRange;
  /** Data between the code. */
  readonly data: readonly AddressRange[];
}

/**
 * Yields the windows of a plan: in the module that it names, otherwise in the modules that ran inside the
 * window, otherwise in the program. Open ends extend to the first and last address that ran.
 */
function* windowsOf(plan: CoveragePlan, runs: readonly OpenRun[], coverage: RunCoverage): Generator<Window> {
  const bounds = boundsOf(plan);
  for (const open of runs) {
    const byModule = coverage.byModule(open);
    const constants = dataByModule([open], coverage);
    const program = coverage.programOf(open);
    let numbers = plan.module === null
      ? [...byModule.keys()].filter((number) => overlapsAny(byModule.get(number)!, bounds))
      : [coverage.numberOf(plan.module)];
    if (numbers.length === 0) numbers = [program];
    for (const number of numbers) {
      const ranges = byModule.get(number) ?? [];
      const first = plan.low === null ? ranges[0]?.first : bounds.first;
      const last = plan.high === null ? ranges.at(-1)?.last : bounds.last;
      if (first === undefined || last === undefined || last < first) continue;
      const data = constants.get(number) ?? [];
      yield { open, module: coverage.moduleText(number), ranges, window: { first, last }, data };
    }
  }
}

function boundsOf({ low, high }: CoveragePlan): AddressRange {
  const value = (bound: CoveragePlan["low"], otherwise: bigint): bigint =>
    bound?.op === "constant" && typeof bound.value === "bigint" ? bound.value : otherwise;
  return { first: value(low, 0n), last: value(high, U64_MAX + 1n) - 1n };
}
