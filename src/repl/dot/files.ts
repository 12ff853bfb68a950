/**
 * `.open .close .files .reload .memory .threads`.
 * @module
 */

import { UsageError } from "../../base/errors.ts";
import { formatSize, MIN_BUDGET, parseSize } from "../../base/size_text.ts";
import { parseThreads, VALID_THREAD_COUNTS } from "../../base/thread_count.ts";
import type { Conversation } from "../conversation.ts";
import { firstQueries } from "../first_queries.ts";
import { greeting, numberedQueries } from "../first_steps.ts";
import { writeNameWord } from "../../assist/value_syntax.ts";
import type { OpenTrace } from "../../engine/open_trace.ts";
import { reload, reloadedText, type ReopenTraces } from "../../engine/reload.ts";
import { visible } from "../../render/visible.ts";
import { wrapWords } from "../layout.ts";
import { completePath, type DotCommand, pathArgument } from "./command.ts";

/** Commands about open files. */
export const fileCommands: readonly DotCommand[] = [
  {
    name: "open",
    usage: "[NAME=]FILE",
    summary: "open another trace",
    complete: completePath,
    run: open,
  },
  {
    name: "close",
    usage: "NAME",
    summary: "close a trace",
    complete: ({ session }) => session.traces.map(({ name }) => name),
    async run(conversation, argument) {
      const { session } = conversation;
      if (!session.close(argument)) throw new UsageError(noTrace(session, argument));
      if (conversation.host.stdout.isTerminal) await conversation.say(`closed ${argument}`);
    },
  },
  {
    name: "files",
    usage: "",
    summary: "the open traces",
    async run(conversation) {
      if (conversation.session.traces.length === 0) {
        await conversation.say("no trace is open: .open FILE opens one");
        return;
      }
      const columns = "name, path, format, version, bytes, rows, problems, seconds";
      await conversation.query(`traces | select ${columns}`, (table) => conversation.show(table));
    },
  },
  {
    name: "reload",
    usage: "[NAME]",
    summary: "read one trace again, or all; show what has changed",
    details:
      `Definitions, history, settings and results stay; results keep their rows. If a file cannot be read,
all traces stay as they were.`,
    complete: ({ session }) => session.traces.map(({ name }) => name),
    run: reloadTraces,
  },
  {
    name: "memory",
    usage: "[SIZE]",
    summary: "memory for data, such as 2G; data beyond it spills to a file",
    async run(conversation, argument) {
      const { memory } = conversation.session;
      if (argument === "") {
        const file = memory.written > 0 ? `, ${formatSize(memory.written)} written to a file` : "";
        const used = `${formatSize(memory.used)} in use${file}`;
        return await conversation.say(`memory ${formatSize(memory.budget)} (${used})`);
      }
      const bytes = parseSize(argument);
      if (bytes === undefined || bytes < MIN_BUDGET) {
        throw new UsageError(`Command .memory takes a size from 16M on, such as 2G, found "${argument}"`);
      }
      memory.budget = bytes;
    },
  },
  {
    name: "threads",
    usage: "[N]",
    summary: "threads for queries; 1 uses one core",
    async run(conversation, argument) {
      if (argument === "") return await conversation.say(`threads ${conversation.session.threads}`);
      const threads = parseThreads(argument);
      if (threads === undefined) {
        throw new UsageError(`Command .threads takes ${VALID_THREAD_COUNTS}, found "${argument}"`);
      }
      conversation.session.threads = threads;
    },
  },
];

async function reloadTraces(conversation: Conversation, argument: string): Promise<void> {
  const { session, host } = conversation;
  const asked = argument === "" ? session.traces : session.traces.filter(({ name }) => name === argument);
  if (asked.length === 0) {
    throw new UsageError(
      argument === "" ? "No trace is open: .open FILE opens one" : noTrace(session, argument),
    );
  }
  // The other segments of a file are reloaded with the requested one.
  const traces = session.traces.filter(({ memory }) => asked.some((each) => each.memory === memory));
  const signal = conversation.interrupts.signal();
  const reopen: ReopenTraces = ([first]) => host.reopenTrace(first!, { pools: session.pools, signal });
  const changes = await reload(session, traces, reopen, { signal });
  for (const change of changes) await conversation.say(visible(reloadedText(change)));
}

function noTrace({ traces }: Conversation["session"], name: string): string {
  const names = traces.map((each) => each.name).join(", ");
  return `No trace "${name}" is open${names === "" ? "" : `: open traces are ${names}`}`;
}

async function open(conversation: Conversation, argument: string): Promise<void> {
  if (argument === "") throw new UsageError("Command .open takes a file");
  const { session, host } = conversation;
  const equals = /^[A-Za-z_][\w.-]*=/.exec(argument)?.[0] ?? "";
  const path = pathArgument(conversation, argument.slice(equals.length));
  const first = session.traces.length === 0;
  const traces = await host.openTrace(equals + path, {
    taken: session.traces.map(({ name }) => name),
    pools: session.pools,
    signal: conversation.interrupts.signal(),
  });
  session.add(traces);
  if (host.stdout.isTerminal) {
    const { theme } = conversation;
    const width = host.terminalSize().columns;
    const added = new Set(traces.map(({ name }) => name));
    const headlines = (await conversation.headlines()).filter((each) =>
      each.traces.some((name) => added.has(name))
    );
    // The suggested queries are about the first trace.
    const queries = first ? firstQueries(session) : [];
    conversation.proposed = numberedQueries(headlines, queries);
    await conversation.say(greeting(traces, { headlines, queries, theme, width }));
    if (!first) await conversation.say(aboutSeveral(session, traces, width));
  }
}

/**
 * Explains what a second trace changes: which rows a table now contains, and how to query one of the traces.
 */
function aboutSeveral(
  { traces }: Conversation["session"],
  added: readonly OpenTrace[],
  width: number,
): string {
  const [one, other] = [traces[0]!.name, added[0]!.name].map(writeNameWord);
  const all = traces.length === 2 ? "both traces" : `all ${traces.length} traces`;
  const words = `Tables now contain rows of ${all}; the column trace distinguishes them.  ` +
    `One of them: leaks of ${other}. Compare: diff (leaks of ${one}), (leaks of ${other}) by func`;
  return wrapWords(words, width).join("\n");
}
