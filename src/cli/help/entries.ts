/**
 * Everything with a name, out of the registries that the program itself works with.
 * @module
 */

import { standIns } from "../../compat/registry.ts";
import { STACKS_COLUMNS, TRACES_COLUMNS } from "../../engine/built_in_tables.ts";
import { DERIVED_TABLES } from "../../engine/derived_tables.ts";
import { formats } from "../../formats/registry.ts";
import { ANALYSIS_CODES } from "../../query/analysis/codes.ts";
import { LIVE_SOURCES } from "../../query/analysis/live_sources.ts";
import { RUN_CODES } from "../../query/execution/codes.ts";
import { AGGREGATES, FUNCTIONS } from "../../query/functions/registry.ts";
import { SYNTAX_CODES } from "../../query/syntax/codes.ts";
import { LITERAL_DOCS, OPERATOR_DOCS, STATEMENT_DOCS } from "../../query/syntax/operators.ts";
import { POINT_FORMS } from "../../query/syntax/points.ts";
import { SOURCE_SYNTAX } from "../../query/syntax/sources.ts";
import { STAGE_SYNTAX } from "../../query/syntax/stages.ts";
import { renderers } from "../../render/registry.ts";
import { RUNS_COLUMNS, RUNS_DOC } from "../../engine/coverage/runs_table.ts";
import { COVERAGE_FUNCTIONS_DOC } from "../../tables/derived/coverage_docs.ts";
import { ALL_TABLE_DOCS } from "../../tables/table_docs.ts";
import type { ColumnDoc } from "../../tables/schema.ts";
import type { DiagnosticCode } from "../../base/diagnostic.ts";
import type { HelpEntry } from "./entry.ts";
import { nameList, section, wordList, wrap } from "./layout.ts";

/** Stages of the query language. */
export function stageEntries(): HelpEntry[] {
  return STAGE_SYNTAX.map(({ keyword, usage, summary, examples }) => ({
    kind: "stage",
    name: keyword,
    usage: `… | ${usage}`,
    summary,
    examples,
  }));
}

/** Sources with a syntax of their own. */
export function sourceEntries(): HelpEntry[] {
  const special = SOURCE_SYNTAX.map(({ keyword, usage, summary, examples }) => ({
    kind: "source",
    name: keyword,
    usage,
    summary,
    examples,
  }));
  return [...LIVE_SOURCES.map((each) => ({ kind: "source", ...each })), ...special];
}

/** Forms of a point. */
export function pointEntries(): HelpEntry[] {
  return POINT_FORMS.map(({ usage, summary, example }) => ({
    kind: "point",
    name: example.split(" ")[0]!,
    usage: `live @ ${usage}`,
    summary,
    examples: [`live @ ${example}`],
  }));
}

/** Operators of the query language. */
export function operatorEntries(): HelpEntry[] {
  return OPERATOR_DOCS.map((each) => ({ kind: "operator", ...each }));
}

/** Statements beside queries. */
export function statementEntries(): HelpEntry[] {
  return STATEMENT_DOCS.map((each) => ({ kind: "statement", ...each }));
}

/** Values as they are written. */
export function literalEntries(): HelpEntry[] {
  return LITERAL_DOCS.map((each) => ({ kind: "literal", ...each }));
}

/** Functions of values. */
export function functionEntries(): HelpEntry[] {
  return FUNCTIONS.map(({ name, usage, summary, examples }) => ({
    kind: "function",
    name,
    usage,
    summary,
    examples,
  }));
}

/** Aggregates. */
export function aggregateEntries(): HelpEntry[] {
  return AGGREGATES.map(({ name, usage, summary, examples }) => ({
    kind: "aggregate",
    name,
    usage,
    summary,
    examples,
  }));
}

/** Codes of mistakes. */
export function codeEntries(): HelpEntry[] {
  const codes: readonly [string, DiagnosticCode][] = [
    ...Object.entries(SYNTAX_CODES),
    ...Object.entries(ANALYSIS_CODES),
    ...Object.entries(RUN_CODES),
  ];
  return codes.map(([name, { title, cause, cure, example }]) => ({
    kind: kindOfCode(name),
    name,
    usage: `${name}: ${title}`,
    summary: cause,
    // Some examples are made by the hundreds of brackets.
    examples: [example.length > 120 ? `${example.slice(0, 60)} ...` : example],
    more: () => section("What to do", wrap(cure, 2)),
  }));
}

