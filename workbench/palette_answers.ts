/**
 * What the list of commands is asked of the server: values of the trace that match what is typed, and what the words of the
 * language mean.
 * @module
 */

import type { Completion, CompletionItem, CompletionKind } from "../src/assist/answers.ts";
import type { WireTrace } from "../src/serve/api_types.ts";
import { ask } from "./api.ts";
import { h } from "./dom.ts";
import { type Command, showDialog } from "./palette.ts";

/** Columns whose values are searched: those of a trace have few texts. */
const SEARCHED = 8;
/** Values of each column that are offered. */
const VALUES = 5;
/** Shorter texts are in too many values. */
const SHORTEST = 2;

/** Where words of the language are asked for, behind a table. */
const PLACES: readonly (readonly [text: string, kinds: readonly CompletionKind[]])[] = [
  [" | ", ["stage"]],
  [" | extend x = ", ["function"]],
  [" | summarize ", ["aggregate"]],
];

function completionOf(text: string, signal?: AbortSignal): Promise<Completion> {
  return ask<Completion>("complete", { text }, signal);
}

/** Columns with texts, each in the first table that has it. */
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

/** The values of a trace that match a text, as commands that ask for their rows. */
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

/** What the words of the language mean, as commands that say it. */
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

/** Says what a word means, with its examples. */
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
