/**
 * Translates globs and regular expressions such that RE2 and Java match the same texts. Differences are
 * written out, and unsupported features are rejected.
 * @module
 */

import type { Span } from "../base/diagnostic.ts";
import { Untranslatable } from "./untranslatable.ts";

/** `.` as in JavaScript, where four characters end a line; in RE2 only one does. */
const NOT_LINE_END = "[^\\n\\r\\x{2028}\\x{2029}]";
/** `\s` as in JavaScript: RE2 knows only ASCII spaces. */
const SPACES =
  "\\t\\n\\x{0b}\\f\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}";
const SPECIAL = /[\\^$.*+?()[\]{}|]/;

/** A literal character. */
function plain(char: string): string {
  return SPECIAL.test(char) ? `\\${char}` : char;
}

/** A glob as a regular expression for the whole text, optionally after any folders. */
export function globRegex(glob: string, afterFolders = false): string {
  let out = "";
  let depth = 0;
  const lastBrace = glob.lastIndexOf("}");
  const lastBracket = glob.lastIndexOf("]");
  const letters = [...glob];
  const places = letters.map((_, at) => letters.slice(0, at).join("").length);
  for (let at = 0; at < letters.length; at++) {
    const char = letters[at]!;
    if (char === "*" && letters[at + 1] === "*") {
      at++;
      if (letters[at + 1] === "/") {
        at++;
        out += "(?:(?s:.)*/)?";
      } else out += "(?s:.)*";
    } else if (char === "*") out += "[^/]*";
    else if (char === "?") out += "[^/]";
    else if (char === "[" && lastBracket >= places[at]! + 2) {
      const end = letters.indexOf("]", at + 2);
      const body = letters.slice(at + 1, end).join("");
      out += `[${body.replace(/[\\[&~]/g, "\\$&").replace(/^!/, "^").replace(/^\^\^/, "^\\^")}]`;
      at = end;
    } else if (char === "{" && lastBrace > places[at]!) {
      depth++;
      out += "(?:";
    } else if (char === "}" && depth > 0) {
      depth--;
      out += ")";
    } else if (char === "," && depth > 0) out += "|";
    else if (char === "\\" && at + 1 < letters.length) out += plain(letters[++at]!);
    else out += plain(char);
  }
  return `\\A${afterFolders ? "(?:(?s:.*)/)?" : ""}(?:${out}${")".repeat(depth)})\\z`;
}

