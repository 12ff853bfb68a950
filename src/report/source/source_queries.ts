/**
 * Queries for sources, shared by reports and the workbench.
 * @module
 */

/** What the numbers next to source lines are about. */
export type SourceSubject = "coverage" | "memory";

/** Which rows a source query reads. */
export interface SourceScope {
  readonly subject: SourceSubject;
  /** The source of rows: coverage lines, allocations, or blocks that are live at a point. */
  readonly rows: string;
  /** Whether the rows have functions. */
  readonly hasFunctions: boolean;
  /**
   * Whether lines come from a coverage file: they have counts but no code, and all outcomes of their branches
   * are counted together.
   */
  readonly isCounted?: boolean;
  /** Whether all runs of a campaign are shown together. */
  readonly isCampaign?: boolean;
  /** Counts lines as covered only if they first ran in these records. */
  readonly firstIn?: { readonly from: number; readonly to: number } | null;
}

function ran({ firstIn }: SourceScope): string {
  return firstIn ? `max(first >= ${firstIn.from} and first < ${firstIn.to})` : "max(covered)";
}

/**
 * Builds the query for the totals of each line, of one file or of all files; a line has a row for each
 * function.
 */
export function linesQuery(scope: SourceScope, file?: string): string {
  const { rows, subject, hasFunctions, isCounted, isCampaign, firstIn } = scope;
  // Bytes and branches covered by several runs must not be added up.
  const [sum, least] = isCampaign ? ["max", "min"] : ["sum", "sum"];
  const values = subject === "memory"
    ? "blocks = count(), bytes = sum(size), leaked_blocks = count() if leaked, leaked_bytes = sum(size) if leaked"
    : isCounted
    ? `covered = ${ran(scope)}, times = max(count), branches = sum(branches), taken = sum(taken)`
    : [
      `covered = ${ran(scope)}`,
      ...(isCampaign ? ["runs = distinct(trace) if covered"] : []),
      firstIn ? "first = min(first)" : `entries = ${isCampaign ? "sum" : "max"}(count)`,
      `uncovered = ${least}(uncovered), branches = ${sum}(branches), both_ways = ${sum}(both_ways)`,
    ].join(", ");
  return `${rows} | where file ${file === undefined ? "is not null" : `== ${JSON.stringify(file)}`} | ` +
    `by file, line${hasFunctions ? ", func" : ""}: ${values} | sort file, line`;
}

/**
 * Builds the query for the totals of each file; a line in several functions, programs or runs counts once.
 */
export function filesQuery(scope: SourceScope): string {
  const { rows, subject } = scope;
  return subject === "memory"
    ? `${rows} | where file is not null | by file: leaked_bytes = sum(size) if leaked, bytes = sum(size) | ` +
      "sort bytes desc, file"
    : `${rows} | where file is not null | by file, line: ran = ${ran(scope)} | ` +
      "by file: covered = count() if ran, lines = count() | sort file";
}

/** Builds the query for the totals of each function. */
export function functionsQuery(scope: SourceScope): string {
  const { rows, subject } = scope;
  return subject === "memory"
    ? `${rows} | where file is not null | by func, file: line = min(line), ` +
      "leaked_bytes = sum(size) if leaked, bytes = sum(size) | sort bytes desc, file, line"
    : `${rows} | where file is not null and func is not null | by func, file, line: ran = ${ran(scope)} | ` +
      "by func, file: line = min(line), covered = count() if ran, lines = count() | sort file, line";
}
