/**
 * Errors that only the library throws.
 * @module
 */

import type { Row } from "./row.ts";
import type { Verdict } from "./verdict.ts";

/** Maximum rows of each failed assertion in the message; the error itself carries more. */
const ROWS_IN_MESSAGE = 5;
/** Maximum characters of a row in the message. */
const LINE_LENGTH = 100;
/** Columns that identify a row best, which come first in the message. */
const IDENTIFYING_COLUMNS = ["func", "name", "size", "bytes", "count"];

/**
 * An assertion of a script has failed; `Result.throwIfFailed` throws it.
 *
 * ```ts
 * import { AssertionError, Quarry } from "@quarry/quarry";
 *
 * await using quarry = await Quarry.open("testdata/mpatrol/wordfreq-le64/trace.mtrc");
 * try {
 *   (await quarry.query("assert leaks | count == 0")).throwIfFailed();
 * } catch (error) {
 *   if (!(error instanceof AssertionError)) throw error;
 *   for (const row of error.failures[0]!.rows) console.log(row.file, row.line, row.size);
 * }
 * ```
 */
export class AssertionError extends Error {
  /** Distinguishes this error from others without `instanceof`. */
  override readonly name: string = "AssertionError";
  /** Stable code of the error, for programs. */
  readonly code: string = "assertion-failed";
  /** The verdicts of the assertions that have failed, in the order of the script. */
  declare readonly failures: readonly Verdict[];

  /** Builds the message from the failed assertions and their first rows. */
  constructor(failures: readonly Verdict[]) {
    const [first] = failures;
    const more = failures.length > 1 ? `, and ${failures.length - 1} more` : "";
    const head = first ? `Assertion failed: ${first.name} (found ${first.found})${more}` : "Assertion failed";
    super([head, ...failures.flatMap(failureLines)].join("\n"));
    // Runtimes print the fields of an uncaught error. The message already contains the first rows, and all
    // rows would be too many.
    Object.defineProperty(this, "failures", { value: failures, enumerable: false });
  }
}

/**
 * The first rows of a failed assertion, one per line. Lines after those of the first assertion also show the
 * name of theirs.
 */
function failureLines({ name, found, rows }: Verdict, at: number): string[] {
  const lines = at === 0 ? [] : [`${name} (found ${found})`];
  lines.push(...rows.slice(0, ROWS_IN_MESSAGE).map((row) => `  ${rowLine(row)}`));
  if (rows.length > ROWS_IN_MESSAGE) lines.push("  …");
  return lines;
}

/**
 * One row as a line: its source location first, where terminals and editors recognize it, followed by as many
 * values as fit.
 */
function rowLine(row: Row): string {
  const { file, line } = row;
  const isPlaced = typeof file === "string";
  const others = Object.keys(row).filter((name) => !isPlaced || (name !== "file" && name !== "line"));
  const names = [...IDENTIFYING_COLUMNS.filter((name) => others.includes(name)), ...others];
  let text = isPlaced ? line ? `${file}:${line}` : file : "";
  for (const name of new Set(names)) {
    const value = row[name];
    if (value === null || value === undefined || typeof value === "object") continue;
    const cell = `${text === "" ? "" : " "}${name}=${value}`;
    if (text.length + cell.length > LINE_LENGTH && text !== "") return `${text} …`;
    text += cell;
  }
  return text;
}
