/**
 * The prompt: greets the user, reads entries, shows results, until the user leaves.
 * @module
 */

import { Assistant } from "./assistant.ts";
import type { Conversation } from "./conversation.ts";
import { EntryReader } from "./entry_reader.ts";
import { firstQueries } from "./first_queries.ts";
import { greeting, numberedQueries } from "./first_steps.ts";
import type { HistoryFile } from "./history_file.ts";
import { LineEditor } from "./line_editor.ts";
import { needsMore, runPlainLoop } from "./plain_loop.ts";
import { promptsFor } from "./prompt_view.ts";
import { runViewer } from "./viewer/viewer.ts";
import type { Terminal } from "./terminal.ts";
import { ASK_BACKGROUND, isLightBackground } from "./theme.ts";

/** What the prompt needs. */
interface ReplOptions {
  /** Session, settings and history of the prompt. */
  readonly conversation: Conversation;
  /** Keyboard and screen; null on terminals without cursor control. */
  readonly terminal: Terminal | null;
  /** Lines of standard input, for the plain prompt. */
  readonly lines: () => AsyncIterable<string>;
  /** The history file. */
  readonly historyFile: HistoryFile;
  /** Text of the configuration file. */
  readonly configuration?: { readonly text: string; readonly path: string };
}

/** Runs the prompt until the user leaves. */
export async function runRepl(options: ReplOptions): Promise<void> {
  const { conversation, terminal, configuration } = options;
  if (configuration) await conversation.run(configuration.text, configuration.path);
  const { host, session } = conversation;
  if (host.stdout.isTerminal) {
    const { theme } = conversation;
    const headlines = await conversation.headlines();
    const queries = firstQueries(session);
    conversation.proposed = numberedQueries(headlines, queries);
    const width = host.terminalSize().columns;
    const keys = terminal !== null;
    await host.stdout.write(greeting(session.traces, { headlines, queries, theme, width, keys }));
  }
  if (terminal) await runEditor(options, terminal);
  else await runPlainLoop(conversation, options.lines());
  conversation.close();
}

/** Only the themes for dark and light backgrounds depend on the background. */
function wantsBackground({ settings, theme }: Conversation): boolean {
  return settings.theme === "auto" && (theme.name === "dark" || theme.name === "light");
}

async function runEditor({ conversation, historyFile }: ReplOptions, terminal: Terminal): Promise<void> {
  const assistant = new Assistant(conversation);
  const { history, host } = conversation;
  const reader = new EntryReader({
    terminal,
    assistant,
    editor: new LineEditor({
      history,
      needsMore,
      suggests: () => conversation.theme.color,
      complete: (text, cursor) => assistant.complete(text, cursor),
      fix: (text, cursor) => assistant.fix(text, cursor),
    }),
    theme: () => conversation.theme,
    prompts: (columns) => promptsFor(conversation.session.traces, columns),
    ask: wantsBackground(conversation) ? ASK_BACKGROUND : "",
    onAnswer: (answer) => conversation.light = isLightBackground(answer) ?? conversation.light,
    editOutside: (text) => host.editOutside(text),
  });
  // Between an entry and the next prompt, Ctrl-C is a signal that must not end the program.
  const stop = host.onInterrupt(() => conversation.interrupts.raise());
  let taken = "";
  conversation.view = async () => {
    taken = await runViewer(conversation, terminal) ?? "";
  };
  try {
    while (!conversation.leaving) {
      const outcome = await reader.read(taken);
      taken = "";
      if (outcome.kind === "left") return;
      if (outcome.kind === "cancelled") continue;
      const { text } = outcome;
      // From here on Ctrl-C is a signal; earlier signals do not count.
      conversation.interrupts.reset();
      terminal.setMode("running");
      await conversation.interrupts.start();
      // An empty entry opens the result just shown.
      const looks = text.trim() === "" && (conversation.last?.table.rowCount ?? 0) > 0;
      if (looks) await conversation.view();
      else await conversation.enter(text, historyFile);
    }
  } finally {
    stop();
    terminal.setMode("plain");
  }
}
