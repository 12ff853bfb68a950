/**
 * The note of a cell: the comment at the beginning of its text, so that scripts, links and the history
 * contain it too.
 * @module
 */

/** A comment of the query language, on a line of its own. */
const COMMENT = /^[ \t]*--(?: |$)(.*)$/;

/** Splits a text into note and query. */
export function splitNote(text: string): { readonly note: string; readonly query: string } {
  const lines = text.split("\n");
  let count = 0;
  while (count < lines.length && COMMENT.test(lines[count]!)) count++;
  const note = lines.slice(0, count).map((line) => COMMENT.exec(line)![1]!).join("\n");
  return { note, query: lines.slice(count).join("\n") };
}

/** Joins note and query to one text. */
export function joinNote(note: string, query: string): string {
  if (note.trim() === "") return query;
  // In a script, cells are separated by lines that consist of this word.
  const lines = note.trimEnd().split("\n").map((line) => line.trim() === "cell" ? ` ${line}` : line);
  return `${lines.map((line) => line === "" ? "--" : `-- ${line}`).join("\n")}\n${query}`;
}
