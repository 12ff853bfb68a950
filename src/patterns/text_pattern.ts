/**
 * Matches globs and regular expressions in time linear in the length of the text.
 * @module
 */

import { Alphabet } from "./alphabet.ts";
import { AtomTable } from "./atoms.ts";
import { Automaton } from "./automaton.ts";
import { textFinder } from "./find_text.ts";
import { GroupFinder } from "./group_finder.ts";
import { anyCharacter, parseGlob } from "./parse_glob.ts";
import { parseRegex } from "./parse_regex.ts";
import { PatternError, type PatternNode } from "./pattern_tree.ts";
import type { KnownTransitions } from "./known_transitions.ts";
import { EMPTY_LITERAL, type Literal, requiredLiteral } from "./required_literal.ts";
import { compilePattern } from "./program.ts";
import { groupsOf } from "./regex_escapes.ts";
import type { WorkMeter } from "./work_meter.ts";

/** A pattern that can be matched against any number of texts. */
export interface TextPattern {
  /** The literal that every matching text contains. */
  readonly needed: Literal;
  /** The text to find, if the pattern consists only of literal characters. */
  readonly literally?: string;
  /** Whether a text matches. The meter counts the steps, and may stop matching by throwing. */
  test(text: string, meter: WorkMeter): boolean;
  /** The transitions known so far, if texts are matched by an automaton. */
  transitions?(): KnownTransitions;
}

/**
 * Maximum number of cached patterns. A query is parsed, bound and run, and each keystroke parses it again.
 */
const MAX_KEPT = 32;

const kept = new Map<string, TextPattern>();
const finders = new Map<string, GroupFinder>();

/**
 * A glob, which must match the whole text.
 *
 * @example
 * ```ts
 * import { assert } from "@std/assert";
 * import { WorkMeter } from "./work_meter.ts";
 *
 * assert(globPattern("src/*.c").test("src/alloc.c", new WorkMeter()));
 * ```
 */
export function globPattern(glob: string): TextPattern {
  return keep(`glob ${glob}`, () => {
    if (!/[*?[{\\]/.test(glob)) return exactly(glob);
    const atoms = new AtomTable();
    const pattern = parseGlob(glob, atoms);
    if (pattern === null) return exactly(glob);
    return automatonOf(pattern, atoms, { whole: true, unicode: true, length: glob.length });
  });
}

/**
 * A JavaScript regular expression, which may match any part of the text. Throws `PatternError` if it is
 * invalid or cannot be matched in linear time.
 */
export function regexPattern(source: string, flags: string): TextPattern {
  return keep(`regex ${flags} ${source}`, () => {
    checkSyntax(source, flags);
    // The engine finds literal text ten times as fast.
    if (/^[\w\s:@#%&=,;<>"'`~!-]+$/.test(source) && !flags.includes("i")) return containsPattern(source);
    const atoms = new AtomTable();
    const pattern = parseRegex(source, flags, atoms);
    return automatonOf(pattern, atoms, { whole: false, unicode: flags.includes("u"), length: source.length });
  });
}

/**
 * A finder for what a group of a regular expression matches; group 0 is the whole match. Throws
 * `PatternError` as `regexPattern` does.
 */
export function groupFinder(source: string, flags: string, group: number): GroupFinder {
  const key = `${group} ${flags} ${source}`;
  return keepIn(finders, key, () => {
    checkSyntax(source, flags);
    const atoms = new AtomTable();
    const unicode = flags.includes("u");
    const program = compilePattern(parseRegex(source, flags, atoms, true), {
      whole: false,
      anything: anyCharacter(atoms, unicode),
      length: source.length,
      asked: group,
    });
    return new GroupFinder(program, new Alphabet(atoms), unicode);
  });
}

/** Number of capturing groups of a valid expression. */
export function groupCount(source: string): number {
  return groupsOf(source).count;
}

/** A text that must occur somewhere in the other one. */
export function containsPattern(wanted: string): TextPattern {
  const find = textFinder(wanted);
  return {
    needed: EMPTY_LITERAL,
    literally: wanted,
    test(text, meter) {
      meter.spend(text.length);
      return find(text, 0) >= 0;
    },
  };
}

/** The error in a regular expression; null if the expression can be used. */
export function regexProblem(source: string, flags: string): PatternError | null {
  try {
    regexPattern(source, flags);
    return null;
  } catch (error) {
    if (error instanceof PatternError) return error;
    throw error;
  }
}

function automatonOf(
  pattern: PatternNode,
  atoms: AtomTable,
  { whole, unicode, length }: { readonly whole: boolean; readonly unicode: boolean; readonly length: number },
): TextPattern {
  const program = compilePattern(pattern, { whole, anything: anyCharacter(atoms, unicode), length });
  return new Automaton(program, new Alphabet(atoms), { unicode, needed: requiredLiteral(pattern, atoms) });
}

function exactly(wanted: string): TextPattern {
  return {
    needed: EMPTY_LITERAL,
    literally: wanted,
    test(text, meter) {
      meter.spend(1);
      return text === wanted;
    },
  };
}

function checkSyntax(source: string, flags: string): void {
  try {
    new RegExp(source, flags);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // V8 repeats the expression before the reason.
    const reason = message.slice(message.lastIndexOf(": ") + 2);
    throw new PatternError(`Invalid regular expression: ${reason}`, { start: 0, end: source.length });
  }
}

function keep(key: string, make: () => TextPattern): TextPattern {
  return keepIn(kept, key, make);
}

function keepIn<P>(kept: Map<string, P>, key: string, make: () => P): P {
  let pattern = kept.get(key);
  if (pattern === undefined) pattern = make();
  else kept.delete(key);
  // The least recently used one comes first.
  if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value!);
  kept.set(key, pattern);
  return pattern;
}
