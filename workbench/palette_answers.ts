/**
 * Requests that the list of commands sends to the server: values of the trace that match the typed text, and
 * explanations of words of the query language.
 * @module
 */

import type { Completion, CompletionItem, CompletionKind } from "../src/assist/answers.ts";
import type { WireTrace } from "../src/serve/api_types.ts";
import { ask } from "./api.ts";
import { h } from "./dom.ts";
import { type Command, showDialog } from "./palette.ts";

/** Maximum number of columns whose values are searched: a trace has few columns of texts. */
const SEARCHED = 8;
/** Maximum number of values of each column that are offered. */
const VALUES = 5;
/** Shorter texts occur in too many values. */
const SHORTEST = 2;

/** Texts after which completion is requested for words of the language. */
const PLACES: readonly (readonly [text: string, kinds: readonly CompletionKind[]])[] = [
  [" | ", ["stage"]],
  [" | extend x = ", ["function"]],
  [" | summarize ", ["aggregate"]],
];

function completionOf(text: string, signal?: AbortSignal): Promise<Completion> {
  return ask<Completion>("complete", { text }, signal);
}

/** Returns columns with texts, each in the first table that has it. */
function textColumns(trace: WireTrace): readonly (readonly [table: string, column: string])[] {
  const found = new Map<string, readonly [string, string]>();
  for (const { name, columns } of trace.tables) {
    for (const { written, kind, isEmpty } of columns) {
      if (kind === "text" && !isEmpty && !found.has(written)) {
        found.set(written, [`${name}${trace.of}`, written]);
      }
    }
  }
  return [...found.values()].slice(0, SEARCHED);
}

/** Returns the values of a trace that match a text, as commands that query their rows. */
export async function valueCommands(
  trace: WireTrace,
  text: string,
  take: (query: string) => void,
  signal: AbortSignal,
): Promise<Command[]> {
  if (text.trim().length < SHORTEST || /["\\\n]/.test(text)) return [];
  const found = await Promise.all(
    textColumns(trace).map(async ([table, column]) => {
      const typed = `${table} | where ${column} == "${text.trim()}`;
      const { from, items } = await completionOf(typed, signal);
      return items.filter(({ kind }) => kind === "value").slice(0, VALUES).map((item) => ({
        item,
        command: {
          kind: `value of ${column}`,
          name: item.label,
          about: item.detail ?? "",
          act: () => take(typed.slice(0, from) + item.insert),
        },
      }));
    }),
  );
  return found.flat().sort((a, b) => b.item.score - a.item.score).map(({ command }) => command);
}

/** Returns words of the query language, as commands that explain them. */
export async function helpCommands(trace: WireTrace, signal: AbortSignal): Promise<Command[]> {
  const table = trace.tables[0];
  if (!table) return [];
  const found = await Promise.all(PLACES.map(async ([text, kinds]) => {
    const { items } = await completionOf(`${table.name}${trace.of}${text}`, signal);
    return items.filter(({ kind, doc }) => kinds.includes(kind) && doc !== undefined);
  }));
  return found.flat().map((item) => ({
    kind: `help: ${item.kind}`,
    name: item.label,
    about: item.doc!.split("\n")[0]!,
    act: () => showHelp(item),
  }));
}

/** Explains a word, with its examples. */
function showHelp({ label, detail = "", doc = "" }: CompletionItem): void {
  const [about = "", ...examples] = doc.split("\n");
  showDialog(
    `Help: ${label}`,
    h("h2", {}, label),
    h("p", {}, h("code", {}, detail)),
    h("p", {}, about),
    examples.length === 0 ? "" : h("pre", {}, examples.join("\n")),
  );
}
