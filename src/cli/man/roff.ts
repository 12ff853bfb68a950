/**
 * Formats text for man with the few requests that a manual page needs.
 * @module
 */

const SPECIAL: Readonly<Record<string, string>> = {
  "\\": "\\e",
  "-": "\\-",
  "'": "\\(aq",
  "`": "\\(ga",
  "^": "\\(ha",
  "~": "\\(ti",
  '"': "\\(dq",
};

/** Maximum length of a line; mandoc counts the line break, too. */
const LONGEST = 79;

/** Escapes a text for a single line. */
export function roffText(text: string): string {
  const escaped = text.replace(/[\\\-'`^~"]/g, (char) => SPECIAL[char]!)
    .replace(
      /[^\0-\x7f]/gu,
      (char) => `\\[u${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}]`,
    );
  // A dot at the start of a line would begin a request.
  return escaped.replace(/^\./, "\\&.");
}

/** Escapes a text that fills the lines of the page, with short lines in the source. */
export function prose(text: string): string {
  const lines = [""];
  for (const word of text.split(/\s+/).map(roffText)) {
    const line = lines.at(-1)!;
    if (line === "") lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length > LONGEST) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines.join("\n");
}

/** Text in bold. */
export function bold(text: string): string {
  return `\\fB${roffText(text)}\\fR`;
}

/** The heading of a section. */
export function heading(title: string): string {
  return `.SH ${roffText(title)}\n`;
}

/** A heading within a section. */
export function subheading(title: string): string {
  return `.SS ${roffText(title)}\n`;
}

/** A paragraph. */
export function paragraph(text: string): string {
  return `.PP\n${prose(text)}\n`;
}

/** A term in bold and its meaning. */
export function term(name: string, meaning: string): string {
  return `.TP\n${bold(name)}\n${prose(meaning)}\n`;
}

/** Lines to be typed. */
export function example(lines: readonly string[]): string {
  return `.PP\n.RS 4\n.nf\n${lines.map(roffText).join("\n")}\n.fi\n.RE\n`;
}
