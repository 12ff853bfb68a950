/**
 * The tool that draws charts.
 * @module
 */

import { UsageError } from "../base/errors.ts";
import type { ResultTable } from "../base/result_table.ts";
import { likelyKind, plot } from "../render/plot/plot.ts";
import { NO_COLORS } from "../render/plot/plot_theme.ts";
import { columnNamed, hasNumbers, seriesOf, valueColumn } from "../render/plot/series.ts";
import { svgChart } from "../render/plot/svg_chart.ts";
import { type Answer, answer } from "./answers.ts";
import { runQuery, SECONDS_PARAMETER, TRACE_PARAMETER } from "./run.ts";
import { type CheckedArguments, QUERY, type Tool } from "./tool.ts";

const WIDTH = 100;
const HEIGHT = 16;

/** Draws the rows of a query. */
export const CHART_TOOL: Tool = {
  name: "render_chart",
  title: "Render a chart",
  description:
    "Runs a query and draws its last result: bars for names, a curve along a trace. As text, or as an SVG image.",
  parameters: {
    query: QUERY,
    trace: TRACE_PARAMETER,
    kind: { type: "string", description: "By default the kind that suits the rows", enum: ["bars", "lines"] },
    value: { type: "string", description: "Column with the numbers" },
    label: { type: "string", description: "Column with the labels" },
    as: { type: "string", description: "Output of the chart; text by default", enum: ["text", "svg"] },
    seconds: SECONDS_PARAMETER,
  },
  required: ["query"],
  async run(desk, given, signal) {
    let chart: Answer | undefined;
    const { notes } = await runQuery(desk, given, {
      signal,
      rows: (table) => void (chart = draw(table, given)),
    });
    if (chart === undefined) throw new UsageError("Cannot draw: the query has no rows to show");
    return notes.length === 0 ? chart : { content: [...answer(notes.join("\n")).content, ...chart.content] };
  },
};

function draw(table: ResultTable, given: CheckedArguments): Answer {
  if (table.rowCount === 0) return answer("Nothing to draw: no rows");
  if (!hasNumbers(table)) return answer("Nothing to draw: no column of numbers");
  const [value, label] = [given.text("value"), given.text("label")];
  const kind = given.text("kind") as "bars" | "lines" | undefined;
  if (given.text("as") !== "svg") {
    const lines = plot(table, { kind, value, label }, { width: WIDTH, height: HEIGHT, theme: NO_COLORS });
    return answer("", lines.join("\n"));
  }
  const labels = label === undefined ? undefined : columnNamed(table, label);
  const series = seriesOf(table, valueColumn(table, value), labels);
  const text = svgChart(series, kind ?? likelyKind(table), "alone");
  const resource = { uri: "quarry://chart.svg", mimeType: "image/svg+xml", text };
  return { content: [{ type: "resource", resource }] };
}
