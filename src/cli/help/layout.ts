/**
 * Text on eighty columns: paragraphs, and lists of names with their meaning.
 * @module
 */

/** No line of help is wider, except an example that has to be typed as it is. */
export const WIDTH = 80;
/** Names beyond this width get a line of their own. */
const WIDEST_NAME = 30;

/** Breaks a paragraph into lines, each after `indent` spaces. */
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

/** Names on the left, what they mean on the right; names that are far too long get a line of their own. */
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

/** Words side by side, as many to a line as fit. */
export function wordList(words: Iterable<string>): string {
  return wrap([...words].join(" "), 2);
}

/** Lines to be typed as they are. */
export function exampleList(lines: readonly string[]): string {
  return lines.map((line) => line.split("\n").map((each) => `  ${each}`.trimEnd() + "\n").join(""))
    .join("");
}

/** A heading and what belongs to it; nothing when there is nothing. */
export function section(title: string, body: string): string {
  return body === "" ? "" : `\n${title}:\n${body}`;
}
