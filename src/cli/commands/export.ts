/**
 * `quarry export [NAME=]FILE... --to FORMAT -o OUT`.
 * @module
 */

import { COMPRESSIONS } from "../../export/exporter.ts";
import {
  exporters,
  exportersFoldingRecursion,
  exportersTaking,
  exportersWithOption,
} from "../../export/registry.ts";
import type { Command } from "../command.ts";
import { SUMMARIES } from "../command_summaries.ts";
import { FORCE_OPTION, LOAD_OPTIONS } from "../load_options.ts";
import { SUPPRESSIONS_OPTION } from "../suppressions_option.ts";
import { SOURCE_NAME_OPTIONS } from "../source_names.ts";

/** Names of export formats, by the kind of input that they take. */
const [ROWS, SAMPLES, TRACES, LINES, FILES] = (["rows", "samples", "traces", "lines", "files"] as const).map((
  takes,
) => exportersTaking(takes).join(" "));
const [SEPARATED, JSON_LINES, PACKED] = (["decimal", "json-numbers", "compression"] as const).map((option) =>
  exportersWithOption(option).join(" ")
);

const FOLDED = exportersFoldingRecursion().join(" ");

/** Exports traces and rows to the formats of other tools. */
export const exportCommand: Command = {
  ...SUMMARIES.export,
  options: [
    {
      name: "to",
      value: "FORMAT",
      choices: exporters.map(({ name }) => name),
      summary:
        `${ROWS} (any rows), ${SAMPLES} (places and weights), ${TRACES} (time), ${LINES} (coverage), ${FILES} (many traces)`,
    },
    {
      name: "output",
      short: "o",
      value: "OUT",
      summary: "the file; its ending can select the format; - is standard output",
    },
    { name: "table", value: "TABLE", summary: "export this table instead of the main one" },
    { name: "eval", short: "e", value: "QUERY", many: true, summary: "the rows of this query" },
    {
      name: "file",
      short: "f",
      value: "FILE",
      many: true,
      summary: "the rows of the last query of this script",
    },
    {
      name: "weight",
      value: "NAME",
      summary: `count, bytes or column (${SAMPLES})`,
    },
    { name: "unfolded", summary: `${FOLDED}: recursion call by call, not as one level` },
    { name: "decimal", summary: `${SEPARATED}: addresses and times as plain numbers` },
    { name: "no-header", summary: `${SEPARATED}: leave out the line of column names` },
    { name: "spreadsheet", summary: `${SEPARATED}: mark texts that look like formulas` },
    {
      name: "json-numbers",
      summary: `${JSON_LINES}: write 64-bit numbers as numbers even when that rounds them`,
    },
    {
      name: "compression",
      value: "NAME",
      choices: COMPRESSIONS,
      summary: `${PACKED}: pages in zstd (default), snappy or none`,
    },
    { name: "replace", summary: `${FILES}: replace traces of the same name` },
    ...SOURCE_NAME_OPTIONS,
    FORCE_OPTION,
    SUPPRESSIONS_OPTION,
    ...LOAD_OPTIONS,
  ],
  examples: [
    { line: "export trace.mtrc -o events.parquet", summary: "every record, exact types" },
    { line: "export trace.mtrc --table allocs -o allocs.csv", summary: "another table" },
    {
      line: "export trace.mtrc -e 'leaks' --to folded | flamegraph.pl > leaks.svg",
      summary: "a flame graph of leaks",
    },
    { line: "export trace.mtrc -o heap.pb.gz", summary: "a heap profile for pprof" },
    { line: "export run.trace -o run.pftrace", summary: "API calls for ui.perfetto.dev" },
    { line: "export trace.mtrc --to dataset -o data", summary: "all tables, for engines" },
  ],
  writes: [
    ["-o OUT", "a table, a profile or a timeline, in the format of --to"],
    ["-o DIR", "with --to dataset, a folder for each trace"],
  ],
  notes: `
Rows:
  csv, tsv and ndjson as "quarry query" prints them. parquet, arrow (a file) and
  arrows (a stream) keep u64, times as durations, and texts in dictionaries.
Places and weights (pprof, folded, speedscope):
  Without a query the weights are alloc_objects, alloc_space, inuse_objects and
  inuse_space for memory, calls and bytes for API traces, executions for
  coverage. In a query, stack, name, module, func, symbol, file, line and addr
  are places, whole numbers weights; rows of leaks are counted, sizes summed.

Time (perfetto):
  Memory traces become counters of live bytes and blocks; calls (in a track per
  thread) and frames become slices. Without times, each record takes 1 µs.
Coverage (lcov, cobertura, clover): the lines that any of the traces ran.
Files: OUT replaces only a file of the same format (see "quarry help outputs").
Many traces (dataset):
  DIR/trace=NAME/TABLE.parquet for every table. A FILE may be a folder: all
  traces below it. A trace appears as a whole or not at all. Traces that were
  already exported are skipped, so an interrupted export can be continued.
`,
  needs: 'Cannot export without a trace: "quarry export FILE -o OUT"',
  run: async (host, args) => await (await import("../export_run.ts")).runExport(host, args),
};
