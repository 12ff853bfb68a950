/**
 * Prompt commands in scripts on the command line: `-e .tables`.
 * @module
 */

import { dotCommandForWord } from "../repl/plain_words.ts";

/** Whether a script contains a prompt command, possibly in plain words: `show tables`. */
export async function hasDotCommand(text: string): Promise<boolean> {
  if (dotCommandForWord(text) !== null) return true;
  const names = [...text.matchAll(/^[^\S\n]*\.([a-z]+)(?=\s|$)/gim)].map(([, name]) => name!);
  if (names.length === 0) return false;
  // Importing the commands loads code that only a prompt needs: a tenth of all code that a query loads.
  const { dotCommandNamed } = await import("../repl/dot/registry.ts");
  return names.some((name) => dotCommandNamed(name) !== undefined);
}

/** Rewrites a script in the form that the prompt understands. */
export function toPromptScript(text: string): string {
  return dotCommandForWord(text) ?? text;
}
