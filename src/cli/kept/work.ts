/**
 * Which work the compiled program does out of its script, and which by its modules.
 * @module
 */

/** Commands that run for long and are a third of the program: the script, which each start reads, is without them. */
export const WORK_OF_MODULES = ["lsp", "mcp", "serve"] as const;

/** Words that need few modules, or remove kept code. */
const WORDS = [
  "",
  "-h",
  "--help",
  "-V",
  "--version",
  "help",
  "version",
  "licenses",
  "man",
  "completions",
  "cache",
];

/** Whether a first argument is work for modules. */
export function isForModules(first: string): boolean {
  return WORDS.includes(first) || (WORK_OF_MODULES as readonly string[]).includes(first);
}
