/**
 * Writes suppressions for leaks in the syntax of the tool that will read them.
 * @module
 */

import { fileNameOf } from "../base/file_name_of.ts";
import { parseSuppressions } from "./parse_suppressions.ts";
import {
  type NameRule,
  passesFrames,
  type RuleFrame,
  ruleOfFrame,
  type StackRule,
} from "./suppression_rules.ts";

/** A backtrace whose blocks leak, innermost frame first. */
export interface LeakingStack {
  readonly frames: readonly RuleFrame[];
  readonly blocks: number;
}

/** Number of frames that valgrind compares. */
const VALGRIND_FRAMES = 24;

/** Matches names that are only addresses, which differ in the next run. */
const ADDRESS = /^0x[0-9a-f]+$|!0x[0-9a-f]+$/;

/**
 * Whether a frame will have the same name in the next run, that is, whether it has the name of a function.
 */
export function isStableName({ func }: RuleFrame): boolean {
  return func !== "" && !ADDRESS.test(func);
}

/** Writes suppressions for leaks, one after the other. */
export class SuppressionWriter {
  readonly #syntax: "lines" | "blocks";
  readonly #isOwn: (frame: RuleFrame) => boolean;
  /** Blocks of other leaks, by the names in their backtraces. */
  readonly #others = new Map<string, number>();
  readonly #names: NameRule[] = [];
  readonly #stacks: StackRule[] = [];
  #text = "";

  /**
   * Creates a writer. `others` are the leaks that must not be suppressed; functions that satisfy `isOwn` are
   * the best ones to identify a leak.
   */
  constructor(
    syntax: "lines" | "blocks",
    { others, isOwn }: {
      readonly others: readonly LeakingStack[];
      readonly isOwn: (frame: RuleFrame) => boolean;
    },
  ) {
    this.#syntax = syntax;
    this.#isOwn = isOwn;
    if (syntax === "blocks") return;
    for (const { frames, blocks } of others) {
      for (const pattern of new Set(frames.map(patternOf))) {
        if (pattern !== null) this.#others.set(pattern, (this.#others.get(pattern) ?? 0) + blocks);
      }
    }
  }

  /** The contents of the suppression file so far. */
  get text(): string {
    return this.#text;
  }

  /** Whether one of the rules so far matches a backtrace. */
  knows(frames: readonly RuleFrame[]): boolean {
    return frames.some((frame) => ruleOfFrame(this.#names, frame) !== null) ||
      this.#stacks.some((rule) => passesFrames(rule, frames));
  }

  /**
   * Adds a rule for a leak that no rule matches yet; returns false if its backtrace has no names. A line of
   * LeakSanitizer names one frame anywhere in a backtrace; the frame that occurs in the fewest other leaks is
   * used.
   */
  add({ frames }: LeakingStack): boolean {
    const texts = this.#syntax === "blocks" ? [valgrindBlock(frames, this.#isOwn)] : this.#linesFor(frames);
    for (const text of texts) {
      // Check the rule by parsing it: special characters may have changed its meaning.
      const [rule] = text === null ? [] : parseSuppressions(text).rules;
      if (rule === undefined) continue;
      const isKnown = rule.kind === "stack"
        ? passesFrames(rule, frames)
        : frames.some((frame) => ruleOfFrame([rule], frame) !== null);
      if (!isKnown) continue;
      if (rule.kind === "stack") this.#stacks.push(rule);
      else this.#names.push(rule);
      this.#text += text;
      return true;
    }
    return false;
  }

  /** Returns lines for the frames of a backtrace, best first. */
  #linesFor(frames: readonly RuleFrame[]): string[] {
    const rank = (frame: RuleFrame, pattern: string): number =>
      2 * (this.#others.get(pattern) ?? 0) + (this.#isOwn(frame) ? 0 : 1);
    return frames.flatMap((frame) => {
      const pattern = patternOf(frame);
      return pattern === null ? [] : [{ text: `leak:${pattern}\n`, rank: rank(frame, pattern) }];
    }).sort((left, right) => left.rank - right.rank).map(({ text }) => text);
  }
}

/** Returns the full name of a function, or else of a module. */
function patternOf(frame: RuleFrame): string | null {
  const { func, module } = frame;
  if (isStableName(frame)) return `^${plain(func)}$`;
  return module === "" ? null : plain(fileNameOf(module));
}

/** Returns a block with the first frames of the backtrace. */
function valgrindBlock(frames: readonly RuleFrame[], isOwn: (frame: RuleFrame) => boolean): string | null {
  const isNamed = (frame: RuleFrame): boolean => patternOf(frame) !== null;
  const main = frames.find((frame) => isNamed(frame) && isOwn(frame)) ?? frames.find(isNamed);
  if (main === undefined) return null;
  const tests = frames.slice(0, VALGRIND_FRAMES).map(testOf);
  // valgrind's backtraces begin with the allocating function; those of tracers that replace this function
  // begin after it.
  if (!ALLOCATES.test(tests[0]!)) tests.unshift("fun:*alloc");
  const name = plain(main.func === "" ? main.module : main.func).trim();
  return ["{", `   ${name}`, "   Memcheck:Leak", ...tests.map((test) => `   ${test}`), "}", ""].join("\n");
}

/** Matches tests for allocating functions. */
const ALLOCATES = /^fun:(?:_Zn[aw]\*|(?:m|c|re)alloc)$/;

function testOf(frame: RuleFrame): string {
  const { func, module } = frame;
  // Compilers mangle `operator new` differently, depending on the size of an address.
  if (/^operator new\(/.test(func)) return "fun:_Znw*";
  if (/^operator new\[\]\(/.test(func)) return "fun:_Zna*";
  if (isStableName(frame)) return `fun:${plain(func)}`;
  return module === "" ? "fun:*" : `obj:*${plain(fileNameOf(module))}`;
}

/** Replaces characters that have a meaning in patterns or would end a line. */
function plain(name: string): string {
  // deno-lint-ignore no-control-regex -- these characters are removed
  return name.replace(/[$*?\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, "*").replace(/^\s|\s$/g, "*");
}
