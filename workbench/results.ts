/**
 * What a query gives, in the view that its columns ask for; every other view that they allow is a button away.
 * @module
 */

import type { WireRows } from "../src/serve/api_types.ts";
import { ask, type RowsLine } from "./api.ts";
import { barsOf } from "./bars.ts";
import { Chart, type ChartData } from "./chart.ts";
import { button, h } from "./dom.ts";
import { Flame, treeOf } from "./flame.ts";
import { type TableEvents, tableOf } from "./table.ts";
import { grouped, nanosOf, numberOf } from "./values.ts";

/** Rows that a chart or a tree is drawn from. */
const MOST_DRAWN = 40_000;
const PAGE = 10_000;

type Kind = "table" | "chart" | "flame" | "bars";

const NAMES: Readonly<Record<Kind, string>> = {
  table: "Table",
  chart: "Timeline",
  flame: "Flame graph",
  bars: "Bars",
};

/** The views that rows can have, the one they ask for first. */
function viewsOf({ columns, rowCount }: RowsLine): Kind[] {
  const names = columns.map(({ name }) => name);
  const values = columns.some(({ name, kind }) =>
    (kind === "bytes" || kind === "number" || kind === "float") && name !== "from" && name !== "to"
  );
  if (rowCount < 2 || !values) return ["table"];
  if (names[0] === "level" && names[1] === "func") return ["flame", "table"];
  if (names[0] === "from" && names[1] === "to") {
    // Slices of the trace are all alike; ranges of values are a histogram.
    return names.includes("count") && names.includes("bytes") && rowCount <= 64
      ? ["bars", "chart", "table"]
      : ["chart", "bars", "table"];
  }
  return rowCount <= 60 && columns.length <= 8 ? ["table", "bars"] : ["table"];
}

/** Shows rows. */
export function resultOf(line: RowsLine, events: TableEvents): HTMLElement {
  const body = h("div", { class: "resultbody" });
  const kinds = viewsOf(line);
  const show = async (kind: Kind): Promise<void> => {
    for (const each of choices) each.setAttribute("aria-pressed", String(each.dataset["kind"] === kind));
    try {
      body.replaceChildren(await elementOf(kind, line, events));
    } catch (error) {
      body.replaceChildren(h("p", { class: "failed" }, (error as Error).message));
    }
  };
  const choices = kinds.map((kind) =>
    button(NAMES[kind], () => void show(kind), { "data-kind": kind, "aria-pressed": "false" })
  );
  const time = line.milliseconds < 10 ? line.milliseconds.toFixed(1) : line.milliseconds.toFixed(0);
  const facts = `${grouped(String(line.rowCount))} ${line.rowCount === 1 ? "row" : "rows"}, ${time} ms`;
  const bar = h("div", { class: "resultbar" }, h("span", { class: "soft" }, facts));
  if (kinds.length > 1) {
    bar.append(h("span", { class: "views", role: "group", "aria-label": "View" }, ...choices));
  }
  void show(kinds[0]!);
  return h("div", { class: "result" }, bar, body);
}

async function elementOf(kind: Kind, line: RowsLine, events: TableEvents): Promise<HTMLElement> {
  switch (kind) {
    case "table":
      return tableOf(line, events);
    case "bars":
      return barsOf(await allRows(line), events);
    case "chart": {
      const chart = new Chart(`Timeline of ${line.text}`, {});
      chart.show(chartData(await allRows(line)), null, null);
      return chart.element;
    }
    case "flame": {
      const flame = new Flame(`Flame graph of ${line.text}`);
      showTree(flame, await allRows(line), "bytes");
      return flame.element;
    }
  }
}

/** All rows that can be drawn: those that did not come at once are asked for. */
export async function allRows(line: RowsLine): Promise<RowsLine> {
  const cells = line.cells.map((each) => [...each]);
  const wanted = Math.min(line.rowCount, MOST_DRAWN);
  while (cells[0]!.length < wanted) {
    const from = cells[0]!.length;
    const page = await ask<WireRows>("rows", {
      result: line.result,
      from,
      count: Math.min(PAGE, wanted - from),
    });
    if ((page.cells[0]?.length ?? 0) === 0) break;
    page.cells.forEach((each, at) => cells[at]!.push(...each));
  }
  return { ...line, cells };
}

/** Rows of a `timeline` as curves: times and records alike. */
export function chartData(line: RowsLine): ChartData {
  const place = (name: string): number => line.columns.findIndex((column) => column.name === name);
  const axis = Math.max(0, place("from"));
  const isTime = line.columns[axis]!.kind === "time";
  const value = (at: number): (number | null)[] =>
    line.cells[at]!.map((cell) => isTime && typeof cell === "string" ? nanosOf(cell) : numberOf(cell));
  const starts = value(axis).map((each) => each ?? 0);
  const ends = place("to") < 0 ? [] : value(place("to"));
  const series = line.columns.flatMap((column, at) =>
    at === axis || column.name === "to" || !["bytes", "number", "float"].includes(column.kind)
      ? []
      : [{ name: column.name, kind: column.kind, values: line.cells[at]!.map(numberOf) }]
  );
  return {
    starts,
    end: ends.at(-1) ?? (starts.at(-1) ?? 0) + (starts.length > 1 ? starts[1]! - starts[0]! : 1),
    axis: isTime ? "time" : line.columns[axis]!.name === "from" ? "record" : line.columns[axis]!.name,
    axisKind: line.columns[axis]!.kind,
    series: series.slice(0, 4),
  };
}

/** Rows of a `tree`, by bytes where there are any. */
function showTree(flame: Flame, line: RowsLine, wanted: string): void {
  flame.show(...flameTree(line, wanted));
}

/** The tree of rows of `tree`, what its values are and how they are called. */
export function flameTree(line: RowsLine, wanted: string): Parameters<Flame["show"]> {
  const at = (name: string): number => line.columns.findIndex((column) => column.name === name);
  const byWanted = at(wanted);
  const values = byWanted >= 0 && line.cells[byWanted]!.some((cell) => cell !== "0" && cell !== null)
    ? byWanted
    : at("count");
  const [levels, names] = [line.cells[at("level")]!, line.cells[at("func")]!];
  const rows = levels.map((level, row) => ({
    level: Number(level),
    // The name is indented by its level.
    name: String(names[row] ?? "(unknown)").trimStart(),
    value: numberOf(line.cells[values]![row]) ?? 0,
  }));
  const column = line.columns[values]!;
  return [treeOf(rows), column.kind, column.kind === "bytes" ? "" : column.name];
}
