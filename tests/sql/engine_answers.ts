/** Runs a script on Quarry and on an engine over the exported dataset. */

import { QueryError } from "../../src/base/errors.ts";
import type { ResultTable } from "../../src/base/result_table.ts";
import type { Session } from "../../src/engine/session.ts";
import type { PlanColumn } from "../../src/query/plan/values.ts";
import type { Dialect } from "../../src/sql/dialects/dialect.ts";
import { translate } from "../../src/sql/translate.ts";
import type { SqlDataset } from "../../src/sql/translation.ts";
import type { Value } from "../query/oracle/tables.ts";

/** Runs SQL with these columns; returns rows, or throws the engine's error. */
export type RunSql = (sql: string, columns: readonly PlanColumn[]) => Promise<readonly (readonly Value[])[]>;

/** The result of a script. */
export type Verdict =
  | { readonly kind: "same" }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "different"; readonly what: string; readonly sql: string };

/** An engine over a dataset: its dialect, and how to run SQL. */
export interface Engine {
  readonly dialect: Dialect;
  readonly run: RunSql;
  readonly dataset: SqlDataset;
}

/** Compares the answers of all statements of a script; undefined if Quarry refuses the script itself. */
export async function compareScript(
  session: Session,
  script: string,
  { dialect, run, dataset }: Engine,
): Promise<Verdict | undefined> {
  let prepared: ReturnType<Session["prepare"]>;
  try {
    prepared = session.prepare(script);
  } catch (error) {
    if (error instanceof QueryError) return undefined;
    throw error;
  }
  let sql: readonly string[];
  let refused: string | undefined;
  try {
    sql = translate(prepared.statements, { dialect, dataset, source: script }).map((each) => each.sql);
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    refused = error.message;
    sql = [];
  }
  const found: (readonly (readonly Value[])[] | Error | null)[] = [];
  try {
    for await (const outcome of session.run(prepared)) {
      if (outcome.kind === "assert") found.push(null);
      else {
        found.push(cells(outcome.table));
        if (!/\| as \w+$/.test(outcome.text.trim())) outcome.release();
      }
    }
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    found.push(error);
  }
  if (refused !== undefined) return { kind: "refused", reason: refused };
  for (const [at, mine] of found.entries()) {
    if (mine === null) continue;
    const text = sql[at]!;
    let theirs: readonly (readonly Value[])[] | Error;
    try {
      theirs = await run(text, prepared.statements[at]!.plan.columns);
    } catch (error) {
      theirs = error as Error;
    }
    const what = differenceOf(mine, theirs);
    if (what !== undefined) return { kind: "different", what, sql: text };
  }
  return { kind: "same" };
}

/** The values of a result in the form of engines. */
function cells(table: ResultTable): Value[][] {
  return Array.from({ length: table.rowCount }, (_, row) =>
    table.columns.map(({ type }, column): Value => {
      const value = table.value(row, column);
      if (value instanceof Uint8Array) return new TextDecoder().decode(value);
      return typeof value === "number" && type !== "f64" ? BigInt(value) : value;
    }));
}

function differenceOf(
  mine: readonly (readonly Value[])[] | Error,
  theirs: readonly (readonly Value[])[] | Error,
): string | undefined {
  if (mine instanceof Error || theirs instanceof Error) {
    if (mine instanceof Error && theirs instanceof Error && isOfValues(theirs)) return undefined;
    return mine instanceof Error
      ? `Quarry fails (${mine.message}), the engine ${
        theirs instanceof Error ? `says ${theirs.message}` : "does not"
      }`
      : `The engine fails: ${(theirs as Error).message}`;
  }
  for (let row = 0; row < Math.min(mine.length, theirs.length); row++) {
    const [left, right] = [mine[row]!, theirs[row]!];
    if (left.length !== right.length) return `${left.length} columns, the engine has ${right.length}`;
    const at = left.findIndex((value, column) => !same(value, right[column]!));
    if (at >= 0) return `row ${row}, column ${at}: ${spell(left)}, the engine has ${spell(right)}`;
  }
  return mine.length === theirs.length ? undefined : `${mine.length} rows, the engine has ${theirs.length}`;
}

/** Whether an engine failed because of a value, and not of wrong SQL. */
function isOfValues({ message }: Error): boolean {
  return /out.of.range|overflow|conversion error|more than one row|cannot be negative|safely converted|throwIf|raise_error|USER_RAISED/i
    .test(message);
}

/** Integers, texts and booleans are compared exactly; sums of fractions depend on the order of addition. */
function same(left: Value, right: Value): boolean {
  if (left === right) return true;
  if (typeof left !== "number" || typeof right !== "number") return false;
  if (Number.isNaN(left) && Number.isNaN(right)) return true;
  return Math.abs(left - right) <= 1e-9 * Math.max(Math.abs(left), Math.abs(right));
}

function spell(row: readonly Value[]): string {
  return `[${
    row.map((value) => typeof value === "string" ? JSON.stringify(value) : String(value)).join(", ")
  }]`;
}
