/**
 * The prompt for terminals without cursor control, and for programs that write to the prompt. Reads lines and
 * prints results.
 * @module
 */

import { type Conversation, INTERRUPTED_EXIT_CODE } from "./conversation.ts";
import { type Prompts, promptsFor } from "./prompt_view.ts";

/** Reads and runs entries until the input ends. */
export async function runPlainLoop(conversation: Conversation, lines: AsyncIterable<string>): Promise<void> {
  const { host, personal } = conversation;
  // In a pipe the prompt would mix with the results.
  const ask = host.stdout.isTerminal ? host.stdout : host.stderr;
  const prompts = (): Prompts => promptsFor(conversation.session.traces, host.terminalSize().columns);
  let entry = "";
  // The terminal drops the current line, and earlier lines of the entry are dropped here.
  let late = false;
  const dropEntry = (): void => {
    if (late) {
      late = false;
      return;
    }
    entry = "";
    // The other thread may see the signal only when the next query runs.
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
        // A signal that another thread has received may not have reached this one yet.
        late = code === INTERRUPTED_EXIT_CODE && !conversation.interrupts.heard;
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

/**
 * Strings, names in backticks, regular expressions after an operator, comments, and their unterminated forms.
 */
const PIECE =
  /"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|`[^`\n]*`?|(?<=[~(,=]\s*)\/(?:[^/\\\n]|\\.)+\/|(?:--|#(?!\d))[^\n]*|[()[\]{}]|\S/g;

/** Whether a bracket is open, or the text ends with a pipe or a comma. A dot command is always one line. */
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
