/**
 * Text functions: `lower`, `upper`, `len`, `substr`, `replace`, and for parts of paths: `base`, `dir`, `ext`.
 * @module
 */

import type { ColumnType } from "../../events/trace_sink.ts";
import { replaceText } from "../../patterns/find_text.ts";
import { replaceMatches } from "../../patterns/group_finder.ts";
import { groupFinder } from "../../patterns/text_pattern.ts";
import { WorkMeter } from "../../patterns/work_meter.ts";
import type { Expr } from "../plan/expressions.ts";
import {
  BASE_RULE,
  EXTENSION_RULE,
  FOLDER_RULE,
  LENGTH_RULE,
  replaceRule,
  substringRule,
  swapCaseRule,
} from "./ascii_rules.ts";
import { bindOnlyArgument, castArgument, mapText, type QueryFunction } from "./function.ts";
import { requirePattern } from "./extract_and_split.ts";
import { dropTrailing } from "../../base/drop_trailing.ts";

/** The text in lower case. */
export const lower: QueryFunction = mapText(
  "lower",
  "text",
  "The text in lower case",
  ['where lower(func) contains "init"'],
  (text) => text.toLowerCase(),
  () => swapCaseRule("A", "Z"),
);

/** The text in upper case. */
export const upper: QueryFunction = mapText(
  "upper",
  "text",
  "The text in upper case",
  ["select upper(kind)"],
  (text) => text.toUpperCase(),
  () => swapCaseRule("a", "z"),
);

/** The number of characters of a text. */
export const len: QueryFunction = {
  name: "len",
  usage: "len(text)",
  summary: "Number of characters of a text",
  examples: ["where len(func) > 20", "extend n = len(file) | top 5 by n"],
  parameters: ["text"],
  bind: bindOnlyArgument("len", ["text", "bytes"], "u64"),
  asciiRule: () => LENGTH_RULE,
  evaluate: ([given]) => {
    const text = String(given);
    let count = text.length;
    // Count a surrogate pair as one character.
    for (let at = 1; at < text.length; at++) {
      if (isSecondUnit(text.charCodeAt(at)) && isFirstUnit(text.charCodeAt(at - 1))) count--;
    }
    return BigInt(count);
  },
};

/** Part of a text. */
export const substr: QueryFunction = {
  name: "substr",
  usage: "substr(text, start, length)",
  summary: "A piece of a text; start counts from 0, or from the end if it is negative",
  examples: ["by substr(func, 0, 4)", "by substr(file, -2)"],
  parameters: ["text", "start", "length?"],
  bind(args, _, report) {
    const wanted: readonly (readonly ColumnType[])[] = [["text"], ["i64"], ["u64"]];
    const names = ["First argument", "Start", "Length"];
    return allOf(
      args.map((arg, at) => castArgument(arg, wanted[at]!, `${names[at]} of substr()`, report)),
      "text",
    );
  },
  evaluate: ([text, start, length = null]) => {
    const letters = charactersOf(String(text));
    const wanted = Number(start);
    const from = wanted < 0 ? Math.max(0, letters.length + wanted) : wanted;
    const count = length === null ? letters.length : Number(length);
    const found = letters.slice(from, from + count);
    return typeof found === "string" ? found : found.join("");
  },
  asciiRule: ([start, length = Infinity]) => substringRule(Number(start), Number(length)),
};

function isFirstUnit(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isSecondUnit(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}

/** Returns the characters of a text; the text itself if it has no surrogate pairs. */
function charactersOf(text: string): string | readonly string[] {
  for (let at = 0; at < text.length; at++) if (isFirstUnit(text.charCodeAt(at))) return [...text];
  return text;
}

/** Text with all occurrences of another text, or of a regular expression, replaced. */
export const replace: QueryFunction = {
  name: "replace",
  usage: "replace(text, from, to)",
  summary: "Replaces every occurrence of one text, or of what a regular expression matches, with another",
  examples: ['by replace(file, "/usr/src/", "")', 'by replace(func, /\\d+/, "N")'],
  parameters: ["text", "from", "to"],
  patternAt: 1,
  bind(args, _, report) {
    const texts = args.map((arg) => castArgument(arg, ["text"], "Argument of replace()", report));
    const [text, from, to] = texts;
    if (from?.op !== "constant" || from.flags === undefined) return allOf(texts, "text");
    const pattern = requirePattern(from, 0n, "Pattern of replace()", report);
    return pattern && allOf([text!, from, to!, pattern[1]], "text");
  },
  evaluate: ([text, from, to, flags], { meter = new WorkMeter() }) => {
    if (flags !== undefined) {
      return replaceMatches(String(text), groupFinder(String(from), String(flags), 0), String(to), meter);
    }
    // An empty text would match everywhere, so nothing is replaced.
    return from === "" ? text! : replaceText(String(text), String(from), String(to));
  },
  asciiRule: ([from, to, flags]) => flags === undefined ? replaceRule(String(from), String(to)) : undefined,
};

function allOf(args: readonly (Expr | null)[], type: ColumnType): { type: ColumnType; args: Expr[] } | null {
  return args.includes(null) ? null : { type, args: args as Expr[] };
}

/** The last part of a path. */
export const base: QueryFunction = mapText(
  "base",
  "path",
  "The last part of a path",
  ["by f = base(file)"],
  (path) => {
    const trimmed = dropTrailing(path, "/");
    return trimmed.slice(trimmed.lastIndexOf("/") + 1);
  },
  () => BASE_RULE,
);

/** A path without its last part. */
export const dir: QueryFunction = mapText("dir", "path", "A path without its last part", [
  "allocs | by dir(file)",
], (path) => {
  const cut = dropTrailing(path, "/").lastIndexOf("/");
  return cut < 0 ? "" : cut === 0 ? "/" : path.slice(0, cut);
}, () => FOLDER_RULE);

/** The extension of a path: the part after the last dot. */
export const ext: QueryFunction = mapText("ext", "path", 'The extension of a path, such as "c"', [
  "by ext(file)",
], (path) => {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? "" : name.slice(dot + 1);
}, () => EXTENSION_RULE);
