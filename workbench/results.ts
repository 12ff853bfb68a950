/**
 * The result of a query, in the view that its columns suggest; buttons show the other possible views.
 * @module
 */

import type { WireCell, WireRows } from "../src/serve/api_types.ts";
import { CHART_ROWS } from "../src/serve/picture_queries.ts";
import { ask, drawnRowsOf, type RowsLine } from "./api.ts";
import { barsOf } from "./bars.ts";
import { copyMenu } from "./copy.ts";
import { Chart, type ChartData, MOST_SERIES, type Series } from "./chart.ts";
import { button, h } from "./dom.ts";
import { callTree, flameBox, isTree } from "./flame_rows.ts";
import { linesOf } from "./lines.ts";
import { type TableEvents, tableOf } from "./table.ts";
import { cellText, grouped, nanosOf, numberOf } from "./values.ts";

const PAGE = 10_000;
/** Maximum number of rows with source positions that are shown with their lines. */
const MOST_PLACES = 2000;

type Kind = "table" | "chart" | "flame" | "bars" | "source";

const NAMES: Readonly<Record<Kind, string>> = {
  table: "Table",
  chart: "Timeline",
  flame: "Flame graph",
  bars: "Bars",
  source: "Source",
};

/** Returns the possible views of rows, best first. */
function viewsOf(line: RowsLine): Kind[] {
  const { columns, rowCount, text } = line;
  const names = columns.map(({ name }) => name);
  // Text in quotes is not a stage.
  const bare = text.replace(/"(?:[^"\\]|\\.)*"/g, '""').trim();
  const has = (stage: string): boolean => new RegExp(`(^|\\|)\\s*${stage}\\b`, "i").test(bare);
  const places: Kind[] = names.includes("file") && names.includes("line") && rowCount <= MOST_PLACES
    ? ["source"]
    : [];
  if (places.length > 0 && rowCount > 0 && /^lines\b/i.test(bare)) return ["source", "table"];
  const values = columns.some(({ name, kind }) =>
    (kind === "bytes" || kind === "number" || kind === "float") && name !== "from" && name !== "to"
  );
  if (rowCount < 2 || !values) return ["table", ...(rowCount > 0 ? places : [])];
  if (isTree(line)) return ["flame", "table"];
  if (names[0] === "from" && names[1] === "to") {
    return has("hist") && !has("timeline") ? ["bars", "chart", "table"] : ["chart", "bars", "table"];
  }
  if (has("callers")) return ["bars", "table"];
  return rowCount <= 60 && columns.length <= 8 ? ["table", "bars", ...places] : ["table", ...places];
}

/** Shows the rows of a result. */
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
  bar.append(copyMenu({
    query: line.text,
    rows: () => allRows(line),
    picture: () => body.querySelector<HTMLElement>("canvas, .flame, .bars") && body,
  }));
  void show(kinds[0]!);
  return h("div", { class: "result" }, bar, body);
}

async function elementOf(kind: Kind, line: RowsLine, events: TableEvents): Promise<HTMLElement> {
  switch (kind) {
    case "table":
      return tableOf(line, events);
    case "bars":
      return barsOf(await allRows(line), events);
    case "source":
      return await linesOf(await allRows(line), events);
    case "chart": {
      const chart = new Chart(`Timeline of ${line.text}`, {});
      chart.show(chartData(await allRows(line)), null, null);
      return chart.element;
    }
    case "flame": {
      const { flame, element } = flameBox(`Flame graph of ${line.text}`);
      const isTurned = /\|\s*tree\s+up\b/i.test(line.text);
      flame.show(callTree(await allRows(line)), {
        isTurned,
        isCut: line.rowCount > CHART_ROWS,
        startsBranching: true,
      });
      return element;
    }
  }
}

/** Returns all rows that can be drawn, requesting those that have not arrived yet. */
async function allRows(line: RowsLine): Promise<RowsLine> {
  const cells = line.cells.map((each) => [...each]);
  const wanted = Math.min(line.rowCount, CHART_ROWS);
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

/** Returns all rows of a query that can be drawn. */
export async function allRowsOf(query: string, signal: AbortSignal): Promise<RowsLine> {
  return await drawnRowsOf(query, CHART_ROWS, signal);
}

/**
 * Converts rows of a `timeline` to curves, over times or records, with a curve for each key if there are
 * keys.
 */
export function chartData(line: RowsLine): ChartData {
  const place = (name: string): number => line.columns.findIndex((column) => column.name === name);
  const axis = Math.max(0, place("from"));
  const { kind, name } = line.columns[axis]!;
  const valueOf = (cell: WireCell | undefined): number =>
    (kind === "time" && typeof cell === "string" ? nanosOf(cell) : numberOf(cell)) ?? 0;
  const all = line.cells[axis]!.map(valueOf);
  const starts = [...new Set(all)];
  const where = new Map(starts.map((start, at) => [start, at]));
  const ends = place("to") < 0 ? null : valueOf(line.cells[place("to")]!.at(-1));
  const keys = keyColumns(line, axis, starts.length);
  const measures = line.columns.flatMap((column, at) =>
    at === axis || column.name === "to" || keys.includes(at) ||
      !["bytes", "number", "float"].includes(column.kind)
      ? []
      : [at]
  );
  const series = keys.length === 0
    ? measures.map((at) => ({
      name: line.columns[at]!.name.replaceAll("_", " "),
      kind: line.columns[at]!.kind,
      values: line.cells[at]!.map(numberOf),
    }))
    : curvesOf(line, keys, measures[0], all.map((each) => where.get(each)!), starts.length);
  return {
    starts,
    end: ends ?? (starts.at(-1) ?? 0) + (starts.length > 1 ? starts[1]! - starts[0]! : 1),
    axis: kind === "time" ? "time" : name === "from" ? "record" : name,
    axisKind: kind,
    series: series.slice(0, MOST_SERIES),
  };
}

/** Returns the columns that distinguish rows of the same step. */
function keyColumns({ columns, cells }: RowsLine, axis: number, steps: number): number[] {
  const rows = cells[axis]!.length;
  if (steps === rows) return [];
  const keys: number[] = [];
  for (let at = 0; at < columns.length - 1; at++) {
    if (at === axis || columns[at]!.name === "to") continue;
    keys.push(at);
    const seen = new Set<string>();
    for (let row = 0; row < rows; row++) {
      seen.add(JSON.stringify([axis, ...keys].map((key) => cells[key]![row])));
    }
    if (seen.size === rows) break;
  }
  return keys;
}

/** Returns a curve for each key, those with the largest values first. */
function curvesOf(
  { columns, cells }: RowsLine,
  keys: readonly number[],
  measure: number | undefined,
  steps: readonly number[],
  count: number,
): Series[] {
  if (measure === undefined) return [];
  const curves = new Map<string, number[]>();
  steps.forEach((step, row) => {
    const name = keys.map((key) => cellText(columns[key]!, cells[key]![row]!)).join(", ");
    if (!curves.has(name)) curves.set(name, new Array<number>(count).fill(0));
    curves.get(name)![step] = numberOf(cells[measure]![row]) ?? 0;
  });
  const sum = (values: readonly number[]): number => values.reduce((whole, value) => whole + value, 0);
  return [...curves].sort(([, a], [, b]) => sum(b) - sum(a))
    .map(([name, values]) => ({ name, kind: columns[measure]!.kind, values }));
}
