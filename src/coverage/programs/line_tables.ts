/**
 * The tables `lines` and `files` of a coverage trace whose programs have line tables.
 * @module
 */

import { layoutOf, NULLABLE } from "../../events/table_doc.ts";
import type { TableLayout } from "../../events/trace_sink.ts";
import { COVERAGE_DOCS } from "../../formats/gnatcov/table_docs.ts";
import type { LineCoverage } from "../ranges/lines.ts";
import type { TableRow } from "./table_row.ts";

/** A line of a module. */
export interface ModuleLine extends LineCoverage {
  /** Program or shared object. */
  readonly module: string;
  /** Function that contains its first code. */
  readonly func: string | null;
}

/** Columns of `lines`. */
export const LINES: TableLayout = layoutOf(COVERAGE_DOCS, "lines", { first: NULLABLE, last: NULLABLE });

/** Columns of `files`. */
export const FILES: TableLayout = layoutOf(COVERAGE_DOCS, "files");

/** A row of `lines`. */
export function lineCells(line: ModuleLine): TableRow {
  const { file, func, module, addr, size, state, uncovered, branches, bothWays, count, first, last } = line;
  const covered = [state !== "-", state, size, uncovered, BigInt(branches), BigInt(bothWays)];
  return [file, BigInt(line.line), func, ...covered, count, first, last, module, addr];
}

/** The rows of `files`. Lines of the same file must be consecutive. */
export function fileRows(lines: readonly ModuleLine[]): TableRow[] {
  const rows: TableRow[] = [];
  for (let from = 0, to = 0; from < lines.length; from = to) {
    const { file, module } = lines[from]!;
    let covered = 0n, partly = false, size = 0n;
    for (; to < lines.length && lines[to]!.file === file && lines[to]!.module === module; to++) {
      const { state } = lines[to]!;
      if (state !== "-") covered++;
      if (state === "!") partly = true;
      size += lines[to]!.size;
    }
    const count = BigInt(to - from);
    const state = covered === 0n ? "-" : covered === count && !partly ? "+" : "!";
    rows.push([file, state, count, covered, count - covered, size, module]);
  }
  return rows;
}
