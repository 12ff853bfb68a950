/**
 * Explains why a result has no rows: finds the step that removed all rows, and the values that occur instead.
 * @module
 */

import type { ResultTable } from "../base/result_table.ts";
import { hex } from "../base/u64.ts";
import type { QueryOutcome, Session } from "../engine/session.ts";
import { visible } from "../render/visible.ts";
import { groupDigits } from "../base/group_digits.ts";

const MOST_COLUMNS = 3;
const MOST_VALUES = 4;

/** A step in the output of `explain`. */
interface Step {
  readonly detail: string;
  readonly rowsIn: number;
  readonly rows: number;
}

/** Runs additional queries. */
interface QueryRunner {
  /** The open traces. */
  readonly session: Session;
  /** Runs a query; its rows are valid until `read` has ended. */
  query(text: string, read: (table: ResultTable) => void): Promise<void>;
}

/** Lines that explain an empty result. */
export async function explainEmptyResult(runner: QueryRunner, result: QueryOutcome): Promise<string[]> {
  const { session } = runner;
  const steps = await stepsOf(runner, result.text);
  const at = steps.findIndex(({ rows }) => rows === 0);
  const step = steps[at];
  if (!step) return [];
  const table = /^scan (\S+)/.exec(steps[0]?.detail ?? "")?.[1];
  if (at === 0 || step.rowsIn === 0) {
    return [`No rows: ${visible(table ?? "the source")} is empty in this trace`];
  }
  const lines = [`No rows: "${visible(step.detail)}" rejects all ${groupDigits(step.rowsIn)}`];
  for (const name of table === undefined ? [] : columnsIn(session, table, step.detail)) {
    const there = describePresent(session, table!, name);
    if (there !== null) lines.push(`  ${name}: ${visible(there)}`);
  }
  return lines;
}

async function stepsOf(runner: QueryRunner, text: string): Promise<Step[]> {
  if (/\|\s*explain\b/i.test(text)) return [];
  try {
    let steps: Step[] = [];
    await runner.query(`${text}\n| explain`, (table) => {
      steps = readSteps(table);
    });
    return steps;
  } catch {
    return []; // An explanation that fails is omitted.
  }
}

function readSteps(table: ResultTable): Step[] {
  const column = (name: string): number => table.columns.findIndex((each) => each.name === name);
  const [step, rowsIn, rows] = ["step", "rows_in", "rows"].map(column) as [number, number, number];
  if (step < 0 || rowsIn < 0 || rows < 0) return [];
  return Array.from({ length: table.rowCount }, (_, row) => ({
    detail: String(table.value(row, step)).trimStart(),
    rowsIn: Number(table.value(row, rowsIn) ?? 0),
    rows: Number(table.value(row, rows) ?? 0),
  }));
}

/** Columns of the table that a step mentions, in the table's order. */
function columnsIn(session: Session, table: string, detail: string): string[] {
  const names = new Set(session.catalog.table(table, null)?.columns.map(({ name }) => name));
  const words = detail.replaceAll(/"(?:[^"\\]|\\.)*"/g, "").match(/[\p{L}_][\p{L}\p{N}_.]*/gu) ?? [];
  return [...new Set(words)].filter((word) => names.has(word)).slice(0, MOST_COLUMNS);
}

/** Describes the values of a column, or its bounds; null if they are unknown. */
function describePresent(session: Session, table: string, name: string): string | null {
  const { catalog } = session;
  const column = catalog.table(table, null)?.columns.find((each) => each.name === name);
  if (!column) return null;
  if (column.allNull) return "no value in this trace";
  const spell = (value: bigint | string): string => {
    if (typeof value === "string") return JSON.stringify(value);
    return column.display === "hex" ? hex(value) : String(value);
  };
  if (column.type !== "text") {
    const bounds = catalog.minMax(table, name);
    if (bounds && column.type !== "time") return `${spell(bounds.min)} to ${spell(bounds.max)}`;
  }
  const values = catalog.distinct(table, name, 10_000);
  if (!values || values.length === 0) return null;
  const shown = values.slice(0, MOST_VALUES).map(({ value, count }) =>
    `${spell(value)} (${groupDigits(count)})`
  );
  const more = values.length - shown.length;
  return shown.join(", ") + (more > 0 ? ` and ${groupDigits(more)} more` : "");
}
