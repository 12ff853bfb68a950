/**
 * Composes pages that list all things of one kind.
 * @module
 */

import { EXIT } from "../command.ts";
import {
  aggregateEntries,
  codeEntries,
  exportEntries,
  formatEntries,
  functionEntries,
  modeEntries,
  operatorEntries,
  pointEntries,
  sourceEntries,
  stageEntries,
  toolEntries,
  windowEntries,
} from "./entries.ts";
import type { HelpEntry } from "./entry.ts";
import { nameList, section, wrap } from "./layout.ts";
import { tableEntries } from "./table_entries.ts";

/** The meaning of each exit code. */
export const EXIT_WORDS: Readonly<Record<keyof typeof EXIT, string>> = {
  ok: "all ran",
  failed: "a query failed while running, an assertion was false, or an output could not be written",
  usage: "wrong usage, or a query that does not parse or type-check",
  unreadable: "a trace could not be read, or is damaged and --strict was given",
  interrupted: "interrupted by Ctrl-C",
};

/** Pages by name; the summary of each is its heading. */
export const listPages = {
  stages: (title: string): string => page(title, usages(stageEntries(), "… | "), "stage"),
  sources: (title: string): string =>
    page(title, usages(sourceEntries()), "source") +
    section("Also", wrap('Any table ("quarry help tables"), "TABLE of TRACE", and "(pipeline)".', 2)),
  points: (title: string): string =>
    `${page(title, usages(pointEntries(), "live @ "))}
${wrap("A point is the state after a record: live @ 5000 includes what record number 5000 allocated.")}`,
  operators: (title: string): string => page(title, usages(operatorEntries()), "operator"),
  functions: (title: string): string => page(title, usages(functionEntries()), "function"),
  aggregates: (title: string): string =>
    `${page(title, usages(aggregateEntries()), "aggregate")}
${
      wrap(
        "With a condition: sum(size) if kind == alloc. Nulls are skipped; without values count and distinct \
are 0 and all others null.",
      )
    }`,
  windows: (title: string): string =>
    `${page(title, usages(windowEntries()), "function")}
${
      wrap(
        "Any aggregate without cumulative or moving is that of the whole window: sum(size), p99(size). Rows with equal \
keys of the order keep the order that they have; null keys are a window of their own, and nulls come last in an order without nulls first. \
A sum counts this row and those before it, also where their keys are equal. Nulls are skipped by all but lag and lead: \
before the first value a sum is null, and a count 0. A condition says which rows count: \
cumulative(size) if kind == alloc. What SQL calls sum(x) over (order by y) is cumulative(x).",
      )
    }`,
  tables: tablesPage,
  formats: (title: string): string => page(title, namesWithSummaries(formatEntries()), "format"),
  modes: (title: string): string => page(title, namesWithSummaries(modeEntries())),
  exports: (title: string): string => page(title, namesWithSummaries(exportEntries()), "export"),
  tools: (title: string): string => page(title, namesWithSummaries(toolEntries()), "stand-in"),
  exit: exitPage,
  errors: errorsPage,
};

function page(title: string, body: string, what?: string): string {
  const more = what === undefined ? "" : `\n"quarry help NAME" explains each ${what}.\n`;
  return `${title}:\n${body}${more}`;
}

function usages(entries: readonly HelpEntry[], prefix = ""): string {
  return nameList(entries.map(({ usage, summary }) => [
    usage.startsWith(prefix) ? usage.slice(prefix.length) : usage,
    summary,
  ]));
}

function namesWithSummaries(entries: readonly HelpEntry[]): string {
  return nameList(entries.map(({ name, summary }) => [name, summary]));
}

function tablesPage(title: string): string {
  const rows = tableEntries().map(({ name, summary, formats = [] }) =>
    [name, formats.length === 0 ? summary : `${summary} (${formats.join(", ")})`] as const
  );
  return page(title, nameList(rows), "table");
}

/** The exit codes with their meanings. */
function allExitCodes(): string {
  return nameList(
    Object.entries(EXIT).map(([name, code]) =>
      [String(code), EXIT_WORDS[name as keyof typeof EXIT]] as const
    ),
  );
}

function exitPage(title: string): string {
  return `${page(title, allExitCodes())}
${
    wrap(
      "A script that asserts something is a check for a build: quarry query trace.mtrc -f check.qry || exit 1.",
    )
  }
${
    wrap(
      "quarry record ends as its program does: with its exit code, with 128 and the number of the signal that ended " +
        "it, with 127 where there is no such program, and with 3 where no tracer is installed or no trace is left.",
    )
  }
"quarry help errors" lists the codes of errors in queries.
`;
}

function errorsPage(title: string): string {
  const codes = codeEntries().map(({ usage, name }) => [name, usage.slice(name.length + 2)] as const);
  return `${page(title, nameList(codes))}
${wrap("Q1 is the text of a query, Q2 its meaning, Q3 a warning about the data, Q4 a failure while it ran.")}
"quarry help CODE" says what to do.
${section("Exit codes", allExitCodes())}`;
}
