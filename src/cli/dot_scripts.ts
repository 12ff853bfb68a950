/**
 * Commands of the prompt in scripts of the command line: `-e .tables`.
 * @module
 */

import { plainWord } from "../repl/plain_words.ts";

/** Whether a script has a command of the prompt, or is one in other words: `show tables`. */
export async function hasDotCommand(text: string): Promise<boolean> {
  if (plainWord(text) !== null) return true;
  const names = [...text.matchAll(/^[^\S\n]*\.([a-z]+)(?=\s|$)/gim)].map(([, name]) => name!);
  if (names.length === 0) return false;
  // Commands bring what helps at a prompt, a tenth of all that a query loads.
  const { dotCommandNamed } = await import("../repl/dot/registry.ts");
  return names.some((name) => dotCommandNamed(name) !== undefined);
}

/** A script with commands as the prompt takes them. */
export function asDotCommands(text: string): string {
  return plainWord(text) ?? text;
}
