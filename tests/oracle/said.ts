/**
 * Everything that a session answers to a script: warnings, columns with their types, rows in order, verdicts, errors.
 * @module
 */

import { preparedScript } from "../../src/engine/run_script.ts";
import type { Diagnostic } from "../../src/base/diagnostic.ts";
import { QueryError } from "../../src/base/errors.ts";
import type { ResultTable, ResultValue } from "../../src/base/result_table.ts";
import type { QueryOutcome, Session } from "../../src/engine/session.ts";

/** The answer as lines, for comparison. */
export type Said = readonly string[];

/** Maximum number of rows of an answer that are compared: products of tables have hundreds of thousands. */
const MOST_READ = 3000;
/** Columns whose values are measured by a clock. */
const CLOCKS = /^(?:seconds|ms)$/;
/** Columns with ids of backtraces, which depend on the order in which a session reads them. */
const STACKS = /^(?:\w+\.)?(?:stack|id)(?:_right(?:_\d+)?)?$/;

/** Runs a script, statement after statement. Only internal errors are thrown. */
export async function listen(session: Session, script: string, signal?: AbortSignal): Promise<Said> {
  const lines: string[] = [];
  try {
    const prepared = await preparedScript(session, script);
    for (const warning of prepared.warnings) lines.push(spellDiagnostic(warning));
    for await (const outcome of session.run(prepared, signal)) {
      if (outcome.kind === "assert") {
        lines.push(`assert ${outcome.passed}, found ${outcome.found}`);
        continue;
      }
      try {
        for (const line of readTable(outcome.table)) lines.push(line);
      } finally {
        outcome.release();
      }
    }
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    lines.push(...error.diagnostics.map(spellDiagnostic));
  }
  return lines;
}

/** Runs a script of one query without reading its rows; undefined if there are none. */
export async function show(session: Session, script: string): Promise<QueryOutcome | undefined> {
  let shown: QueryOutcome | undefined;
  try {
    for await (const outcome of session.run(await preparedScript(session, script))) {
      shown?.release();
      shown = outcome.kind === "query" ? outcome : undefined;
    }
  } catch (error) {
    shown?.release();
    if (!(error instanceof QueryError)) throw error;
    return undefined;
  }
  return shown;
}

/** Columns, number of rows, and the first rows; the error if a value cannot be computed. */
export function readTable(table: ResultTable, rows = MOST_READ): string[] {
  try {
    return readRows(table, Math.min(rows, table.rowCount));
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    return error.diagnostics.map(spellDiagnostic);
  }
}

function readRows(table: ResultTable, rows: number): string[] {
  const { columns } = table;
  const lines = [
    columns.map(({ name, type, display }) => `${name}: ${type} ${display ?? "plain"}`).join(", "),
    `${table.rowCount} rows`,
  ];
  // A number in place of the id: the first backtrace of the answer is 1, the second 2.
  const stacks = new Map<ResultValue, number>();
  const kinds = columns.map(({ name, type }) =>
    CLOCKS.test(name) ? "clock" : STACKS.test(name) && type !== "text" ? "stack" : "value"
  );
  for (let row = 0; row < rows; row++) {
    const cells = columns.map((_, column) => {
      const value = table.value(row, column);
      if (kinds[column] === "clock") return "…";
      if (kinds[column] === "value" || value === null) return spell(value);
      let number = stacks.get(value);
      if (number === undefined) stacks.set(value, number = stacks.size + 1);
      return `#${number}`;
    });
    lines.push(cells.join("\t"));
  }
  return lines;
}

function spell(value: ResultValue): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "bigint") return `${value}n`;
  return value instanceof Uint8Array ? `bytes ${value.toHex()}` : String(value);
}

/** Suggestions depend on the definitions of the session, so they are left out. */
function spellDiagnostic({ severity, code, message, span, suggestion: given }: Diagnostic): string {
  const suggestion = severity === "error" ? undefined : given;
  return `${severity} ${code} ${span.start}-${span.end}: ${message}${suggestion ? ` (${suggestion})` : ""}`;
}

/** Whether the answer has rows: one without rows says little about a query. */
export function hasRows(said: Said): boolean {
  return said.some((line) => /^(?:[1-9]\d* rows|assert )/.test(line));
}

/** The first line in which two answers differ, in words; undefined for equal ones. */
export function difference(found: Said, expected: Said): string | undefined {
  const at = found.findIndex((line, row) => line !== expected[row]);
  if (at < 0 && found.length === expected.length) return undefined;
  const line = at < 0 ? found.length : at;
  const cut = (text: string | undefined): string =>
    text === undefined ? "(nothing)" : text.length > 600 ? `${text.slice(0, 600)}…` : text;
  return `line ${line} of ${found.length}: ${cut(found[line])}\n  expected (${expected.length}): ${
    cut(expected[line])
  }`;
}
