/**
 * Functions on text: paths, letters, pieces.
 * @module
 */

import { dropTrailing } from "../../base/drop_trailing.ts";
import type { ColumnType } from "../../events/trace_sink.ts";
import { replaceText } from "../../patterns/find_text.ts";
import type { Expr } from "../plan/expressions.ts";
import { wantType } from "./arguments.ts";
import type { FunctionDef, ReportArgument } from "./function.ts";

/** Functions of one text that give a text. */
export const textFunctions: readonly FunctionDef[] = [
  mapText("base", "path", "The last part of a path", ["by f = base(file)"], (path) => {
    const trimmed = dropTrailing(path, "/");
    return trimmed.slice(trimmed.lastIndexOf("/") + 1);
  }),
  mapText("dir", "path", "A path without its last part", ["allocs | by dir(file)"], (path) => {
    const cut = dropTrailing(path, "/").lastIndexOf("/");
    return cut < 0 ? "" : cut === 0 ? "/" : path.slice(0, cut);
  }),
  mapText("ext", "path", 'The extension of a path, such as "c"', ["by ext(file)"], (path) => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    const dot = name.lastIndexOf(".");
    return dot <= 0 ? "" : name.slice(dot + 1);
  }),
  mapText(
    "lower",
    "text",
    "Small letters",
    ['where lower(func) contains "init"'],
    (text) => text.toLowerCase(),
  ),
  mapText("upper", "text", "Capital letters", ["select upper(kind)"], (text) => text.toUpperCase()),
  {
    name: "len",
    usage: "len(text)",
    summary: "Number of characters of a text",
    examples: ["where len(func) > 20", "extend n = len(file) | top 5 by n"],
    parameters: ["text"],
    bind(args, _, report) {
      const text = wantType(args[0]!, ["text", "bytes"], "Argument of len()", report);
      return text && { type: "u64", args: [text] };
    },
    evaluate: ([text]) => {
      let count = 0n;
      for (const _ of String(text)) count++;
      return count;
    },
  },
  {
    name: "substr",
    usage: "substr(text, start, length)",
    summary: "A piece of a text; start counts from 0, a negative one from the end",
    examples: ["by substr(func, 0, 4)", "by substr(file, -2)"],
    parameters: ["text", "start", "length?"],
    bind(args, _, report) {
      const wanted: readonly (readonly ColumnType[])[] = [["text"], ["i64"], ["u64"]];
      const names = ["First argument", "Start", "Length"];
      return allOf(
        args.map((arg, at) => wantType(arg, wanted[at]!, `${names[at]} of substr()`, report)),
        "text",
      );
    },
    evaluate: ([text, start, length = null]) => {
      const letters = [...String(text)];
      const wanted = Number(start);
      const from = wanted < 0 ? Math.max(0, letters.length + wanted) : wanted;
      const count = length === null ? letters.length : Number(length);
      return letters.slice(from, from + count).join("");
    },
  },
  {
    name: "replace",
    usage: "replace(text, from, to)",
    summary: "Replaces every occurrence of one text by another",
    examples: ['by replace(file, "/usr/src/", "")'],
    parameters: ["text", "from", "to"],
    bind: (args, _, report) =>
      allOf(args.map((arg) => wantType(arg, ["text"], "Argument of replace()", report)), "text"),
    evaluate: ([text, from, to]) => {
      // Nothing occurs everywhere: there is nothing to replace.
      return from === "" ? text! : replaceText(String(text), String(from), String(to));
    },
  },
];

function mapText(
  name: string,
  parameter: string,
  summary: string,
  examples: readonly string[],
  map: (text: string) => string,
): FunctionDef {
  return {
    name,
    usage: `${name}(${parameter})`,
    summary,
    examples,
    parameters: [parameter],
    bind(args, _, report: ReportArgument) {
      const text = wantType(args[0]!, ["text"], `Argument of ${name}()`, report);
      return text && { type: "text", args: [text] };
    },
    evaluate: ([text]) => map(String(text)),
  };
}

function allOf(args: readonly (Expr | null)[], type: ColumnType): { type: ColumnType; args: Expr[] } | null {
  return args.includes(null) ? null : { type, args: args as Expr[] };
}
