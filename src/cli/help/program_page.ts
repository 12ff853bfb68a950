/**
 * Composes the first page of help. It fits on a small terminal and begins with commands to type.
 * @module
 */

import type { CommandSummary } from "../command_summaries.ts";
import { nameList, wrap } from "./layout.ts";

/** Lines of the smallest terminal, minus one for the shell's prompt. */
const LINES = 23;

/** Help on the whole program, with the names of its pages, on 80 columns and 24 lines. */
export function programPage(commands: readonly CommandSummary[], topics: string): string {
  const head = `Quarry answers questions about memory, API and coverage traces.
  quarry trace.mtrc                    open a prompt
  quarry record ./app                  make a trace (quarry help recording)
  quarry trace.mtrc -e 'leaks | by file, line | top 10 by bytes'
  quarry help cookbook                 queries for common questions
A filter is a query of its own, by
  thread  thread:3        file     file:src/net/*
  size    size:4K..64K    address  addr overlaps 0x7f00..+64K
`;
  const more = wrap(
    `More: "quarry help NAME" on a command, stage, function, table, column, error code ... or page: ${topics}`,
  );
  const room = LINES - countLines(head) - countLines(more) - 3;
  return `${head}\nCommands:\n${commandList(commands, room)}\n${more}`;
}

/** A line for each command. If there are too few lines, the last commands share some. */
function commandList(commands: readonly CommandSummary[], room: number): string {
  for (let shown = commands.length;; shown--) {
    const rest = commands.slice(shown).map(({ name }) => name);
    const text = nameList(commands.slice(0, shown).map(({ name, summary }) => [name, summary] as const)) +
      (rest.length === 0 ? "" : wrap(`and ${rest.join(", ")}`, 2));
    if (shown === 0 || countLines(text) <= room) return text;
  }
}

function countLines(text: string): number {
  return text.split("\n").length - 1;
}
