/**
 * Decides which commands run from the script, and which from modules.
 * @module
 */

/**
 * Long-running commands, a third of the program's code; the script, which every start reads, leaves them out.
 */
export const MODULE_COMMANDS = ["lsp", "mcp", "serve"] as const;

/** Words that need few modules, or that remove cached code. */
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

/** Whether a first argument is handled by modules. */
export function isModuleCommand(first: string): boolean {
  return WORDS.includes(first) || (MODULE_COMMANDS as readonly string[]).includes(first);
}
