/**
 * Commands of the prompt in scripts of the command line: `-e .tables`.
 * @module
 */

import { dotCommandNamed } from "../repl/dot/registry.ts";
import { plainWord } from "../repl/plain_words.ts";

/** Whether a script has a command of the prompt, or is one in other words: `show tables`. */
export function hasDotCommand(text: string): boolean {
  if (plainWord(text) !== null) return true;
  return [...text.matchAll(/^[^\S\n]*\.([a-z]+)(?=\s|$)/gim)].some(([, name]) =>
    dotCommandNamed(name!) !== undefined
  );
}

/** A script with commands as the prompt takes them. */
export function asDotCommands(text: string): string {
  return plainWord(text) ?? text;
}
