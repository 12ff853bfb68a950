/**
 * `.read .save .history`: queries from files and into files.
 * @module
 */

import { UsageError } from "../../base/errors.ts";
import { writeWhole } from "../../output/all_or_nothing.ts";
import { visible } from "../../render/visible.ts";
import { rendererOfFile } from "../../render/registry.ts";
import type { Conversation } from "../conversation.ts";
import { plural } from "../plural.ts";
import { writeExported, writeResult } from "../show_result.ts";
import {
  completePath,
  type DotCommand,
  FILE_REPLACEMENT_HELP,
  outputArgument,
  pathArgument,
} from "./command.ts";

const USUAL_ENTRIES = 20;

/** Commands about scripts and the history. */
export const scriptCommands: readonly DotCommand[] = [
  {
    name: "read",
    usage: "FILE",
    summary: "run a script; its lines may be dot commands too",
    complete: completePath,
    async run(conversation, argument) {
      if (argument === "") throw new UsageError("Command .read takes a file");
      const path = pathArgument(conversation, argument);
      return await conversation.read(path);
    },
  },
  {
    name: "save",
    usage: "[--force] FILE",
    summary:
      "FILE.qry: the queries of this session as a script; otherwise the last result, in the format given by the name",
    details: FILE_REPLACEMENT_HELP,
    writes: "the queries of the session, or the last result: text",
    complete: completePath,
    run: save,
  },
  {
    name: "history",
    usage: "[N | WORD]",
    summary: "earlier entries: the last N, or those that contain WORD",
    run: showHistory,
  },
];

async function save(conversation: Conversation, argument: string): Promise<void> {
  const file = outputArgument(conversation, argument);
  if (file === undefined) throw new UsageError("Command .save takes a file");
  const { host, settings, statements, last } = conversation;
  let saved: string;
  if (file.path.endsWith(".qry")) {
    const script = statements.map((each) => each + "\n").join("\n");
    await writeWhole(() => host.openOutput(file), (write) => write(script));
    saved = plural(statements.length, "entry", "entries");
  } else {
    if (!last) throw new UsageError("There is no last result yet: run a query first");
    const mode = rendererOfFile(file.path) ?? settings.mode;
    const signal = conversation.interrupts.signal();
    const { pools } = conversation.session;
    if (!await writeExported(host, last.table, settings, { file, signal, pools, query: last.text })) {
      await writeResult(host, last.table, settings, { open: () => host.openOutput(file), mode, signal });
    }
    saved = plural(last.table.rowCount, "row");
  }
  if (host.stdout.isTerminal) await conversation.say(`${saved} in ${visible(file.path)}`);
}

async function showHistory(conversation: Conversation, argument: string): Promise<void> {
  const { entries } = conversation.history;
  const count = argument === "" ? USUAL_ENTRIES : Number(argument);
  const numbered = entries.map((entry, at) => ({ entry, number: at + 1 }));
  const shown = Number.isInteger(count)
    ? numbered.slice(-Math.max(1, count))
    : numbered.filter(({ entry }) => entry.toLowerCase().includes(argument.toLowerCase()));
  const width = String(entries.length).length;
  const lines = shown.map(({ entry, number }) => {
    const [first, ...more] = entry.split("\n").map(visible);
    const head = `${conversation.theme.paint("faint", String(number).padStart(width))}  ${first}`;
    return [head, ...more.map((line) => " ".repeat(width + 2) + line)].join("\n");
  });
  await conversation.say(lines.length === 0 ? "the history is empty" : lines.join("\n"));
}
