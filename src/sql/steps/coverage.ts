/**
 * Implements set operations over the coverage of several traces. Ranges are not compared pairwise. They are
 * cut where any of them begins or ends, and running sums over the cuts give the number of traces that cover
 * the next piece, and their bits.
 * @module
 */

import type { CoveragePlan, CoverageSetPlan } from "../../coverage/sources/plan.ts";
import { ROW_ORDER_COLUMN, type SqlRows, type StepTexts, type Translation } from "../translation.ts";

const RANGES = "ranges";
/** Numbers of the bits in the `op` of a range. */
const BITS = [0, 1, 2, 3, 4, 5, 6, 7];
/** Counters at a cut: traces that cover it, and traces with each bit. */
const COUNTS = ["n", ...BITS.map((bit) => `b${bit}`)];
const each = (write: (name: string, at: number) => string): string => COUNTS.map(write).join(", ");
const TAKEN = 1;
const FALLTHROUGH = 2;
const FAULT = 0x20;

/** `union of`, `intersection of`, `difference of`. */
function coverageSetText(plan: CoverageSetPlan, to: Translation): SqlRows {
  const known = to.tracesWith(RANGES);
  const isThere = (name: string): boolean => known === undefined || known.includes(name);
  const mine = plan.traces.filter(isThere);
  const others = plan.others.filter(isThere);
  const states = statesOf(plan, to, changesOfTraces(to, mine, others), mine.length);
  return setColumns(plan, to, joinedText(to, states));
}

/**
 * Positions at which each trace starts and stops covering, computed per trace because a trace may have loaded
 * a module twice.
 */
function changesOfTraces(to: Translation, mine: readonly string[], others: readonly string[]): string {
  const { dialect } = to;
  const { from, trace, row } = to.table(RANGES);
  const isOne = (names: readonly string[]): string =>
    names.length === 0 ? "FALSE" : `${trace} IN (${names.map((name) => dialect.text(name)).join(", ")})`;
  const [addr, size] = [dialect.wide(to.quote("addr")), dialect.wide(to.quote("size"))];
  const side = `CASE WHEN ${isOne(mine)} THEN 0 ELSE 1 END`;
  const ranges = to.step(
    "ranges",
    `SELECT ${trace} AS of_trace, ${side} AS side, module, ${addr} AS low, ${addr} + ${size} AS behind, op, ` +
      `${dialect.tuple(side, trace, row)} AS of_row FROM ${from} WHERE ${isOne([...mine, ...others])}`,
  );
  const ends = to.step(
    "ends",
    `SELECT of_trace, side, module, low AS cut, op, of_row, 1 AS step FROM ${ranges} UNION ALL ` +
      `SELECT of_trace, side, module, behind, op, of_row, -1 FROM ${ranges}`,
  );
  const hasBit = (bit: number): string => `${dialect.arithmetic("&", "u64", "op", `${1 << bit}`)} <> 0`;
  const steps = ["step", ...BITS.map((bit) => `CASE WHEN ${hasBit(bit)} THEN step ELSE 0 END`)];
  const cuts = to.step(
    "cuts",
    `SELECT of_trace, side, module, cut, min(of_row) AS of_row, ` +
      `${each((name, at) => `sum(${steps[at]}) AS ${name}`)} FROM ${ends} GROUP BY 1, 2, 3, 4`,
  );
  const order = "PARTITION BY of_trace, module ORDER BY cut";
  const depths = to.step(
    "depths",
    `SELECT of_trace, side, module, cut, of_row, ` +
      `${
        each((name) => `CASE WHEN sum(${name}) OVER (${order}) > 0 THEN 1 ELSE 0 END AS ${name}`)
      } FROM ${cuts}`,
  );
  return to.step(
    "turns",
    `SELECT side, module, cut, of_row, ` +
      `${each((name) => `${name} - coalesce(${dialect.neighbour("lag", name, 1, order)}, 0) AS ${name}`)} ` +
      `FROM ${depths}`,
  );
}

/**
 * From one cut to the next: how many traces cover the piece, and its operations in the resulting set; 0 if it
 * is not in the set.
 */
