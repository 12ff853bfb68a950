/**
 * Rules for known leaks: names anywhere in a backtrace, as in LeakSanitizer and heaptrack, and prefixes of
 * backtraces, as in valgrind.
 * @module
 */

import { fileNameOf } from "../base/file_name_of.ts";
import { readMangled } from "./mangled_name.ts";

/** A frame of a backtrace; unknown parts are empty texts. */
export interface RuleFrame {
  readonly func: string;
  readonly file: string;
  readonly line: number;
  /** The program or library. */
  readonly module: string;
}

/** A rule `leak:NAME`. */
export interface NameRule {
  readonly kind: "name";
  /** The text to show: `leak:NAME`. */
  readonly text: string;
  /** The pattern that a function, file or module must match. */
  readonly pattern: string;
}

/** A line of a rule about frames; the first line is about the innermost frame. */
export type FrameRuleLine =
  | { readonly what: "func" | "module" | "file"; readonly pattern: string; readonly line: number }
  | { readonly what: "any" };

/** A rule `{ NAME Memcheck:Leak fun:… }`. */
export interface StackRule {
  readonly kind: "stack";
  /** The name of the rule. */
  readonly text: string;
  readonly frames: readonly FrameRuleLine[];
}

/** A suppression rule. */
export type SuppressionRule = NameRule | StackRule;

/**
 * Whether a text matches a pattern of the sanitizers: the pattern may occur anywhere in the text; `^` stands
 * for the beginning of the text, `$` for its end and `*` for any text. Each part is searched once, from the
 * end of the previous part, as the sanitizers do: `b$` is not found in `bab`.
 */
export function passesPattern(pattern: string, text: string): boolean {
  if (text === "") return false;
  if (pattern === text) return true;
  let at = 0;
  let from = 0;
  let anchored = pattern.startsWith("^");
  if (anchored) from = 1;
  let afterStar = false;
  while (from < pattern.length) {
    const sign = pattern[from];
    if (sign === "*") {
      [anchored, afterStar] = [false, true];
      from++;
      continue;
    }
    if (sign === "$") return at === text.length || afterStar;
    if (at === text.length) return false;
    let end = from;
    while (end < pattern.length && pattern[end] !== "*" && pattern[end] !== "$") end++;
    const piece = pattern.slice(from, end);
    const found = anchored ? (text.startsWith(piece, at) ? at : -1) : text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
    from = end;
    [anchored, afterStar] = [false, false];
  }
  return true;
}

/** Returns the first name rule that matches a frame: first its module, then its function, then its file. */
export function ruleOfFrame(rules: readonly NameRule[], { func, file, module }: RuleFrame): NameRule | null {
  for (const text of [module, func, file]) {
    if (text === "") continue;
    const found = rules.find(({ pattern }) => passesPattern(pattern, text));
    if (found) return found;
  }
  return null;
}

/** Whether a backtrace matches the frames of a rule. */
export function passesFrames({ frames }: StackRule, stack: readonly RuleFrame[]): boolean {
  // Backtraces of tracers that replace malloc() do not contain it, so the first frame of the rule may be
  // missing.
  const [first] = frames;
  const isAllocator = first !== undefined && first.what === "func" && ALLOCATOR.test(first.pattern);
  return passFrom(frames, stack) || (isAllocator && passFrom(frames.slice(1), stack));
}

/** Matches the names of allocating functions in valgrind's rules. */
const ALLOCATOR =
  /^(?:\*|\*?(?:malloc|calloc|realloc|reallocarray|memalign|posix_memalign|aligned_alloc|valloc|pvalloc|alloc)|_Zn[aw][\w*]*|operator new.*|[mcre*]*alloc\*?)$/;

/**
 * Whether a backtrace matches tests: each test matches one frame, and `...` any number of frames, as few as possible.
 */
function passFrom(tests: readonly FrameRuleLine[], stack: readonly RuleFrame[]): boolean {
  let [test, frame] = [0, 0];
  let [again, taken] = [-1, 0];
  for (;;) {
    if (test === tests.length) return true;
    const each = tests[test]!;
    if (each.what === "any") {
      [again, taken] = [test++, frame];
      continue;
    }
    if (frame < stack.length && passesTest(each, stack[frame]!)) {
      test++;
      frame++;
      continue;
    }
    if (again < 0 || taken >= stack.length) return false;
    [test, frame] = [again + 1, ++taken];
  }
}

function passesTest(
  test: Exclude<FrameRuleLine, { what: "any" }>,
  { func, file, line, module }: RuleFrame,
): boolean {
  const { what, pattern } = test;
  if (what === "module") return module !== "" && matchesWildcards(pattern, module);
  if (what === "file") {
    if (test.line !== 0 && test.line !== line) return false;
    return file !== "" && (matchesWildcards(pattern, file) || matchesWildcards(pattern, fileNameOf(file)));
  }
  if (func === "") return pattern === "*";
  // Valgrind uses names of the symbol table, which have no parameters except in C++.
  return matchesWildcards(pattern, func) || matchesWildcards(plainOf(pattern), func.replace(/\(.*$/s, "")) ||
    matchesWildcards(pattern, readMangled(func) ?? func);
}

/** Returns the readable name for common mangled ones: `operator new` for `_Znwm`, `a::b` for `_ZN1a1bEv`. */
function plainOf(pattern: string): string {
  if (/^_Zn[w*]/.test(pattern)) return "operator new";
  if (/^_Zna/.test(pattern)) return "operator new[]";
  return readMangled(pattern) ?? pattern;
}

/** Matches a pattern in which `*` is any text and `?` any character. */
export function matchesWildcards(pattern: string, text: string): boolean {
  let [at, place] = [0, 0];
  let [again, taken] = [-1, 0];
  while (place < text.length) {
    if (pattern[at] === "*") {
      [again, taken] = [at++, place];
    } else if (at < pattern.length && (pattern[at] === "?" || pattern[at] === text[place])) {
      at++;
      place++;
    } else if (again >= 0) {
      [at, place] = [again + 1, ++taken];
    } else return false;
  }
  while (pattern[at] === "*") at++;
  return at === pattern.length;
}
