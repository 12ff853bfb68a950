/**
 * The table `runs`: what each open coverage trace adds to the others.
 * @module
 */

import type { ColumnSpec } from "../../events/trace_sink.ts";
import { contributionsOf } from "../ranges/campaign.ts";
import type { Pools } from "../../tables/pools.ts";
import type { Table } from "../../tables/table.ts";
import { fillTable } from "../../tables/fill_table.ts";
import type { ExtensionTable, OpenRun } from "../../query/operators/extension.ts";
import { isCoverageRun, RANGES, type RunCoverage } from "./run_coverage.ts";

/** Description of the table. */
const RUNS_DOC =
  "one row per open coverage trace: what it covers, what only it covers, and whether it belongs to a small set " +
  "of traces that covers everything; chosen greedily, so a smaller set may exist";

/** Columns of `runs`. */
const RUNS_COLUMNS: readonly (ColumnSpec & { doc: string })[] = [
  { name: "trace", type: "text", doc: "name under which the file was opened" },
  { name: "path", type: "text", doc: "file" },
  { name: "covered", type: "u64", doc: "bytes of code that the trace covers" },
  { name: "own", type: "u64", doc: "bytes that no other trace covers" },
  {
    name: "pick",
    type: "u64",
    nullable: true,
    doc: "rank in the set, by the bytes that it adds; null when the traces picked before cover all of it",
  },
  { name: "adds", type: "u64", doc: "bytes that the trace adds to those picked before it" },
  {
    name: "outcome_covered",
    type: "u64",
    doc: "bytes times their different outcomes: block, taken, fallthrough, fault",
  },
  { name: "outcome_own", type: "u64", doc: "bytes times outcomes that no other trace saw there" },
  {
    name: "outcome_pick",
    type: "u64",
    nullable: true,
    doc: "rank in the set that also covers all outcomes; null if the trace adds none",
  },
  { name: "outcome_adds", type: "u64", doc: "what the trace adds to those picked before it, with outcomes" },
];

/** The table, as an extension of sessions. */
export const RUNS_TABLE: ExtensionTable<RunCoverage> = {
  name: "runs",
  doc: RUNS_DOC,
  columns: RUNS_COLUMNS,
  needs: [RANGES],
  isThere: (traces) => traces.some(isCoverageRun),
  make: runsTable,
};

function runsTable(pools: Pools, traces: readonly OpenRun[], coverage: RunCoverage): Table {
  const runs = traces.filter(isCoverageRun);
  const ranges = runs.map((open) => coverage.of(open));
  const bytes = contributionsOf(ranges), outcomes = contributionsOf(ranges, true);
  return fillTable("runs", pools, RUNS_COLUMNS, runs.length, (row) => {
    const { name, path } = runs[row]!;
    const figures = [bytes[row]!, outcomes[row]!].flatMap(({ covered, own, pick, adds }) => [
      covered,
      own,
      pick,
      adds,
    ]);
    return [name, path, ...figures];
  });
}
