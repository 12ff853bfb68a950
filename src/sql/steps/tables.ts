/**
 * Tables of a dataset: stored rows, and the blocks live at a point.
 * @module
 */

import { hasSmallNumbers } from "../../engine/dataset/small_numbers.ts";
import type { BoundPoint } from "../../query/plan/statement.ts";
import type { ScanPlan } from "../../query/plan/steps.ts";
import type { TableText } from "../dialects/dialect.ts";
import { filtered } from "../dialects/sql_text.ts";
import { ROW_ORDER_COLUMN, type SqlRows, type StepTexts, type Translation } from "../translation.ts";

/** The rows of a table, or rows stored by an earlier statement. */
function scanText(plan: ScanPlan, to: Translation): SqlRows {
  if (plan.kept === true) {
    const kept = to.keptRows(plan.table);
    if (!kept) return to.refuse(`"${plan.table}"`, "no statement of this script defines it", plan.span);
    return { name: kept.name, columns: to.columns() };
  }
  to.tracesWith(plan.table);
  if (plan.table === "traces") return tracesText(plan, to);
  if (plan.point === null) return tableText(plan, to);
  if (plan.point.at === "end") return tableText(plan, to, " WHERE freed IS NULL");
  return liveText(plan, to, plan.point);
}

/** Whether a single trace is read, in which case row numbers are unique. */
function isSingle({ table, trace }: ScanPlan, to: Translation): boolean {
  return trace !== null || to.dataset.traces(table)?.length === 1;
}

/** The number of a row, combined with the trace name if several traces are read. */
function rowText(plan: ScanPlan, { trace, row }: TableText, to: Translation): string {
  return isSingle(plan, to) ? row : to.dialect.tuple(trace, row);
}

/** Columns as stored in the files, and null for columns that they lack. */
function columnTexts(
  plan: ScanPlan,
  to: Translation,
  trace: string,
  inFile: (name: string) => string = (name) => to.quote(name),
): string[] {
  const there = to.dataset.columns(plan.table, plan.trace);
  return plan.columns.map(({ name, type }) => {
    if (name === "trace") return trace;
    if (there !== undefined && !there.has(name)) return to.dialect.literal(null, type);
    // The columns are signed in files.
    return type === "u64" && hasSmallNumbers(name) ? to.dialect.fitting(inFile(name), type) : inFile(name);
  });
}

function tableText(plan: ScanPlan, to: Translation, condition = ""): SqlRows {
  const place = to.table(plan.table, plan.trace);
  const row = rowText(plan, place, to);
  return to.addUsed(
    plan.table,
    columnTexts(plan, to, place.trace),
    `${row} AS ${ROW_ORDER_COLUMN} FROM ${place.from}${condition}`,
  );
}

/** `traces` is one table of the dataset, or one file in each folder. */
function tracesText(plan: ScanPlan, to: Translation): SqlRows {
  const { from, trace, row } = to.table("traces");
  const list = to.named(columnTexts(plan, to, trace));
  return to.add(
    "traces",
    `SELECT ${list}, ${to.dialect.tuple(trace, row)} AS ${ROW_ORDER_COLUMN} FROM ${from}`,
  );
}

/**
 * Blocks with the address and size that they have at a point: a row of `sizes` gives the range of events in
 * which these are valid.
 */
function liveText(plan: ScanPlan, to: Translation, point: BoundPoint): SqlRows {
  const place = (table: string): TableText => to.table(table, plan.trace);
  const [allocs, sizes, events] = [place("allocs"), place("sizes"), place("events")];
  const single = isSingle(plan, to);
  const last = pointText(point, to, plan);
  const points = to.step(
    "point",
    single
      ? `SELECT ${last} AS seq FROM ${events.from}`
      : `SELECT ${events.trace} AS of_trace, ${last} AS seq FROM ${events.from} GROUP BY 1`,
  );
  const changed = new Map([["addr", "s.addr"], ["size", "s.size"], ["end", "s.addr + s.size"]]);
  const values = columnTexts(plan, to, "a.of_trace", (name) => changed.get(name) ?? `a.${to.quote(name)}`);
  const row = rowText(plan, { ...allocs, trace: "a.of_trace", row: "a.of_row" }, to);
  const [from, end] = [`s.${to.quote("from")}`, `s.${to.quote("to")}`];
  const same = (one: string, other: string): string =>
    single ? "" : ` AND ${one}.of_trace = ${other}.of_trace`;
  const lives = `(SELECT *, ${allocs.trace} AS of_trace, ${allocs.row} AS of_row FROM ${allocs.from})`;
  const spans = `(SELECT *, ${sizes.trace} AS of_trace FROM ${sizes.from})`;
  return to.addUsed(
    "live",
    values,
    `${row} AS ${ROW_ORDER_COLUMN} FROM ${lives} a JOIN ${spans} s ON s.alloc = a.alloc${same("s", "a")} ` +
      `${single ? `CROSS JOIN ${points} p` : `JOIN ${points} p ON p.of_trace = a.of_trace`} ` +
      `WHERE ${from} <= p.seq AND (${end} IS NULL OR p.seq < ${end})`,
  );
}

/** The number of the last event at or before a point, from the events of a trace; 0 before the first. */
function pointText(point: BoundPoint, to: Translation, plan: ScanPlan): string {
  const { dialect } = to;
  const number = (sql: string): string => dialect.cast(sql, "u64");
  const none = dialect.literal(0n, "u64");
  // Rows without a value count as part of the row before them; the column is ascending.
  const lastAtMost = (column: string, value: string): string => {
    const name = to.quote(column);
    const next = filtered("min(seq)", `${name} > ${value}`);
    return `CASE WHEN count(${name}) = 0 THEN ${none} ` +
      `ELSE coalesce(${number(`(${next} - 1)`)}, max(seq)) END`;
  };
  const most = (column: string): string => {
    const order = [{ sql: column, descending: true }, { sql: "seq", descending: false }];
    const first = dialect.firstBy("seq", order, `${column} IS NOT NULL`);
    return `CASE WHEN coalesce(max(${column}), 0) = 0 THEN ${none} ELSE ${first} END`;
  };
  switch (point.at) {
    case "start":
      return dialect.some(none);
    case "end":
      return "max(seq)";
    case "peak":
      return most("live_bytes");
    case "peakBlocks":
      return most("live_blocks");
    case "share":
      return number(
        `least(${dialect.wide("count(*)")}, ${dialect.wide(`ceil(count(*) * ${point.percent} / 100)`)})`,
      );
    case "seq":
      // Use an aggregate, so that there is exactly one row.
      return dialect.some(dialect.literal(point.value, "u64"));
    case "no":
      return lastAtMost("no", `${point.value}`);
    case "time":
      return lastAtMost("time", `${point.value}`);
    case "elapsed":
      return to.refuse(
        "elapsed",
        "the first time of a trace is not a constant",
        plan.span,
        "use @ TIME or a percentage",
      );
    case "column":
      return lastAtMost(point.column, `${point.value}`);
    case "bit": {
      const mask = to.dataset.bitNames?.(point.column)?.get(point.name);
      if (mask === undefined) {
        return to.refuse(`"${point.name}"`, "a dataset has no names of bits", plan.span);
      }
      const bits = dialect.arithmetic("&", "u64", to.quote(point.column), `${mask}`);
      return `coalesce(${filtered("max(seq)", `${bits} <> 0`)}, ${none})`;
    }
  }
}

/** Translations of table scans. */
export const TABLE_STEPS: StepTexts = { scan: scanText };
