/**
 * Lays out text on 80 columns: paragraphs, and lists of names with their meanings.
 * @module
 */

/** Maximum width of a line of help, except for examples that have to be typed literally. */
export const WIDTH = 80;
/** A name that is longer gets a line of its own. */
const WIDEST_NAME = 30;

/** Breaks a paragraph into lines that are indented by `indent` spaces. */
export function wrap(text: string, indent = 0): string {
  const margin = " ".repeat(indent);
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    if (line !== "" && indent + line.length + 1 + word.length > WIDTH) {
      lines.push(margin + line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, margin + line].join("\n") + "\n";
}

/** Lists names on the left and their meanings on the right. A name that is too long gets a line of its own. */
export function nameList(
  rows: readonly (readonly [string, string])[],
  { indent = 2, widestName = WIDEST_NAME } = {},
): string {
  const fitting = rows.map(([name]) => name.length).filter((length) => length <= widestName);
  const left = indent + Math.max(0, ...fitting) + 2;
  return rows.map(([name, meaning]) => {
    const text = wrap(meaning, left);
    const fits = indent + name.length + 2 <= left;
    const head = " ".repeat(indent) + name;
    return fits ? `${head.padEnd(left)}${text.slice(left)}`.replace(/ +$/gm, "") : `${head}\n${text}`;
  }).join("");
}

/** Puts as many words on each line as fit. */
export function wordList(words: Iterable<string>): string {
  return wrap([...words].join(" "), 2);
}

/** Indents lines that are meant to be typed. */
export function exampleList(lines: readonly string[]): string {
  return lines.map((line) => line.split("\n").map((each) => `  ${each}`.trimEnd() + "\n").join(""))
    .join("");
}

/** Returns a heading with its contents; empty if there are none. */
export function section(title: string, body: string): string {
  return body === "" ? "" : `\n${title}:\n${body}`;
}
