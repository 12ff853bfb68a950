/** A prompt in a scripted terminal, in the process of the tests. */
import { assert, assertEquals, fail } from "@std/assert";
import { Conversation } from "../../src/repl/conversation.ts";
import { History } from "../../src/repl/history.ts";
import { HistoryFile } from "../../src/repl/history_file.ts";
import { runRepl } from "../../src/repl/repl.ts";
import { defaultSettings } from "../../src/repl/settings.ts";
import { sampleSession } from "../support/sample_session.ts";
import { ScriptedTerminal } from "../support/scripted_terminal.ts";
import { type FakeReplHost, fakeReplHost, type FakeWorld } from "./fake_repl_host.ts";

const SAMPLE = "testdata/mpatrol/wordfreq-le64/trace.mtrc";
/** A machine with other work needs more time. */
const PATIENCE_MS = 30_000;
const HISTORY = ["leaks | by file", "events | take 3", "leaks | count"];

/** A prompt, and its screen. */
export interface Prompt {
  readonly terminal: ScriptedTerminal;
  readonly host: FakeReplHost;
  readonly conversation: Conversation;
  /** The screen from the last prompt on. */
  now(): string;
  /** Types letters, each as a separate piece of input, or a key. Waits until the screen shows a text. */
  type(text: string, shows?: string | RegExp): Promise<void>;
  /** Waits until the screen matches, since a query takes some time. */
  until(wanted: string | RegExp): Promise<string>;
}

/** Talks to a prompt in a scripted terminal. */
export async function atPrompt(
  talk: (prompt: Prompt) => Promise<void>,
  world: FakeWorld & {
    columns?: number;
    rows?: number;
    history?: readonly string[];
    historyFile?: HistoryFile;
    sample?: string;
  } = {},
): Promise<void> {
  const terminal = new ScriptedTerminal(world.columns ?? 80, world.rows ?? 24);
  const host = fakeReplHost({ ...world, size: terminal.size(), write: (text) => terminal.write(text) });
  const conversation = new Conversation({
    session: await sampleSession({ quarry: world.sample ?? SAMPLE }),
    host,
    settings: { ...defaultSettings(), pager: "", timer: "off" },
    history: new History(world.history ?? HISTORY),
    personal: true,
  });
  // The thread that listens for signals is needed for real terminals only.
  conversation.interrupts.start = () => Promise.resolve();
  const done = runRepl({
    conversation,
    terminal,
    historyFile: world.historyFile ?? new HistoryFile(undefined),
    lines: () => ({ async *[Symbol.asyncIterator]() {} }),
  });
  await terminal.ready();
  const now = (): string => {
    const lines = terminal.screen.withCursor.split("\n");
    return lines.slice(Math.max(0, lines.findLastIndex((line) => /^(quarry> |search|no search)/.test(line))))
      .join("\n");
  };
  const until = async (wanted: string | RegExp): Promise<string> => {
    for (const start = performance.now(); performance.now() - start < PATIENCE_MS;) {
      const text = terminal.screen.lines.join("\n");
      if (typeof wanted === "string" ? text.includes(wanted) : wanted.test(text)) {
        await terminal.settle();
        return text;
      }
      await terminal.settle();
    }
    return fail(`The screen never had ${wanted}:\n${terminal.screen.lines.join("\n")}`);
  };
  const type = async (text: string, shows?: string | RegExp): Promise<void> => {
    await terminal.type(...(text.startsWith("\x1b") ? [text] : text));
    if (shows !== undefined) await until(shows);
  };
  try {
    await talk({ terminal, host, conversation, now, type, until });
  } finally {
    await terminal.end();
    await done;
  }
  assertEquals(terminal.mode, "plain");
  assert(terminal.screen.cursorVisible);
  assert(!terminal.screen.bracketedPaste);
  assertEquals(terminal.listeners, 0);
}
