/**
 * The tables `lines` and `files` of a coverage trace whose programs have line tables.
 * @module
 */

import type { ColumnSpec } from "../../events/trace_sink.ts";
import type { LineCoverage } from "../ranges/lines.ts";

/** A line of a module. */
export interface ModuleLine extends LineCoverage {
  /** Program or shared object. */
  readonly module: string;
  /** Function that its first code is in. */
  readonly func: string | null;
}

/** Columns of `lines`. */
export const LINES: readonly ColumnSpec[] = [
  { name: "file", type: "text" },
  { name: "line", type: "u32" },
  { name: "func", type: "text" },
  { name: "covered", type: "bool" },
  { name: "state", type: "text" },
  { name: "size", type: "u64" },
  { name: "uncovered", type: "u64" },
  { name: "branches", type: "u64" },
  { name: "both_ways", type: "u64" },
  { name: "count", type: "u64" },
  { name: "first", type: "u64", nullable: true },
  { name: "last", type: "u64", nullable: true },
  { name: "module", type: "text" },
  { name: "addr", type: "u64" },
];

/** Columns of `files`. */
export const FILES: readonly ColumnSpec[] = [
  { name: "file", type: "text" },
  { name: "state", type: "text" },
  { name: "lines", type: "u64" },
  { name: "covered", type: "u64" },
  { name: "uncovered", type: "u64" },
  { name: "size", type: "u64" },
  { name: "module", type: "text" },
];

type Cells = readonly (string | bigint | boolean | null)[];

/** A row of `lines`. */
export function lineCells(line: ModuleLine): Cells {
  const { file, func, module, addr, size, state, uncovered, branches, bothWays, count, first, last } = line;
  const covered = [state !== "-", state, size, uncovered, BigInt(branches), BigInt(bothWays)];
  return [file, BigInt(line.line), func, ...covered, count, first, last, module, addr];
}

/** The rows of `files`. Lines of a file stand together. */
export function fileRows(lines: readonly ModuleLine[]): Cells[] {
  const rows: Cells[] = [];
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
