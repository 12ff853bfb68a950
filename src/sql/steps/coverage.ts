/**
 * What several coverage traces cover together. Nothing is compared each with each: ranges are cut where any of them begins
 * or ends, and sums over the cuts in their order say how many traces cover what follows, and with which bits.
 * @module
 */

import type { CoveragePlan, CoverageSetPlan } from "../../coverage/sources/plan.ts";
import type { Span } from "../../base/diagnostic.ts";
import { ROW } from "../names.ts";
import type { SqlRows, Translation } from "../translation.ts";

const RANGES = "ranges";
/** Bits of an op. */
const BITS = [0, 1, 2, 3, 4, 5, 6, 7];
/** What is counted over a cut: traces that cover it, and those with each bit. */
const COUNTS = ["n", ...BITS.map((bit) => `b${bit}`)];
const TAKEN = 1;
const FALLTHROUGH = 2;
const FAULT = 0x20;

/** `union of`, `intersection of`, `difference of`. */
export function coverageSetText(plan: CoverageSetPlan, to: Translation): SqlRows {
  const known = tracesWith(RANGES, to, plan.span);
  const isThere = (name: string): boolean => known === undefined || known.includes(name);
  const mine = plan.traces.filter(isThere);
  const others = plan.others.filter(isThere);
  const changes = changesOfTraces(plan, to, mine, others);
  const states = statesOf(plan, to, changes, mine.length);
  const ranges = joinedText(plan, to, states);
  return setColumns(plan, to, ranges);
}

/** Traces that have a table; undefined where nobody knows. */
function tracesWith(table: string, to: Translation, span: Span): readonly string[] | undefined {
  const traces = to.dataset.traces(table);
  if (traces?.length === 0) return to.refuse(`"${table}"`, "the dataset has no such table", span);
  return traces;
}

/** Where each trace begins and ends to cover something, by itself: a trace may have loaded a module twice. */
function changesOfTraces(
  { span }: CoverageSetPlan,
  to: Translation,
  mine: readonly string[],
  others: readonly string[],
): string {
  const { dialect } = to;
  const { from, trace, row } = dialect.table({ folder: to.dataset.folder, table: RANGES, trace: null });
  const isOne = (names: readonly string[]): string =>
    names.length === 0 ? "FALSE" : `${trace} IN (${names.map((name) => dialect.text(name)).join(", ")})`;
  const [addr, size] = [dialect.wide(to.quote("addr")), dialect.wide(to.quote("size"))];
  const side = `CASE WHEN ${isOne(mine)} THEN 0 ELSE 1 END`;
  const ranges = to.addStep(
    "ranges",
    span,
    `SELECT ${trace} AS of_trace, ${side} AS side, module, ${addr} AS low, ${addr} + ${size} AS behind, op, ` +
      `${dialect.tuple(side, trace, row)} AS of_row FROM ${from} WHERE ${isOne([...mine, ...others])}`,
  );
  const ends = to.addStep(
    "ends",
    span,
    `SELECT of_trace, side, module, low AS cut, op, of_row, 1 AS step FROM ${ranges} UNION ALL ` +
      `SELECT of_trace, side, module, behind, op, of_row, -1 FROM ${ranges}`,
  );
  const hasBit = (bit: number): string => `${dialect.arithmetic("&", "u64", "op", `${1 << bit}`)} <> 0`;
  const steps = ["step", ...BITS.map((bit) => `CASE WHEN ${hasBit(bit)} THEN step ELSE 0 END`)];
  const cuts = to.addStep(
    "cuts",
    span,
    `SELECT of_trace, side, module, cut, min(of_row) AS of_row, ` +
      `${
        COUNTS.map((name, at) => `sum(${steps[at]}) AS ${name}`).join(", ")
      } FROM ${ends} GROUP BY 1, 2, 3, 4`,
  );
  const order = "PARTITION BY of_trace, module ORDER BY cut";
  const depths = to.addStep(
    "depths",
    span,
    `SELECT of_trace, side, module, cut, of_row, ${
      COUNTS.map((name) => `CASE WHEN sum(${name}) OVER (${order}) > 0 THEN 1 ELSE 0 END AS ${name}`).join(
        ", ",
      )
    } FROM ${cuts}`,
  );
  return to.addStep(
    "turns",
    span,
    `SELECT side, module, cut, of_row, ${
      COUNTS.map((name) => `${name} - coalesce(${dialect.neighbour("lag", name, 1, order)}, 0) AS ${name}`)
        .join(", ")
    } FROM ${depths}`,
  );
}

/** From one cut to the next: how many traces cover it, and the op that a set has there, 0 for what is not in it. */
function statesOf(plan: CoverageSetPlan, to: Translation, changes: string, total: number): string {
  const { dialect } = to;
  const isDifference = plan.op === "difference";
  const sides = isDifference ? [0, 1] : [0];
  const names = sides.flatMap((side) => COUNTS.map((name) => ({ side, name, own: `${name}_${side}` })));
  const cuts = to.addStep(
    "cuts",
    plan.span,
    `SELECT module, cut, min(of_row) AS of_row, ${
      names.map(({ side, name, own }) => `sum(CASE WHEN side = ${side} THEN ${name} ELSE 0 END) AS ${own}`)
        .join(", ")
    } FROM ${changes} GROUP BY 1, 2`,
  );
  const order = "PARTITION BY module ORDER BY cut";
  const pieces = to.addStep(
    "pieces",
    plan.span,
    `SELECT module, cut AS low, ${dialect.neighbour("lead", "cut", 1, order)} AS behind, ` +
      `min(of_row) OVER (PARTITION BY module) AS of_row, ` +
      `${names.map(({ own }) => `sum(${own}) OVER (${order}) AS ${own}`).join(", ")} FROM ${cuts}`,
  );
  const hasBit = (bit: number): string => {
    if (plan.op === "intersection" && plan.byOutcome) return `b${bit}_0 = n_0`;
    return isDifference && plan.byOutcome ? `b${bit}_0 > 0 AND b${bit}_1 = 0` : `b${bit}_0 > 0`;
  };
  const op = BITS.map((bit) => `CASE WHEN ${hasBit(bit)} THEN ${1 << bit} ELSE 0 END`).join(" + ");
  const isIn = plan.op === "intersection"
    ? `n_0 = ${total} AND n_0 > 0`
    : isDifference && !plan.byOutcome
    ? "n_1 = 0"
    : "n_0 > 0";
  return to.addStep(
    "states",
    plan.span,
    `SELECT module, low, behind, of_row, n_0 AS runs, CASE WHEN ${isIn} THEN ${op} ELSE 0 END AS op ` +
      `FROM ${pieces} WHERE behind IS NOT NULL`,
  );
}

