/**
 * The note of a cell: the comment at the beginning of its text, so that scripts, links and the history have it too.
 * @module
 */

/** A comment of the language, on a line of its own. */
const COMMENT = /^[ \t]*--(?: |$)(.*)$/;

/** A text as note and query. */
export function splitNote(text: string): { readonly note: string; readonly query: string } {
  const lines = text.split("\n");
  let count = 0;
  while (count < lines.length && COMMENT.test(lines[count]!)) count++;
  const note = lines.slice(0, count).map((line) => COMMENT.exec(line)![1]!).join("\n");
  return { note, query: lines.slice(count).join("\n") };
}

/** Note and query as a text. */
export function joinNote(note: string, query: string): string {
  if (note.trim() === "") return query;
  // A script has its cells apart by lines of this one word.
  const lines = note.trimEnd().split("\n").map((line) => line.trim() === "cell" ? ` ${line}` : line);
  return `${lines.map((line) => line === "" ? "--" : `-- ${line}`).join("\n")}\n${query}`;
}
