/**
 * The compiled program's answers to `--help` and `--version`.
 * @module
 */

/**
 * Placeholders that `tools/compile` replaces: the first page of help, and the version without the parts that
 * are known only at run time.
 */
const HELP = "@help-of-the-bundle@";
const VERSION = "@version-of-the-bundle@";

const HELP_WORDS = ["--help", "-h", "help"];
const VERSION_WORDS = ["--version", "-V", "version"];

/** Returns the answer to these arguments; undefined if the whole program must be loaded. */
export function quickAnswer(args: readonly string[]): string | undefined {
  const [word] = args;
  if (args.length > 1 || HELP.startsWith("@")) return undefined;
  if (word === undefined || HELP_WORDS.includes(word)) return HELP;
  return VERSION_WORDS.includes(word) ? fillInVersion(VERSION) : undefined;
}

/** Inserts the parts of a version that are known only at run time. */
export function fillInVersion(version: string): string {
  return version.replace("@runtime@", `${Deno.version.deno} (${Deno.build.target})`);
}
