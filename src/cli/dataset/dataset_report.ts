/**
 * The report on standard error at the end of an export into a dataset.
 * @module
 */

import { groupDigits } from "../../base/group_digits.ts";
import { bytesInWords } from "../../render/cell_text.ts";
import { visible } from "../../render/visible.ts";
import { EXIT } from "../command.ts";
import { NAME_CONFLICT, type TraceReport } from "./export_trace.ts";

const STATUS = {
  written: "written",
  replaced: "replaced",
  there: "there already",
  "no trace": "no trace",
  failed: "not written",
} as const satisfies Record<TraceReport["status"], string>;
const HEAD = ["trace", "", "problems", "worst problem, or reason"];

/**
 * Formats the report: a line for each trace that needs attention, and a summary. If there is only one trace
 * and no problem, only a short remark.
 */
export function reportText(reports: readonly TraceReport[]): string {
  const [only] = reports;
  if (reports.length === 1 && only!.status !== "failed" && only!.problems === 0) {
    return existingTraceNote(only!);
  }
  const odd = reports.filter(({ status, message }) => status === "failed" || message !== undefined)
    .toSorted((one, other) => one.name < other.name ? -1 : 1);
  const rows = odd.map(({ name, status, problems, message = "" }) => [
    visible(name),
    STATUS[status],
    status === "failed" ? "" : groupDigits(problems),
    visible(message),
  ]);
  return (rows.length > 0 ? aligned([HEAD, ...rows]) : "") + totalsLine(reports);
}

function existingTraceNote({ name, status }: TraceReport): string {
  return status === "there" ? `${visible(name)} already exists\n` : "";
}

/** Formats totals: `48 traces written, 2 there already; 1_000 rows, 1.5 MB`. */
function totalsLine(reports: readonly TraceReport[]): string {
  const count = (wanted: TraceReport["status"]): number =>
    reports.filter(({ status }) => status === wanted).length;
  const traces = (["written", "replaced", "there", "failed"] as const).filter((status) => count(status) > 0)
    .map((status, at) => {
      const number = count(status);
      return `${groupDigits(number)}${at > 0 ? "" : number === 1 ? " trace" : " traces"} ${STATUS[status]}`;
    });
  const others = count("no trace");
  if (others > 0) traces.push(`${groupDigits(others)} other ${others === 1 ? "file" : "files"} left out`);
  const sum = (of: (report: TraceReport) => number): number =>
    reports.reduce((all, each) => all + of(each), 0);
  const rows = sum(({ rows }) => rows);
  const written = rows > 0 ? `; ${groupDigits(rows)} rows, ${bytesInWords(sum(({ bytes }) => bytes))}` : "";
  return (traces.length > 0 ? traces.join(", ") : "no traces") + `${written}\n`;
}

/** Aligns columns, two blanks apart. */
function aligned(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  return rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at]!)).join("  ").trimEnd() + "\n").join(
    "",
  );
}

/** Returns the exit code; a failed output takes precedence over an unreadable trace. */
export function exitCodeOf(reports: readonly TraceReport[]): number {
  const codes = new Set(reports.flatMap(({ code }) => code ?? []));
  for (const code of [EXIT.failed, EXIT.unreadable, EXIT.usage]) if (codes.has(code)) return code;
  return EXIT.ok;
}

/** Returns the report on a file that is not opened because traces of its name already exist. */
export function existingTraceReport(name: string, isCurrent: boolean): TraceReport {
  const nothing = { name, rows: 0, bytes: 0, problems: 0 };
  return isCurrent
    ? { ...nothing, status: "there" }
    : { ...nothing, status: "failed", message: NAME_CONFLICT, code: EXIT.failed };
}
