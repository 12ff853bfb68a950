/**
 * Decides which commands run from the script with cached code, and which from modules.
 * @module
 */

/**
 * Long-running commands, a third of the program's code; the script, which every start reads, leaves them out.
 */
export const MODULE_COMMANDS = ["lsp", "mcp", "serve"] as const;

/** First words of command lines that need few modules, or that remove cached code. */
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

/** Whether modules and not the script handle this first argument. */
export function isModuleCommand(first: string): boolean {
  return WORDS.includes(first) || (MODULE_COMMANDS as readonly string[]).includes(first);
}
