/**
 * Errors that only users of the library see.
 * @module
 */

import type { Row } from "./row.ts";
import type { Verdict } from "./verdict.ts";

/** Rows of each failed assertion that the message has; the error has more. */
const ROWS_IN_MESSAGE = 5;
/** Characters of a row that the message has. */
const LINE_LENGTH = 100;
/** Columns that say most about a row. */
const TOLD_FIRST = ["func", "name", "size", "bytes", "count"];

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
  /** Tells this error from others without `instanceof`. */
  override readonly name: string = "AssertionError";
  /** Stable code of the error, for programs. */
  readonly code: string = "assertion-failed";
  /** The verdicts of the assertions that have failed, in the order of the script. */
  declare readonly failures: readonly Verdict[];

  /** Builds its message from the first failed assertion and its first rows. */
  constructor(failures: readonly Verdict[]) {
    const [first] = failures;
    const more = failures.length > 1 ? `, and ${failures.length - 1} more` : "";
    const head = first ? `Assertion failed: ${first.name} (found ${first.found})${more}` : "Assertion failed";
    super([head, ...failures.flatMap(failureLines)].join("\n"));
    // Runtimes print the fields of an error that nobody catches: the message has the first rows, and all are too many.
    Object.defineProperty(this, "failures", { value: failures, enumerable: false });
  }
}

/** The first rows of a failed assertion, a line each; of those after the first one with its name. */
function failureLines({ name, found, rows }: Verdict, at: number): string[] {
  const lines = at === 0 ? [] : [`${name} (found ${found})`];
  lines.push(...rows.slice(0, ROWS_IN_MESSAGE).map((row) => `  ${rowLine(row)}`));
  if (rows.length > ROWS_IN_MESSAGE) lines.push("  …");
  return lines;
}

/** A row in a line: the place in the source first, as terminals and editors find it, and as much more as a line has room for. */
function rowLine(row: Row): string {
  const { file, line } = row;
  const isPlaced = typeof file === "string";
  const others = Object.keys(row).filter((name) => !isPlaced || (name !== "file" && name !== "line"));
  const names = [...TOLD_FIRST.filter((name) => others.includes(name)), ...others];
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
