/**
 * Work on text happens once per distinct text: rows carry codes.
 * @module
 */

import type { StringPool } from "../../events/string_pool.ts";

/** Remembers, by code, whether a text passes a test. */
export class TextTest {
  readonly #strings: StringPool;
  readonly #test: (text: string) => boolean;
  #known = new Uint8Array(1024);

  /** `test` is called at most once per distinct text. */
  constructor(strings: StringPool, test: (text: string) => boolean) {
    this.#strings = strings;
    this.#test = test;
  }

  /** Whether the text of a code passes; code 0 (null) never does. */
  passes(code: number): boolean {
    if (code === 0) return false;
    if (code >= this.#known.length) {
      const larger = new Uint8Array(Math.max(code + 1, this.#known.length * 2));
      larger.set(this.#known);
      this.#known = larger;
    }
    const known = this.#known[code]!;
    if (known !== 0) return known === 2;
    const passes = this.#test(this.#strings.text(code));
    this.#known[code] = passes ? 2 : 1;
    return passes;
  }
}

/** A glob as a regular expression: `*` and `?` stop at `/`, `**` does not, `[a-z]` and `{a,b}` as in a shell. */
export function globToRegExp(glob: string): RegExp {
  let source = "";
  let depth = 0;
  for (let at = 0; at < glob.length; at++) {
    const char = glob[at]!;
    if (char === "*") {
      if (glob[at + 1] === "*") {
        at++;
        // `**/` also stands for no folder at all.
        if (glob[at + 1] === "/") {
          at++;
          source += "(?:[^]*/)?";
        } else source += "[^]*";
      } else source += "[^/]*";
    } else if (char === "?") source += "[^/]";
    else if (char === "[") {
      const end = glob.indexOf("]", at + 2);
      if (end < 0) source += "\\[";
      else {
        const body = glob.slice(at + 1, end).replace(/\\/g, "\\\\").replace(/\[/g, "\\[").replace(/^!/, "^");
        source += `[${body}]`;
        at = end;
      }
    } else if (char === "{" && glob.indexOf("}", at) > 0) {
      source += "(?:";
      depth++;
    } else if (char === "}" && depth > 0) {
      source += ")";
      depth--;
    } else if (char === "," && depth > 0) source += "|";
    else if (char === "\\" && at + 1 < glob.length) source += escapeRegExp(glob[++at]!);
    else source += escapeRegExp(char);
  }
  try {
    return new RegExp(`^${source}${")".repeat(depth)}$`, "u");
  } catch {
    return new RegExp(`^${escapeRegExp(glob)}$`);
  }
}

/** A character that stands for itself. */
function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** The test of a match expression. */
export function textTest(
  how: "glob" | "regex" | "contains" | "startswith" | "endswith",
  pattern: string,
  flags: string,
): (text: string) => boolean {
  switch (how) {
    case "contains":
      return (text) => text.includes(pattern);
    case "startswith":
      return (text) => text.startsWith(pattern);
    case "endswith":
      return (text) => text.endsWith(pattern);
    case "regex": {
      const expression = new RegExp(pattern, flags.replace(/[gy]/g, ""));
      return (text) => expression.test(text);
    }
    case "glob": {
      const expression = globToRegExp(pattern);
      // A pattern without a slash also names a file wherever it lies.
      if (!pattern.includes("/")) {
        return (text) => expression.test(text) || expression.test(text.slice(text.lastIndexOf("/") + 1));
      }
      return (text) => expression.test(text);
    }
  }
}
