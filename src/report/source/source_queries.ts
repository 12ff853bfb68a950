/**
 * The questions after sources, as reports and the workbench ask them.
 * @module
 */

/** What lines are looked at for. */
export type SourceSubject = "coverage" | "memory";

/** What is asked about. */
export interface SourceScope {
  readonly subject: SourceSubject;
  /** The rows: lines of coverage, or allocations, or blocks that live at a moment. */
  readonly rows: string;
  /** Whether the rows know functions. */
  readonly hasFunctions: boolean;
  /** Lines are counts of a coverage file: they have no code, and outcomes of their branches are counted together. */
  readonly isCounted?: boolean;
  /** All runs of a campaign at once. */
  readonly isCampaign?: boolean;
  /** Lines count as covered that ran for the first time in these records. */
  readonly firstIn?: { readonly from: number; readonly to: number } | null;
}

function ran({ firstIn }: SourceScope): string {
  return firstIn ? `max(first >= ${firstIn.from} and first < ${firstIn.to})` : "max(covered)";
}

/** What each line has, of one file or of all: a row for each function of a line. */
export function linesQuery(scope: SourceScope, file?: string): string {
  const { rows, subject, hasFunctions, isCounted, isCampaign, firstIn } = scope;
  // Bytes and branches that several runs cover are no sum of theirs.
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

/** What each file has: a line that several functions, programs or runs have is one line. */
export function filesQuery(scope: SourceScope): string {
  const { rows, subject } = scope;
  return subject === "memory"
    ? `${rows} | where file is not null | by file: leaked_bytes = sum(size) if leaked, bytes = sum(size) | ` +
      "sort bytes desc, file"
    : `${rows} | where file is not null | by file, line: ran = ${ran(scope)} | ` +
      "by file: covered = count() if ran, lines = count() | sort file";
}

/** What each function has. */
export function functionsQuery(scope: SourceScope): string {
  const { rows, subject } = scope;
  return subject === "memory"
    ? `${rows} | where file is not null | by func, file: line = min(line), ` +
      "leaked_bytes = sum(size) if leaked, bytes = sum(size) | sort bytes desc, file, line"
    : `${rows} | where file is not null and func is not null | by func, file, line: ran = ${ran(scope)} | ` +
      "by func, file: line = min(line), covered = count() if ran, lines = count() | sort file, line";
}
