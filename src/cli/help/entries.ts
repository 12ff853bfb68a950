/**
 * Help entries for everything with a name, from the registries that the program uses.
 * @module
 */

import type { DiagnosticCode } from "../../base/diagnostic.ts";
import { standIns } from "../../compat/registry.ts";
import { exporters } from "../../export/registry.ts";
import { formats } from "../../formats/registry.ts";
import { AGGREGATES } from "../../query/aggregates/registry.ts";
import { WINDOW_FUNCTIONS } from "../../query/windows/registry.ts";
import { ALL_TABLE_DOCS } from "../../engine/table_docs.ts";
import { ANALYSIS_CODES } from "../../query/analysis/codes.ts";
import { LIVE_SOURCES } from "../../query/analysis/live_sources.ts";
import { RUN_CODES } from "../../query/execution/codes.ts";
import { FUNCTIONS } from "../../query/functions/registry.ts";
import { POINTS, SOURCES } from "../../language/registry.ts";
import { STAGES } from "../../query/stages/registry.ts";
import { SQL_CODES } from "../../sql/untranslatable.ts";
import { SYNTAX_CODES } from "../../query/syntax/codes.ts";
import { LITERAL_DOCS, OPERATOR_DOCS, STATEMENT_DOCS } from "../../query/syntax/operators.ts";
import { renderers } from "../../render/registry.ts";
import { cookbook } from "./cookbook.ts";
import type { HelpEntry } from "./entry.ts";
import { section, wordList, wrap } from "./layout.ts";
import { problemEntries } from "./problem_codes.ts";
import { columnEntries, tableEntries } from "./table_entries.ts";

/** Documentation of an item of a registry. */
interface Documented {
  readonly name?: string;
  readonly keyword?: string;
  readonly usage: string;
  readonly summary: string;
  readonly examples?: readonly string[];
}

function documented(kind: string, things: readonly Documented[]): HelpEntry[] {
  return things.map(({ name, keyword, usage, summary, examples = [] }) => ({
    kind,
    name: name ?? keyword!,
    usage,
    summary,
    examples,
  }));
}

/** Entries for stages of the query language. */
export function stageEntries(): HelpEntry[] {
  return documented("stage", STAGES).map((each) => ({ ...each, usage: `… | ${each.usage}` }));
}

/** Entries for sources that have a syntax of their own. */
export function sourceEntries(): HelpEntry[] {
  return [...LIVE_SOURCES.map((each) => ({ kind: "source", ...each })), ...documented("source", SOURCES)];
}

/** Entries for forms of a point. */
export function pointEntries(): HelpEntry[] {
  return POINTS.forms.map(({ usage, summary, example }) => ({
    kind: "point",
    name: example.split(" ")[0]!,
    usage: `live @ ${usage}`,
    summary,
    examples: [`live @ ${example}`],
  }));
}

/** Entries for operators of the query language. */
export function operatorEntries(): HelpEntry[] {
  return OPERATOR_DOCS.map((each) => ({ kind: "operator", ...each }));
}

/** Entries for statements other than queries. */
export function statementEntries(): HelpEntry[] {
  return STATEMENT_DOCS.map((each) => ({ kind: "statement", ...each }));
}

/** Entries for literal values. */
export function literalEntries(): HelpEntry[] {
  return LITERAL_DOCS.map((each) => ({ kind: "literal", ...each }));
}

/** Entries for functions, and for columns of calls that take the name of an argument. */
export function functionEntries(): HelpEntry[] {
  const functions = documented("function", FUNCTIONS);
  const known = new Set(functions.map(({ name }) => name));
  const families = ALL_TABLE_DOCS.flatMap(({ name: table, families = [] }) =>
    families.filter(({ name }) => !known.has(name)).map(({ name, doc }) => ({
      kind: "function",
      name,
      usage: `${name}(name)`,
      summary: sentence(doc),
      examples: [`${table} | select name, ${name}("data")`],
    }))
  );
  return [...functions, ...families];
}

function sentence(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1);
}

/** Entries for aggregates. */
export function aggregateEntries(): HelpEntry[] {
  return documented("aggregate", AGGREGATES);
}

/** Entries for window functions. */
export function windowEntries(): HelpEntry[] {
  return documented("window function", WINDOW_FUNCTIONS);
}

/** Entries for error codes. */
export function codeEntries(): HelpEntry[] {
  const codes: readonly [string, DiagnosticCode][] = [SYNTAX_CODES, ANALYSIS_CODES, RUN_CODES, SQL_CODES]
    .flatMap((each) => Object.entries<DiagnosticCode>(each));
  return codes.map(([name, { title, cause, cure, example }]) => ({
    kind: KINDS_OF_CODES[name[1]!] ?? "failure of a running query",
    name,
    usage: `${name}: ${title}`,
    summary: cause,
    // Some examples consist of hundreds of brackets, so they are shortened.
    examples: [example.length > 120 ? `${example.slice(0, 60)} ...` : example],
    more: () => section("What to do", wrap(cure, 2)),
  }));
}

const KINDS_OF_CODES: Readonly<Record<string, string>> = {
  1: "error in the text of a query",
  2: "error in the meaning of a query",
  3: "warning about a query and the data",
};

/** Number of recipes shown on the page of a format. */
const EXAMPLES_OF_A_FORMAT = 5;

/** Entries for trace formats. */
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
      section("Note", wrap("Quarry recognizes formats by content; use --format where that fails.", 2)),
  }));
}

/** Entries for output modes. */
export function modeEntries(): HelpEntry[] {
  return renderers.map(({ name, summary }) => ({ kind: "mode", name, usage: `--mode ${name}`, summary }));
}

/** Describes what an export contains, by the kind of its input. */
const TAKEN: Readonly<Record<(typeof exporters)[number]["takes"], string>> = {
  rows: "The rows of any table or query.",
  samples: "Places in a program with weights: blocks and bytes, calls, entries.",
  traces: "Whole traces over time, or over records when they have no times.",
  files: "All tables of each trace, each file opened separately.",
  lines: "Source lines with their counts, of coverage traces whose program was compiled with -g.",
};

/** Entries for export formats. */
export function exportEntries(): HelpEntry[] {
  return exporters.map(({ name, summary, extensions, takes }) => ({
    kind: "export",
    name,
    usage: `quarry export FILE --to ${name}`,
    summary,
    examples: [
      extensions[0] === undefined && takes === "files"
        ? `quarry export trace.mtrc --to ${name} -o DIR`
        : `quarry export trace.mtrc -o out${extensions[0] ?? `.${name}`}`,
    ],
    more: () =>
      section("Takes", wrap(TAKEN[takes], 2)) +
      (extensions.length === 0 ? "" : section("File endings", wordList(extensions))),
  }));
}

/** Entries for stand-ins. */
export function toolEntries(): HelpEntry[] {
  return standIns.map(({ name, summary, usage }) => ({
    kind: "stand-in",
    name,
    usage: `quarry as ${name} [its options] FILE`,
    summary,
    more: () => section("Options", usage.replace(/^(?=.)/gm, "  ")),
  }));
}

/** Returns all help entries. */
export async function allEntries(): Promise<HelpEntry[]> {
  return [
    ...statementEntries(),
    ...stageEntries(),
    ...sourceEntries(),
    ...functionEntries(),
    ...aggregateEntries(),
    ...windowEntries(),
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
    ...await problemEntries(),
  ];
}
