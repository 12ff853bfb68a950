/**
 * Everything with a name, out of the registries that the program itself works with.
 * @module
 */

import { standIns } from "../../compat/registry.ts";
import { STACKS_COLUMNS, TRACES_COLUMNS } from "../../engine/built_in_tables.ts";
import { DERIVED_TABLES } from "../../engine/derived_tables.ts";
import { exporters } from "../../export/registry.ts";
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
import { CALL_FAMILIES, familyDoc, LAZY_CALL_COLUMNS } from "../../tables/call_docs.ts";
import {
  COVERAGE_EVENT_COLUMNS,
  COVERAGE_FILES_DOC,
  COVERAGE_FUNCTIONS_DOC,
} from "../../tables/derived/coverage_docs.ts";
import { ALL_TABLE_DOCS } from "../../tables/table_docs.ts";
import type { ColumnDoc, TableDoc } from "../../tables/schema.ts";
import type { DiagnosticCode } from "../../base/diagnostic.ts";
import { cookbook } from "./cookbook.ts";
import type { HelpEntry } from "./entry.ts";
import { nameList, section, wordList, wrap } from "./layout.ts";
import { problemEntries } from "./problem_codes.ts";

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

/** Functions of values, and columns of calls that take the name of an argument. */
export function functionEntries(): HelpEntry[] {
  const functions = FUNCTIONS.map(({ name, usage, summary, examples }) => ({
    kind: "function",
    name,
    usage,
    summary,
    examples,
  }));
  const known = new Set(functions.map(({ name }) => name));
  const families = Object.keys(CALL_FAMILIES).filter((name) => !known.has(name)).map((name) => ({
    kind: "function",
    name,
    usage: `${name}(name)`,
    summary: sentence(familyDoc(name)),
    examples: [`calls | select name, ${name}("data")`],
  }));
  return [...functions, ...families];
}

function sentence(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1);
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

/** Recipes that the page of a format shows. */
const EXAMPLES_OF_A_FORMAT = 5;

/** Formats of traces. */
export function formatEntries(): HelpEntry[] {
  return formats.map(({ name, summary, tables }) => ({
    kind: "format",
    name,
    usage: `--format ${name}`,
    summary,
    examples: cookbook.flatMap(({ recipes }) => recipes).filter(({ formats }) => formats.includes(name))
      .slice(0, EXAMPLES_OF_A_FORMAT).map(({ query }) => query),
    more: () =>
      section("Tables", wordList([...tables, "tags", "problems", "traces"])) +
      section("Note", wrap("Formats are found by content; --format is for files that hide it.", 2)),
  }));
}

/** Ways to show a result. */
export function modeEntries(): HelpEntry[] {
  return renderers.map(({ name, summary }) => ({ kind: "mode", name, usage: `--mode ${name}`, summary }));
}

/** What goes into an export, by the way it takes it. */
const TAKEN: Readonly<Record<(typeof exporters)[number]["takes"], string>> = {
  rows: "The rows of any table or query.",
  samples: "Places in a program with their weights: blocks and bytes, calls, entries.",
  traces: "Whole traces along their time, or their records where they have no time.",
};

/** What other tools read. */
export function exportEntries(): HelpEntry[] {
  return exporters.map(({ name, summary, extensions, takes }) => ({
    kind: "export",
    name,
    usage: `quarry export FILE --to ${name}`,
    summary,
    examples: [`quarry export trace.mtrc -o out${extensions[0] ?? `.${name}`}`],
    more: () => section("Takes", wrap(TAKEN[takes], 2)) + section("Ends of names", wordList(extensions)),
  }));
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
  const entries = ALL_TABLE_DOCS.map((each) => tableEntry(each, TRACE));
  for (const { name, doc, docs, column } of DERIVED_TABLES) {
    const columns = Object.entries(docs).map(([column, doc]) => [column, doc] as const);
    entries.push({
      kind: "table",
      name,
      usage: name,
      summary: doc,
      more: () =>
        section("Columns", nameList([...columns, [TRACE.name, TRACE.doc]])) + note(
          `Exists where events have a ${column}; a format may have a table of that name with other columns.`,
        ),
    });
  }
  for (const words of [COVERAGE_FUNCTIONS_DOC, COVERAGE_FILES_DOC]) {
    entries.push(
      tableEntry({ ...words, doc: `${words.doc} (coverage traces whose program is at hand)` }, TRACE),
    );
  }
  entries.push(tableEntry({ name: "runs", doc: RUNS_DOC, columns: RUNS_COLUMNS, formats: ["gnatcov"] }));
  entries.push(
    tableEntry({ name: "stacks", doc: "one row per distinct backtrace", columns: STACKS_COLUMNS }),
  );
  entries.push(tableEntry({ name: "traces", doc: "one row per open trace", columns: TRACES_COLUMNS }));
  return entries;
}

const TRACE: ColumnDoc = { name: "trace", type: "text", doc: "name under which the file was opened" };
/** Tables of every trace. */
const EVERYWHERE = new Set(["tags", "problems", "traces"]);

function tableEntry(table: TableDoc, last?: ColumnDoc): HelpEntry {
  const { name, doc, columns } = table;
  const all = last === undefined || columns.some((each) => each.name === last.name)
    ? columns
    : [...columns, last];
  const more = name === "events"
    ? section("Columns of coverage traces", columnList(COVERAGE_EVENT_COLUMNS))
    : name === "calls"
    ? section("Columns that are made when asked for", columnList(LAZY_CALL_COLUMNS)) +
      section("Columns by the name of an argument", familyList())
    : "";
  const readers = table.formats ?? formatsWith(name);
  return {
    kind: "table",
    name,
    usage: name,
    summary: doc,
    formats: readers,
    more() {
      const from = EVERYWHERE.has(name)
        ? note("In every trace.")
        : readers.length === 0
        ? ""
        : note(`In traces of: ${readers.join(", ")}.`);
      return section("Columns", columnList(all)) + more + from;
    },
  };
}

function columnList(columns: readonly ColumnDoc[]): string {
  return nameList(columns.map(({ name, type, doc }) => [`${name} ${type}`, doc]));
}

function familyList(): string {
  return nameList(
    Object.entries(CALL_FAMILIES).map(([name, type]) => [`${name}(NAME) ${type}`, familyDoc(name)]),
  );
}

/** Names of the formats that fill a table. */
function formatsWith(table: string): string[] {
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
    COVERAGE_FILES_DOC,
    { name: "events", columns: COVERAGE_EVENT_COLUMNS },
    { name: "calls", columns: LAZY_CALL_COLUMNS },
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
    ...exportEntries(),
    ...toolEntries(),
    ...codeEntries(),
    ...problemEntries(),
  ];
}