/** Neighbours that agree are one range. */
function joinedText({ span }: CoverageSetPlan, to: Translation, states: string): string {
  const { dialect } = to;
  const order = "PARTITION BY module ORDER BY low";
  const before = (name: string): string => `coalesce(${dialect.neighbour("lag", name, 1, order)}, -1)`;
  const begins = to.addStep(
    "begins",
    span,
    `SELECT *, CASE WHEN op = ${before("op")} AND runs = ${
      before("runs")
    } THEN 0 ELSE 1 END AS begins FROM ${states}`,
  );
  const numbered = to.addStep(
    "numbered",
    span,
    `SELECT *, sum(begins) OVER (${order}) AS number FROM ${begins}`,
  );
  return to.addStep(
    "joined",
    span,
    `SELECT module, min(low) AS low, max(behind) AS behind, min(op) AS op, min(runs) AS runs, min(of_row) AS of_row ` +
      `FROM ${numbered} WHERE op <> 0 GROUP BY module, number`,
  );
}

/** Module after module as the traces have them. */
function setColumns(plan: CoverageSetPlan, to: Translation, ranges: string): SqlRows {
  const { dialect } = to;
  const number = (sql: string): string => dialect.cast(sql, "u64");
  const bits = (mask: number): string => dialect.arithmetic("&", "u64", number("op"), `${mask}`);
  const outcome = bits(TAKEN | FALLTHROUGH);
  const texts: Readonly<Record<string, string>> = {
    addr: number("low"),
    size: number("(behind - low)"),
    // What ends with the last address has no end that fits.
    end: number(`(CASE WHEN behind = ${1n << 64n} THEN ${dialect.wide("0")} ELSE behind END)`),
    module: "module",
    op: number("op"),
    taken: `${bits(TAKEN)} <> 0`,
    fallthrough: `${bits(FALLTHROUGH)} <> 0`,
    fault: `${bits(FAULT)} <> 0`,
    outcome: `CASE ${outcome} WHEN 0 THEN 'none' WHEN ${TAKEN | FALLTHROUGH} THEN 'both' ELSE 'one' END`,
    runs: number("runs"),
  };
  const list = plan.columns.map(({ name }) => `${texts[name]} AS ${to.quote(name)}`).join(", ");
  return to.add(plan.op, plan, `SELECT ${list}, ${dialect.tuple("of_row", "low")} AS ${ROW} FROM ${ranges}`);
}

/** `traces reaching`: the entries whose bytes meet the window, by trace and module. */
export function reachingText(plan: CoveragePlan, to: Translation): SqlRows {
  const { dialect } = to;
  tracesWith("entries", to, plan.span);
  const { from, trace, row } = dialect.table({ folder: to.dataset.folder, table: "entries", trace: null });
  const [addr, size] = [dialect.wide(to.quote("addr")), dialect.wide(to.quote("size"))];
  // Special entries have no letters; what lies below the load address is left out as the trace's own tools do.
  const tests = [`${to.quote("type")} IS NOT NULL`, "dropped IS NOT TRUE", `${size} > 0`];
  const bound = (expr: CoveragePlan["low"]): bigint | undefined =>
    expr?.op === "constant" && typeof expr.value === "bigint" ? expr.value : undefined;
  const [low, high] = [bound(plan.low), bound(plan.high)];
  if (low !== undefined) tests.push(`${addr} + ${size} > ${low}`);
  if (high !== undefined) tests.push(`${addr} < ${high}`);
  if (plan.module !== null) tests.push(`module = ${dialect.text(plan.module)}`);
  const entries = to.addStep(
    "entries",
    plan.span,
    `SELECT ${trace} AS of_trace, module, ${to.quote("addr")} AS addr, ${to.quote("size")} AS size, ` +
      `${to.quote("count")} AS n, ${to.quote("first")} AS of_first, ${row} AS of_row FROM ${from} ` +
      `WHERE ${tests.join(" AND ")}`,
  );
  const earliest = [
    { sql: "of_first", descending: false },
    { sql: "of_row", descending: false },
  ];
  const texts: Readonly<Record<string, string>> = {
    trace: "of_trace",
    module: "module",
    addr: dialect.firstBy("addr", earliest, "of_first IS NOT NULL"),
    size: dialect.firstBy("size", earliest, "of_first IS NOT NULL"),
    count: dialect.cast(dialect.sum("n"), "u64"),
    first: "min(of_first)",
  };
  const list = plan.columns.map(({ name }) => `${texts[name]} AS ${to.quote(name)}`).join(", ");
  return to.add(
    "reaching",
    plan,
    `SELECT ${list}, ${
      dialect.tuple("of_trace", "min(of_row)")
    } AS ${ROW} FROM ${entries} GROUP BY of_trace, module`,
  );
}
