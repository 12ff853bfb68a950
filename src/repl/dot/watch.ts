/**
 * `.watch`: runs a query again whenever a trace has grown, at the same place on the screen.
 * @module
 */

import type { ResultTable } from "../../base/result_table.ts";
import { UsageError } from "../../base/errors.ts";
import { followedText, Follower } from "../../engine/follow.ts";
import { reload, type ReopenTraces } from "../../engine/reload.ts";
import { plot, plotRequest } from "../../render/plot/plot.ts";
import { visible } from "../../render/visible.ts";
import type { Conversation } from "../conversation.ts";
import { CancelledError } from "../interrupt.ts";
import { showResult } from "../show_result.ts";
import type { DotCommand } from "./command.ts";

/** Interval between checks of the files, in milliseconds. */
const LOOK_EVERY = 1000;
/** Interval between checks for Ctrl-C, in milliseconds. */
const HEAR_EVERY = 50;
/** Lines below the rows: the news, and the prompt. */
const LINES_BELOW = 9;
const LEAST_ROWS = 3;

/** The command `.watch`. */
export const watchCommands: readonly DotCommand[] = [
  {
    name: "watch",
    usage: "[plot] QUERY",
    summary: "rerun a query in place whenever a trace has grown, until Ctrl-C; also as a plot",
    details:
      `From this command on, the traces are followed: new records are read, and one that is not complete yet is left for
later. With "repl --follow", all queries do this.`,
    takesQuery: true,
    wordBefore: "plot",
    run: watch,
  },
];

/** The follower of a conversation's traces. */
export function followerOf(conversation: Conversation, isClosed?: (path: string) => boolean): Follower {
  return new Follower(conversation.session, reopenFollowed(conversation), isClosed);
}

/** Reopens files that are being written. */
function reopenFollowed({ session, host, interrupts }: Conversation): ReopenTraces {
  return ([first], signal = interrupts.signal()) =>
    host.reopenTrace(first!, { pools: session.pools, signal, follows: true });
}

async function watch(conversation: Conversation, argument: string): Promise<void> {
  const { session, interrupts } = conversation;
  const [, word, query = ""] = /^(plot\b)?\s*([^]*)$/i.exec(argument) ?? [];
  if (query === "") throw new UsageError("Command .watch takes a query");
  const signal = interrupts.signal();
  // In a complete trace, a cut end is a problem; in a trace that is followed, more data is expected.
  const whole = session.traces.filter(({ waiting }) => waiting === undefined);
  const follower = conversation.follower ?? followerOf(conversation);
  await reload(session, whole, reopenFollowed(conversation), { signal });
  conversation.follower = follower;
  const place = new Place(conversation);
  let status = "Press Ctrl-C to stop";
  try {
    while (true) {
      await conversation.query(query, (table) => place.draw(table, word !== undefined, status));
      if (follower.isEnded) return;
      let news = await follower.look(signal);
      while (news.length === 0) {
        await pause(signal);
        news = await follower.look(signal);
      }
      status = news.flatMap(followedText).join("; ");
    }
  } catch (error) {
    if (!(error instanceof CancelledError)) throw error;
    interrupts.lower();
  }
}

/** Waits until the next check; throws if Ctrl-C was pressed. */
async function pause(signal: AbortSignal): Promise<void> {
  for (let waited = 0; waited < LOOK_EVERY; waited += HEAR_EVERY) {
    signal.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, HEAR_EVERY));
  }
  signal.throwIfAborted();
}

/** A part of the screen that is redrawn. */
class Place {
  readonly #conversation: Conversation;
  #lines = 0;

  constructor(conversation: Conversation) {
    this.#conversation = conversation;
  }

  async draw(table: ResultTable, asPlot: boolean, status: string): Promise<void> {
    const { host, theme } = this.#conversation;
    const text = asPlot ? this.#plot(table) : await this.#rows(table);
    const { columns, rows } = host.terminalSize();
    const line = theme.paint("faint", visible(status).slice(0, Math.max(1, columns - 1)));
    if (!host.stdout.isTerminal) return await this.#conversation.say(text + status);
    // Only lines still on the screen can be redrawn.
    const before = Math.min(this.#lines, rows - 1);
    if (before > 0) host.stdout.writeNow(`\x1b[${before}A\r\x1b[J`);
    await host.stdout.write(`${text}${line}\n`);
    this.#lines = text.split("\n").length;
  }

  #plot(table: ResultTable): string {
    const { host, theme } = this.#conversation;
    const { columns, rows } = host.terminalSize();
    const height = Math.max(4, Math.min(16, rows - LINES_BELOW));
    return `${plot(table, plotRequest(""), { width: columns, height, theme }).join("\n")}\n`;
  }

  async #rows(table: ResultTable): Promise<string> {
    const { host, settings, session } = this.#conversation;
    let text = "";
    const write = (piece: string): Promise<void> => Promise.resolve(void (text += piece));
    const { isTerminal } = host.stdout;
    const stdout = { isTerminal, write, writeNow: (piece: string) => void (text += piece) };
    const room = Math.max(LEAST_ROWS, host.terminalSize().rows - LINES_BELOW);
    const maxRows = Math.min(settings.maxRows ?? room, room);
    const shown = { ...settings, output: null, once: null, pager: "", maxRows };
    await showResult({ ...host, stdout }, table, shown, { pools: session.pools, query: "" });
    return text;
  }
}
