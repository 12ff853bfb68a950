/**
 * Files of queries with their answers. A file is blocks with a line of `====` between them. A block of lines `trace:
 * NAME PATH`, or `table: TRACE.TABLE` with a typed table below it, opens the tables for the blocks after it; `clear`
 * closes all traces. Every other block is a script, a line of `----`, and its output. Lines that begin with `#!` are
 * comments.
 */

import type { ResultTable, ResultValue } from "../../src/base/result_table.ts";
import { QueryError } from "../../src/base/errors.ts";
import { renderDiagnostic } from "../../src/base/diagnostic.ts";
import { Session } from "../../src/engine/session.ts";
import { PLAIN_OPTIONS } from "../../src/render/renderer.ts";
import { tsv } from "../../src/render/separated.ts";
import type { Table } from "../../src/tables/table.ts";
import { openSample } from "../support/sample_session.ts";
import { typedTable, typedTrace } from "../support/typed_tables.ts";

const BETWEEN = "\n====\n";
const ANSWER = "\n----\n";

/** One script and its answer. */
export interface GoldenCase {
  readonly script: string;
  readonly expected: string;
  readonly actual: string;
}

/** Returns the answer of a session to a script. */
export type Ask = (session: Session, script: string) => Promise<string>;

/** Runs a file; returns its cases, and its text with the current answers. */
export async function runGolden(
  text: string,
  ask: Ask = answer,
): Promise<{ cases: GoldenCase[]; updated: string }> {
  let session = new Session();
  const cases: GoldenCase[] = [];
  const blocks: string[] = [];
  for (const block of text.split(BETWEEN)) {
    const [head = "", expected = ""] = block.split(ANSWER);
    const lines = head.replace(/\n----\n?$/, "").split("\n").filter((line) => !line.startsWith("#!"));
    const first = lines.find((line) => line.trim() !== "") ?? "";
    if (/^(?:trace: \S+ \S+|table: \S+|clear)$/.test(first)) {
      if (first === "clear") session = new Session();
      await open(session, lines);
    }
    if (first === "" || !/\n----(?:\n|$)/.test(block)) {
      blocks.push(`${block.trim()}\n`);
      continue;
    }
    const script = lines.join("\n").trim();
    const actual = await ask(session, script);
    cases.push({ script, expected, actual });
    blocks.push(`${head.replace(/\n----\n?$/, "").trim()}${ANSWER}${actual}`);
  }
  return { cases, updated: blocks.join(BETWEEN) };
}

async function open(session: Session, lines: readonly string[]): Promise<void> {
  const tables = new Map<string, Table[]>();
  let into: { trace: string; table: string; rows: string[] } | undefined;
  const end = (): void => {
    if (into === undefined) return;
    const { trace, table, rows } = into;
    const made = typedTable(table, session.pools, rows.join("\n"));
    tables.set(trace, [...tables.get(trace) ?? [], made]);
    into = undefined;
  };
  for (const line of lines) {
    const [word, name = "", path = ""] = line.trim().split(/\s+/);
    if (word === "trace:" && path !== "") await openSample(session, name, path);
    else if (word === "table:" && path === "") {
      end();
      const [trace = "", table = ""] = name.split(".");
      into = { trace, table, rows: [] };
    } else into?.rows.push(line);
  }
  end();
  for (const [name, made] of tables) session.add([typedTrace(name, session.pools, made)]);
}

/** The answer to a script: warnings, results, verdicts, errors. */
async function answer(session: Session, script: string): Promise<string> {
  const parts: string[] = [];
  try {
    const prepared = session.prepare(script);
    for (const warning of prepared.warnings) parts.push(renderDiagnostic(warning, script) + "\n");
    for await (const outcome of session.run(prepared)) {
      if (outcome.kind === "assert") {
        const { passed, message, found } = outcome;
        parts.push(`${passed ? "passed" : "failed"}: ${message ?? "(no message)"} (found ${found})\n`);
        continue;
      }
      let shown = "";
      await tsv.render(withVisibleEmptyTexts(outcome.table), (piece) => void (shown += piece), PLAIN_OPTIONS);
      parts.push(/\bexplain\b/.test(outcome.text) ? withoutTimes(shown) : shown);
      if (!/\| as \w+$/.test(outcome.text.trim())) outcome.release();
    }
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    const { diagnostics } = error.atRunTime ? error : await session.withAdvice(error);
    for (const each of diagnostics) parts.push(renderDiagnostic(each, error.source) + "\n");
  }
  return parts.join("\n");
}

/** An empty text is distinguished from a missing one. */
function withVisibleEmptyTexts(table: ResultTable): ResultTable {
  const { columns, rowCount } = table;
  const value = (row: number, column: number): ResultValue => {
    const found = table.value(row, column);
    return found === "" ? '""' : found;
  };
  return { columns, rowCount, value };
}

/** Contents of the columns of `explain` that vary: they depend on the clock, on memory and on threads. */
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  ms: "TIME",
  read: "READ",
  threads: "THREADS",
  code: "CODE",
  how: "HOW",
};

/** The output of `explain` that is the same in each run. */
function withoutTimes(text: string): string {
  const [head = "", ...rows] = text.split("\n");
  const names = head.split("\t");
  const masked = (row: string): string =>
    row.split("\t").map((cell, at) => PLACEHOLDERS[names[at]!] ?? cell)
      .join("\t");
  return [head, ...rows.map((row) => row === "" ? row : masked(row))].join("\n");
}
