/**
 * Parses suppression files, in the syntax of LeakSanitizer and heaptrack (`leak:NAME` in a line) and of valgrind
 * (blocks in braces). A file may contain both.
 * @module
 */

import type { FrameRuleLine, SuppressionRule } from "./suppression_rules.ts";

/** The parsed contents of a suppression file. */
interface ParsedSuppressions {
  readonly rules: readonly SuppressionRule[];
  /** The first text that is not a suppression, with its line number; null if there is none. */
  readonly problem: string | null;
}

/** Matches sanitizer rules about other things than leaks. */
const OTHERS =
  /^(?:race|race_top|thread|mutex|signal|deadlock|called_from_lib|interceptor_via_fun|interceptor_via_lib|interceptor_name|odr_violation|alloc_dealloc_mismatch|[a-z]+(?:-[a-z]+)+|undefined|src|fun|type|alignment|bool|bounds|enum|vptr|null|return|unreachable|implicit-\w+):/;

/** Parses a file. Rules about other things than leaks are skipped; the first invalid line is reported. */
export function parseSuppressions(text: string): ParsedSuppressions {
  const rules: SuppressionRule[] = [];
  const lines = text.replace(/^\uFEFF/, "").split("\n");
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!.trim();
    if (line === "" || line.startsWith("#")) continue;
    if (line.startsWith("leak:")) {
      const pattern = line.slice("leak:".length);
      if (pattern !== "") rules.push({ kind: "name", text: line, pattern });
    } else if (line === "{") {
      const end = lines.findIndex((each, index) => index > at && each.trim() === "}");
      if (end < 0) return { rules, problem: `block without an end, in line ${at + 1}` };
      const block = readBlock(lines.slice(at + 1, end), at + 2);
      if (typeof block === "string") return { rules, problem: block };
      if (block !== null) rules.push(block);
      at = end;
    } else if (!OTHERS.test(line)) {
      const shown = line.length > 40 ? line.slice(0, 40) + "…" : line;
      return {
        rules,
        problem: `expected leak:NAME or a block of valgrind, found "${shown}" in line ${at + 1}`,
      };
    }
  }
  return { rules, problem: null };
}

/** Parses a block of valgrind; null if it is not about leaks, an error message if it is invalid. */
function readBlock(lines: readonly string[], first: number): SuppressionRule | null | string {
  const said = lines.map((line, at) => ({ line: line.trim(), at: first + at }))
    .filter(({ line }) => line !== "" && !line.startsWith("#"));
  const [name, kind, ...rest] = said;
  if (name === undefined || kind === undefined) return `block without name and kind, in line ${first - 1}`;
  const parts = /^([\w,]+):(\w+)$/.exec(kind.line);
  if (!parts) return `expected Memcheck:Leak, found "${kind.line.slice(0, 40)}" in line ${kind.at}`;
  if (!parts[1]!.split(",").includes("Memcheck") || parts[2] !== "Leak") return null;
  const frames: FrameRuleLine[] = [];
  for (const { line, at } of rest) {
    // Ignore kinds of leaks, which only valgrind knows.
    if (line.startsWith("match-leak-kinds:")) continue;
    const test = readFrame(line);
    if (test === undefined) {
      return `expected fun:, obj:, src: or ..., found "${line.slice(0, 40)}" in line ${at}`;
    }
    frames.push(test);
  }
  return frames.length === 0
    ? `block without frames, in line ${first - 1}`
    : { kind: "stack", text: name.line, frames };
}

function readFrame(line: string): FrameRuleLine | undefined {
  if (line === "...") return { what: "any" };
  const [, word, pattern] = /^(fun|obj|src):(.+)$/.exec(line) ?? [];
  if (pattern === undefined) return undefined;
  if (word === "fun") return { what: "func", pattern, line: 0 };
  if (word === "obj") return { what: "module", pattern, line: 0 };
  const [, file = pattern, number = "0"] = /^(.*):(\d{1,9})$/.exec(pattern) ?? [];
  return { what: "file", pattern: file, line: Number(number) };
}