/** A JavaScript regular expression in RE2 syntax. */
export function portableRegex(source: string, flags: string, span: Span): string {
  const refuse = (what: string): never => {
    throw new Untranslatable(`"${what}" in a regular expression`, "engines interpret it differently", span);
  };
  for (const flag of flags) if (!"isu".includes(flag)) refuse(flag);
  // A whole word (`has`): engines have no lookaround, but the match may include the characters before and
  // after the word.
  const [, word] = /^\(\?<!\[\\p\{L\}\\p\{N\}_\]\)(.*)\(\?!\[\\p\{L\}\\p\{N\}_\]\)$/s.exec(source) ?? [];
  if (word !== undefined) {
    const other = "[^\\p{L}\\p{N}_]";
    return `(?:\\A|${other})${portableRegex(word, flags, span)}(?:\\z|${other})`;
  }
  const dot = flags.includes("s") ? "(?s:.)" : NOT_LINE_END;
  let out = "";
  const letters = [...source];
  for (let at = 0; at < letters.length; at++) {
    const char = letters[at]!;
    if (char === ".") out += dot;
    else if (char === "^") out += "\\A";
    else if (char === "$") out += "\\z";
    else if (char === "(") {
      const rest = letters.slice(at, at + 4).join("");
      if (/^\(\?[=!]/.test(rest) || /^\(\?<[=!]/.test(rest)) refuse(rest);
      if (rest.startsWith("(?<")) {
        const end = letters.indexOf(">", at);
        out += "(";
        at = end;
      } else if (rest.startsWith("(?:")) {
        out += "(?:";
        at += 2;
      } else if (rest.startsWith("(?")) refuse(rest);
      else out += "(";
    } else if (char === "[") {
      const { text, end } = classOf(letters, at, refuse);
      out += text;
      at = end;
    } else if (char === "\\") {
      const { text, end } = escapeOf(letters, at, false, refuse);
      out += text;
      at = end;
    } else if (char === "{" && !/^\{\d+(?:,\d*)?\}/.test(letters.slice(at, at + 24).join(""))) out += "\\{";
    else if (char === "]" || (char === "}" && !/\{\d+(?:,\d*)?$/.test(out))) out += `\\${char}`;
    else out += char;
  }
  return (flags.includes("i") ? "(?i)" : "") + out;
}

function classOf(
  letters: readonly string[],
  start: number,
  refuse: (what: string) => never,
): { text: string; end: number } {
  let text = "[";
  let at = start + 1;
  if (letters[at] === "^") {
    text += "^";
    at++;
  }
  if (letters[at] === "]") refuse("[]");
  for (; at < letters.length && letters[at] !== "]"; at++) {
    const char = letters[at]!;
    if (char === "\\") {
      const { text: inside, end } = escapeOf(letters, at, true, refuse);
      text += inside;
      at = end;
    } else text += "[&~".includes(char) ? `\\${char}` : char;
  }
  return { text: `${text}]`, end: at };
}

function escapeOf(
  letters: readonly string[],
  start: number,
  inClass: boolean,
  refuse: (what: string) => never,
): { text: string; end: number } {
  const next = letters[start + 1] ?? "\\";
  const end = start + 1;
  if ("dDwWtnrfB".includes(next)) return { text: `\\${next}`, end };
  switch (next) {
    case "s":
      return { text: inClass ? SPACES : `[${SPACES}]`, end };
    case "S":
      if (inClass) refuse("[\\S]");
      return { text: `[^${SPACES}]`, end };
    case "b":
      return { text: inClass ? "\\x{08}" : "\\b", end };
    case "v":
      return { text: "\\x{0b}", end };
    case "x":
    case "u": {
      const rest = letters.slice(end + 1).join("");
      const [whole, braced, digits] =
        (next === "x" ? /^(?:\{([0-9a-f]+)\}|([0-9a-f]{2}))/i : /^(?:\{([0-9a-f]+)\}|([0-9a-f]{4}))/i)
          .exec(rest) ?? [];
      if (whole === undefined) refuse(`\\${next}`);
      return { text: `\\x{${braced ?? digits}}`, end: end + whole!.length };
    }
    default:
      if (/[0-9a-zA-Z]/.test(next)) refuse(`\\${next}`);
      return { text: next === "/" ? "/" : next === "-" && !inClass ? "-" : `\\${next}`, end };
  }
}

/** Whether a group may have no match, because it is optional or one of several alternatives. */
export function mayBeAbsent(source: string, group: number): boolean {
  /** Open brackets: the number of a capturing group, otherwise 0; and whether it has alternatives. */
  const open: { number: number; choices: boolean; holds: boolean }[] = [{
    number: 0,
    choices: false,
    holds: true,
  }];
  let count = 0;
  let inClass = false;
  for (let at = 0; at < source.length; at++) {
    const char = source[at]!;
    if (char === "\\") at++;
    else if (inClass) inClass = char !== "]";
    else if (char === "[") inClass = true;
    else if (char === "(") {
      const captures = source[at + 1] !== "?" || /^\(\?<[^=!]/.test(source.slice(at, at + 4));
      const number = captures ? ++count : 0;
      open.push({ number, choices: false, holds: number === group });
    } else if (char === "|") open.at(-1)!.choices = true;
    else if (char === ")") {
      const { number, choices, holds } = open.pop()!;
      if (!holds) continue;
      if ((choices && number !== group) || /^(?:[?*]|\{0)/.test(source.slice(at + 1))) return true;
      open.at(-1)!.holds = true;
    }
  }
  return open[0]!.choices;
}
