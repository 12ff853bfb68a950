/**
 * Commands of a document that a browser can run: queries over traces of the repository.
 * @module
 */

import { commandWords, typedCommands } from "../console_blocks.ts";

/** A command that the workbench can run: the traces to open and the queries to put into its cells. */
interface Example {
  readonly traces: readonly string[];
  readonly queries: readonly string[];
}

/** Flags that affect only the form of an answer. */
const FORM = new Set(["-m", "--mode", "--names"]);

/** The example for a command, or null if the command is not a query. */
function exampleOf(command: string): Example | null {
  const [program, task, ...words] = commandWords(command);
  if (program !== "quarry" || task !== "query") return null;
  const traces: string[] = [];
  const queries: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (word === "-e" || word === "--eval") queries.push(words[++at] ?? "");
    else if (FORM.has(word)) at++;
    else if (/^testdata\/[\w./-]+$/.test(word)) traces.push(word);
    else return null;
  }
  return traces.length === 1 && queries.length > 0 ? { traces, queries } : null;
}

/** The examples of a console block, in order. */
export function examplesOf(block: string): Example[] {
  return typedCommands(block).flatMap((command) => exampleOf(command) ?? []);
}

/** The part of the workbench's address that opens the traces and types the queries. */
export function exampleFragment({ queries }: Example, addresses: readonly string[]): string {
  const fields = new URLSearchParams({ view: "queries", cells: JSON.stringify(queries) });
  for (const address of addresses) fields.append("url", address);
  return `#${fields}`;
}
