/**
 * Splits a command line like a shell, up to the cursor: words without quotes, and the word being typed.
 * @module
 */

/** Splits a line into the words before the cursor and the word being typed. */
export function shellLine(text: string): { readonly words: readonly string[]; readonly current: string } {
  const words: string[] = [];
  let current = "";
  let quote = "";
  let isBegun = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (quote === "'") {
      if (char === "'") quote = "";
      else current += char;
    } else if (quote === '"') {
      if (char === '"') quote = "";
      else if (char === "\\" && /["\\$`]/.test(text[at + 1] ?? "")) current += text[++at]!;
      else current += char;
    } else if (char === "'" || char === '"') {
      quote = char;
      isBegun = true;
    } else if (/\s/.test(char)) {
      if (isBegun) words.push(current);
      current = "";
      isBegun = false;
    } else {
      current += char === "\\" ? text[++at] ?? "" : char;
      isBegun = true;
    }
  }
  return { words, current };
}
