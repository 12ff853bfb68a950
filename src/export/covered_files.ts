/**
 * Source files with their executed lines, for coverage formats: lcov, Cobertura, Clover.
 * @module
 */

import { UsageError } from "../base/errors.ts";
import type { ResultTable } from "../base/result_table.ts";
import type { CoveredBranch, CoveredFile, CoveredFunction, CoveredLine } from "./covered_types.ts";

/** The rows of `lines` of all traces, with the columns of `LINE_COLUMNS`. */
const SUM = `where file is not null and line is not null
  | by file, line: hits = sum(count), ran = count() if covered, func = first(func) | sort file, line`;
const LINE_COLUMNS = ["file", "line", "func", "covered", "count"];

/** Name of the table with one row per covered line. */
export const COVERED_LINES = "lines";

/** The stages that aggregate rows such as those of `lines`. Throws `UsageError` for other rows. */
export function lineSummaryStages({ columns }: ResultTable): string {
  const missing = LINE_COLUMNS.filter((name) => !columns.some((column) => column.name === name));
  if (missing.length === 0) return SUM;
  throw new UsageError(
    `The rows have no column ${
      missing.map((name) => `"${name}"`).join(", ")
    }: coverage is written from rows of the ` +
      `table "${COVERED_LINES}", such as lines | where file ~ "src/**"`,
  );
}

/** Builds files with lines and functions from rows sorted by file and line. */
export function coveredFiles(table: ResultTable): CoveredFile[] {
  const files: { path: string; lines: CoveredLine[]; functions: Map<string, CoveredLine[]> }[] = [];
  for (let row = 0; row < table.rowCount; row++) {
    const [path, line, hits, ran, func] = [0, 1, 2, 3, 4].map((column) => table.value(row, column));
    if (files.at(-1)?.path !== path) files.push({ path: String(path), lines: [], functions: new Map() });
    const file = files.at(-1)!;
    const count = typeof hits === "bigint" && hits > 0n ? hits : 1n;
    const covered = { line: Number(line), hits: Number(ran) > 0 ? count : 0n };
    file.lines.push(covered);
    if (func === null) continue;
    const lines = file.functions.get(String(func));
    if (lines === undefined) file.functions.set(String(func), [covered]);
    else lines.push(covered);
  }
  return files.map(({ path, lines, functions }) => ({
    path,
    lines,
    functions: [...functions].map(([name, lines]) => ({
      name,
      line: lines[0]!.line,
      endLine: null,
      group: null,
      entered: entriesOf(lines),
      lines,
    })),
    branches: [],
    conditions: [],
    tests: [],
  }));
}

/** The name of a file without its folders. */
export function fileName({ path }: CoveredFile): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Number of lines that ran. */
export function linesHit(lines: readonly CoveredLine[]): number {
  return lines.filter(({ hits }) => hits > 0n).length;
}

/** Number of functions that were entered. */
export function functionsHit(functions: readonly CoveredFunction[]): number {
  return functions.filter(({ entered }) => entered > 0n).length;
}

/** Number of branch outcomes that occurred. */
export function branchesTaken(branches: readonly CoveredBranch[]): number {
  return branches.filter(({ count }) => count !== null && count > 0n).length;
}

/**
 * How often the function of these lines was entered: the count of its first line, or once if only other lines
 * are known to have run.
 */
function entriesOf(lines: readonly CoveredLine[]): bigint {
  return lines[0]!.hits > 0n ? lines[0]!.hits : linesHit(lines) > 0 ? 1n : 0n;
}
