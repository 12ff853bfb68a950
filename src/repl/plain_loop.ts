/**
 * The prompt of a terminal that can do nothing, and of a program that writes to us: lines in, results out.
 * @module
 */

import { type Conversation, INTERRUPTED } from "./conversation.ts";
import { type Prompts, promptsFor } from "./prompt_view.ts";

/** Asks and answers until the input ends. */
export async function runPlainLoop(conversation: Conversation, lines: AsyncIterable<string>): Promise<void> {
  const { host, personal } = conversation;
  // In a pipe the prompt would be between the results.
  const ask = host.stdout.isTerminal ? host.stdout : host.stderr;
  const prompts = (): Prompts => promptsFor(conversation.session.traces, host.terminalSize().columns);
  let entry = "";
  // The terminal forgets the line that was begun; what was typed before it is for us to forget.
  let late = false;
  const dropEntry = (): void => {
    if (late) {
      late = false;
      return;
    }
    entry = "";
    // The other thread may hear of it when the next query runs.
    conversation.interrupts.raise();
    conversation.interrupts.reset();
    void ask.write(`\n${prompts().prompt}`);
  };
  const stop = personal ? host.onInterrupt(dropEntry) : (): void => {};
  try {
    if (personal) await conversation.interrupts.start();
    await ask.write(prompts().prompt);
    for await (const line of lines) {
      const insists = entry !== "" && line.trim() === "";
      entry = entry === "" ? line : `${entry}\n${line}`;
      if (needsMore(entry) && !insists) {
        await ask.write(prompts().continuation);
        continue;
      }
      if (entry.trim() !== "") {
        conversation.interrupts.reset();
        const code = await conversation.enter(entry);
        // What another thread has heard may still be on its way to this one.
        late = code === INTERRUPTED && !conversation.interrupts.heard;
      }
      entry = "";
      if (conversation.leaving) return;
      await ask.write(prompts().prompt);
    }
    if (entry.trim() !== "") await conversation.enter(entry);
    await ask.write("\n");
  } finally {
    stop();
  }
}

/** Texts, names in backticks, regular expressions after an operator, comments, and everything that may not end. */
const PIECE =
  /"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|`[^`\n]*`?|(?<=[~(,=]\s*)\/(?:[^/\\\n]|\\.)+\/|(?:--|#(?!\d))[^\n]*|[()[\]{}]|\S/g;

/** True while a bracket is open, or the text ends with a pipe or a comma. A dot command is one line. */
export function needsMore(text: string): boolean {
  if (/^\s*\./.test(text)) return false;
  let open = 0;
  let last = "";
  for (const [piece] of text.matchAll(PIECE)) {
    if (piece.startsWith("--") || (piece.startsWith("#") && piece.length > 0)) continue;
    if (piece === "(" || piece === "[" || piece === "{") open++;
    if (piece === ")" || piece === "]" || piece === "}") open--;
    last = piece;
  }
  return open > 0 || last === "|" || last === ",";
}