function statesOf(plan: CoverageSetPlan, to: Translation, changes: string, total: number): string {
  const { dialect } = to;
  const isDifference = plan.op === "difference";
  const sides = isDifference ? [0, 1] : [0];
  const ofSides = (write: (side: number, name: string) => string): string =>
    sides.map((side) => each((name) => `${write(side, name)} AS ${name}_${side}`)).join(", ");
  const cuts = to.step(
    "cuts",
    `SELECT module, cut, min(of_row) AS of_row, ` +
      `${ofSides((side, name) => `sum(CASE WHEN side = ${side} THEN ${name} ELSE 0 END)`)} ` +
      `FROM ${changes} GROUP BY 1, 2`,
  );
  const order = "PARTITION BY module ORDER BY cut";
  const pieces = to.step(
    "pieces",
    `SELECT module, cut AS low, ${dialect.neighbour("lead", "cut", 1, order)} AS behind, ` +
      `min(of_row) OVER (PARTITION BY module) AS of_row, ` +
      `${ofSides((side, name) => `sum(${name}_${side}) OVER (${order})`)} FROM ${cuts}`,
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
  return to.step(
    "states",
    `SELECT module, low, behind, of_row, n_0 AS runs, CASE WHEN ${isIn} THEN ${op} ELSE 0 END AS op ` +
      `FROM ${pieces} WHERE behind IS NOT NULL`,
  );
}

/** Merges equal neighbouring ranges. */
function joinedText(to: Translation, states: string): string {
  const { dialect } = to;
  const order = "PARTITION BY module ORDER BY low";
  const before = (name: string): string => `coalesce(${dialect.neighbour("lag", name, 1, order)}, -1)`;
  const same = `op = ${before("op")} AND runs = ${before("runs")}`;
  const begins = to.step("begins", `SELECT *, CASE WHEN ${same} THEN 0 ELSE 1 END AS begins FROM ${states}`);
  const numbered = to.step(
    "numbered",
    `SELECT *, sum(begins) OVER (${order}) AS number FROM ${begins}`,
  );
  return to.step(
    "joined",
    `SELECT module, min(low) AS low, max(behind) AS behind, min(op) AS op, min(runs) AS runs, min(of_row) AS of_row ` +
      `FROM ${numbered} WHERE op <> 0 GROUP BY module, number`,
  );
}

/** Modules in the order of the traces. */
function setColumns(plan: CoverageSetPlan, to: Translation, ranges: string): SqlRows {
  const { dialect } = to;
  const number = (sql: string): string => dialect.cast(sql, "u64");
  const bits = (mask: number): string => dialect.arithmetic("&", "u64", number("op"), `${mask}`);
  const outcome = bits(TAKEN | FALLTHROUGH);
  const list = to.picked({
    addr: number("low"),
    size: number("(behind - low)"),
    // A range that ends with the last address has no end that fits in the type.
    end: number(`(CASE WHEN behind = ${1n << 64n} THEN ${dialect.wide("0")} ELSE behind END)`),
    module: "module",
    op: number("op"),
    taken: `${bits(TAKEN)} <> 0`,
    fallthrough: `${bits(FALLTHROUGH)} <> 0`,
    fault: `${bits(FAULT)} <> 0`,
    outcome: `CASE ${outcome} WHEN 0 THEN 'none' WHEN ${TAKEN | FALLTHROUGH} THEN 'both' ELSE 'one' END`,
    runs: number("runs"),
  });
  return to.add(
    plan.op,
    `SELECT ${list}, ${dialect.tuple("of_row", "low")} AS ${ROW_ORDER_COLUMN} FROM ${ranges}`,
  );
}

/** `traces reaching`: entries whose bytes overlap the window, by trace and module. */
function reachingText(plan: CoveragePlan, to: Translation): SqlRows {
  const { dialect } = to;
  to.tracesWith("entries");
  const { from, trace, row } = to.table("entries");
  const [addr, size] = [dialect.wide(to.quote("addr")), dialect.wide(to.quote("size"))];
  // Special entries have no op letters; code below the load address is left out, as in the format's own
  // tools.
  const tests = [`${to.quote("type")} IS NOT NULL`, "dropped IS NOT TRUE", `${size} > 0`];
  const bound = (expr: CoveragePlan["low"]): bigint | undefined =>
    expr?.op === "constant" && typeof expr.value === "bigint" ? expr.value : undefined;
  const [low, high] = [bound(plan.low), bound(plan.high)];
  if (low !== undefined) tests.push(`${addr} + ${size} > ${low}`);
  if (high !== undefined) tests.push(`${addr} < ${high}`);
  if (plan.module !== null) tests.push(`module = ${dialect.text(plan.module)}`);
  const entries = to.step(
    "entries",
    `SELECT ${trace} AS of_trace, module, ${to.quote("addr")} AS addr, ${to.quote("size")} AS size, ` +
      `${to.quote("count")} AS n, ${to.quote("first")} AS of_first, ${row} AS of_row FROM ${from} ` +
      `WHERE ${tests.join(" AND ")}`,
  );
  const earliest = ["of_first", "of_row"].map((sql) => ({ sql, descending: false }));
  const list = to.picked({
    trace: "of_trace",
    module: "module",
    addr: dialect.firstBy("addr", earliest, "of_first IS NOT NULL"),
    size: dialect.firstBy("size", earliest, "of_first IS NOT NULL"),
    count: dialect.cast(dialect.sum("n"), "u64"),
    first: "min(of_first)",
  });
  const own = dialect.tuple("of_trace", "min(of_row)");
  return to.add(
    "reaching",
    `SELECT ${list}, ${own} AS ${ROW_ORDER_COLUMN} FROM ${entries} GROUP BY of_trace, module`,
  );
}

/** Translations of the set operations. */
export const COVERAGE_STEPS: StepTexts = {
  union: coverageSetText,
  intersection: coverageSetText,
  difference: coverageSetText,
  reaching: reachingText,
};
