/**
 * Plain words that users of other prompts type: commands to quit, for help, and to list tables.
 * @module
 */

/** Words of other prompts, with the equivalent dot command. */
const COMMANDS: Readonly<Record<string, string>> = {
  quit: ".quit",
  exit: ".quit",
  q: ".quit",
  bye: ".quit",
  help: ".help",
  "?": ".help",
  h: ".help",
  clear: ".clear",
  cls: ".clear",
  ls: ".tables",
  "show tables": ".tables",
  "list tables": ".tables",
  tables: ".tables",
  "what tables are there": ".tables",
  "show columns": ".schema",
  schema: ".schema",
  "show schema": ".schema",
  columns: ".schema",
  d: ".tables",
  dt: ".tables",
};
/** Matches requests for the columns of a table, as in SQL and its shells. */
const DESCRIBED =
  /^(?:describe|desc|schema(?: of)?|columns (?:of|in)|show (?:columns|fields) (?:from|of|in)|show schema (?:of|for)|pragma table_info|\\d)\s*\(?\s*(\w+)\)?$/;
/** Words that have a meaning only after a colon or a backslash, as in vi and psql. */
const SHORT = new Set(["q", "h", "d", "dt"]);

/** The dot command for a plain-word entry: `quit`, `:q`, `\q`, `help leaks`; null for any other entry. */
export function dotCommandForWord(entry: string): string | null {
  const typed = entry.trim().replace(/;$/, "").toLowerCase();
  const [, mark = "", word = ""] = /^([:\\]?)(\S.*)$/s.exec(typed) ?? [];
  const about = /^(?:help|\?)\s+(\S+)$/.exec(entry.trim());
  if (about) return `.help ${about[1]}`;
  const table = DESCRIBED.exec(typed)?.[1];
  if (table !== undefined) return `.schema ${table}`;
  if (mark === "" && SHORT.has(word)) return null;
  return Object.hasOwn(COMMANDS, word) ? COMMANDS[word]! : null;
}