function kindOfCode(code: string): string {
  switch (code[1]) {
    case "1":
      return "mistake in the text of a query";
    case "2":
      return "mistake in the meaning of a query";
    case "3":
      return "remark on a query and the data";
    default:
      return "failure of a running query";
  }
}

/** Formats of traces. */
export function formatEntries(): HelpEntry[] {
  return formats.map(({ name, summary, tables }) => ({
    kind: "format",
    name,
    usage: `--format ${name}`,
    summary,
    more: () =>
      section("Tables", wordList([...tables, "tags", "problems", "traces"])) +
      section("Note", wrap("Formats are found by content; --format is for files that hide it.", 2)),
  }));
}

/** Ways to show a result. */
export function modeEntries(): HelpEntry[] {
  return renderers.map(({ name, summary }) => ({ kind: "mode", name, usage: `--mode ${name}`, summary }));
}

/** Stand-ins for original tools. */
export function toolEntries(): HelpEntry[] {
  return standIns.map(({ name, summary, usage }) => ({
    kind: "stand-in",
    name,
    usage: `quarry as ${name} [its options] FILE`,
    summary,
    more: () => section("Options", usage.replace(/^(?=.)/gm, "  ")),
  }));
}

/** Tables that are known before a trace is opened. */
export function tableEntries(): HelpEntry[] {
  const entries = ALL_TABLE_DOCS.map(({ name, doc, columns }) => tableEntry(name, doc, columns));
  for (const { name, doc, docs, column } of DERIVED_TABLES) {
    const columns = Object.entries(docs).map(([column, doc]) => [column, doc] as const);
    entries.push({
      kind: "table",
      name,
      usage: name,
      summary: doc,
      more: () =>
        section("Columns", nameList(columns)) + note(
          `Exists where events have a ${column}; a format may have a table of that name with other columns.`,
        ),
    });
  }
  const { doc, columns } = COVERAGE_FUNCTIONS_DOC;
  entries.push(tableEntry("functions", `${doc} (coverage traces whose program is at hand)`, columns));
  entries.push(tableEntry("runs", RUNS_DOC, RUNS_COLUMNS));
  entries.push(tableEntry("stacks", "one row per distinct backtrace", STACKS_COLUMNS));
  entries.push(tableEntry("traces", "one row per open trace", TRACES_COLUMNS));
  return entries;
}

function tableEntry(name: string, doc: string, columns: readonly ColumnDoc[]): HelpEntry {
  const rows = columns.map((each) => [`${each.name} ${each.type}`, each.doc] as const);
  return {
    kind: "table",
    name,
    usage: name,
    summary: doc,
    more() {
      const readers = formatsWith(name);
      const from = readers.length === 0 ? "" : note(`In traces of: ${readers.join(", ")}.`);
      return section("Columns", nameList(rows)) + from;
    },
  };
}

/** Names of the formats that fill a table. */
export function formatsWith(table: string): string[] {
  return formats.filter(({ tables }) => tables.includes(table)).map(({ name }) => name);
}

function note(text: string): string {
  return `\n${wrap(text)}`;
}

/** Columns by name, each with the tables that have it. */
export function columnEntries(): HelpEntry[] {
  const tables: readonly { name: string; columns: readonly ColumnDoc[] }[] = [
    ...ALL_TABLE_DOCS,
    COVERAGE_FUNCTIONS_DOC,
    { name: "runs", columns: RUNS_COLUMNS },
    { name: "stacks", columns: STACKS_COLUMNS },
    { name: "traces", columns: TRACES_COLUMNS },
  ];
  const places = new Map<string, [string, ColumnDoc][]>();
  for (const { name: table, columns } of tables) {
    for (const column of columns) {
      places.set(column.name, [...places.get(column.name) ?? [], [table, column]]);
    }
  }
  return [...places].map(([name, found]) => ({
    kind: "column",
    name,
    usage: name,
    summary: found[0]![1].doc,
    more: () => section("In", nameList(found.map(([table, { type, doc }]) => [`${table} (${type})`, doc]))),
  }));
}

/** All of them. */
export function allEntries(): HelpEntry[] {
  return [
    ...statementEntries(),
    ...stageEntries(),
    ...sourceEntries(),
    ...functionEntries(),
    ...aggregateEntries(),
    ...operatorEntries(),
    ...literalEntries(),
    ...pointEntries(),
    ...tableEntries(),
    ...columnEntries(),
    ...formatEntries(),
    ...modeEntries(),
    ...toolEntries(),
    ...codeEntries(),
  ];
}
