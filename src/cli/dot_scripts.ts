/**
 * Commands of the prompt in scripts of the command line: `-e .tables`.
 * @module
 */

import { dotCommandForWord } from "../repl/plain_words.ts";

/** Whether a script contains a prompt command, also in plain words: `show tables`. */
export async function hasDotCommand(text: string): Promise<boolean> {
  if (dotCommandForWord(text) !== null) return true;
  const names = [...text.matchAll(/^[^\S\n]*\.([a-z]+)(?=\s|$)/gim)].map(([, name]) => name!);
  if (names.length === 0) return false;
  // The commands load what only a prompt needs, a tenth of all code that a query loads.
  const { dotCommandNamed } = await import("../repl/dot/registry.ts");
  return names.some((name) => dotCommandNamed(name) !== undefined);
}

/** The script in the form that the prompt understands. */
export function toPromptScript(text: string): string {
  return dotCommandForWord(text) ?? text;
}
