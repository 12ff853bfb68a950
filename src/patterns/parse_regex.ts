/**
 * Parses a JavaScript regular expression. The engine has already validated it, so only its structure is
 * determined here. The engine also decides what single-character parts match.
 * @module
 */

import { QUERY_LIMITS } from "../base/limits/query_limits.ts";
import type { AtomFlags, AtomTable } from "./atoms.ts";
import { factorChoice } from "./factor_choice.ts";
import { lookAround } from "./look_around.ts";
import {
  assert,
  type AssertionKind,
  choice,
  PatternError,
  type PatternNode,
  sequence,
} from "./pattern_tree.ts";
import { classEnd, escapeLength, type Groups, groupsOf } from "./regex_escapes.ts";

/** Maximum nesting of groups. */
const MAX_GROUP_DEPTH: number = QUERY_LIMITS.patternGroups.most;

const LINE_END = "[\\n\\r\\u2028\\u2029]";
const PLAIN: AtomFlags = { anyCase: false, dotAll: false, unicode: false };

/** Matches the characters after "(" in a group that is named or does not capture. */
const GROUP_HEAD = /\?(?:([:=!]|<=|<!)|<[^>]*>|([ims]*)(?:-([ims]*))?:)/y;
const QUANTIFIER = /(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y;

/** Flags that may change within an expression. */
interface Flags extends AtomFlags {
  /** `m`: `^` and `$` also match at the ends of lines. */
  readonly multiline: boolean;
}

/** An open group, or the whole expression. */
interface Frame {
  readonly start: number;
  /** The flags outside the group. */
  readonly outer: Flags;
  readonly look: { readonly behind: boolean; readonly negated: boolean } | null;
  /** Number of the group; 0 if it does not capture. */
  readonly number: number;
  readonly choices: PatternNode[];
  parts: PatternNode[];
}

/**
 * The tree of a valid expression. Throws `PatternError` for what cannot be matched in linear time. With
 * `captures`, groups are part of the tree and alternatives keep their order, which decides what groups match.
 */
export function parseRegex(source: string, flags: string, atoms: AtomTable, captures = false): PatternNode {
  return new RegexParser(source, flags, atoms, captures).parse();
}

class RegexParser {
  readonly #source: string;
  readonly #atoms: AtomTable;
  readonly #groups: Groups;
  readonly #around: Frame[] = [];
  #frame: Frame;
  #flags: Flags;
  readonly #captures: boolean;
  #groupCount = 0;
  #at = 0;

  constructor(source: string, flags: string, atoms: AtomTable, captures: boolean) {
    this.#captures = captures;
    this.#source = source;
    this.#atoms = atoms;
    this.#groups = groupsOf(source);
    this.#flags = {
      anyCase: flags.includes("i"),
      multiline: flags.includes("m"),
      dotAll: flags.includes("s"),
      unicode: flags.includes("u"),
    };
    this.#frame = { start: 0, outer: this.#flags, look: null, number: 0, choices: [], parts: [] };
  }

  parse(): PatternNode {
    while (this.#at < this.#source.length) this.#parsePart();
    return this.#contentOf(this.#frame);
  }

  #parsePart(): void {
    const start = this.#at;
    switch (this.#source[start]) {
      case "|":
        this.#at++;
        this.#frame.choices.push(sequence(this.#frame.parts));
        this.#frame.parts = [];
        return;
      case "(":
        return this.#openGroup();
      case ")":
        return this.#closeGroup();
      case "^":
        return this.#addAssertion(1, this.#flags.multiline ? "lineStart" : "start");
      case "$":
        return this.#addAssertion(1, this.#flags.multiline ? "lineEnd" : "end");
      case "\\":
        return this.#parseEscape();
      case "[":
        return this.#addTested(classEnd(this.#source, start));
      case ".":
        return this.#addTested(start + 1);
      default: {
        const { unicode } = this.#flags;
        const code = unicode ? this.#source.codePointAt(start)! : this.#source.charCodeAt(start);
        this.#at += code > 0xffff ? 2 : 1;
        this.#addRepeated(this.#character(code));
      }
    }
  }

  #parseEscape(): void {
    const start = this.#at;
    const letter = this.#source[start + 1];
    if (letter === "b") return this.#addAssertion(2, "boundary");
    if (letter === "B") return this.#addAssertion(2, "boundary", true);
    const { length, isReference } = escapeLength(this.#source, start, this.#flags.unicode, this.#groups);
    if (isReference) {
      throw new PatternError("Backreferences are not supported", {
        start,
        end: start + length,
        suggestion: "write out what may be repeated: (aa|bb) for (a|b)\\1",
        isRefused: true,
      });
    }
    if (length > 1) return this.#addTested(start + length);
    this.#at++;
    this.#addRepeated(this.#character(0x5c));
  }

  /** A literal character, possibly ignoring case. */
  #character(code: number): PatternNode {
    if (!this.#flags.anyCase) return { kind: "atom", atom: this.#atoms.literal(code) };
    const source = code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, "0")}`;
    return { kind: "atom", atom: this.#atoms.tested(source, this.#flags) };
  }

  /** Adds the characters up to an offset as a test of one character. */
  #addTested(end: number): void {
    const source = this.#source.slice(this.#at, end);
    this.#at = end;
    this.#addRepeated({ kind: "atom", atom: this.#atoms.tested(source, this.#flags) });
  }

  #addAssertion(length: number, assertion: AssertionKind, negated = false): void {
    this.#at += length;
    const atom = assertion === "boundary"
      ? this.#atoms.tested("\\w", this.#flags)
      : assertion === "lineStart" || assertion === "lineEnd"
      ? this.#atoms.tested(LINE_END, PLAIN)
      : -1;
    this.#frame.parts.push(assert(assertion, negated, atom));
  }

  #openGroup(): void {
    const start = this.#at++;
    if (this.#around.length >= MAX_GROUP_DEPTH) {
      const what = `Groups are nested more than ${MAX_GROUP_DEPTH} levels deep`;
      throw new PatternError(what, { start, end: start + 1, isRefused: true });
    }
    const outer = this.#flags;
    let look: Frame["look"] = null;
    GROUP_HEAD.lastIndex = this.#at;
    const head = this.#source[this.#at] === "?" ? GROUP_HEAD.exec(this.#source) : null;
    // A group without a prefix captures, and so does a named group.
    const captures = head === null || head[0].startsWith("?<") && head[1] === undefined;
    const number = captures ? ++this.#groupCount : 0;
    if (head !== null) {
      const [whole, sign, on, off] = head;
      this.#at += whole.length;
      if (sign !== undefined && sign !== ":") {
        look = { behind: sign.startsWith("<"), negated: sign.endsWith("!") };
      }
      if (on !== undefined) this.#flags = changed(outer, on, off ?? "");
    }
    this.#around.push(this.#frame);
    this.#frame = { start, outer, look, number, choices: [], parts: [] };
  }

  #closeGroup(): void {
    this.#at++;
    const { start, outer, look, number } = this.#frame;
    const inner = this.#contentOf(this.#frame);
    const part = look === null ? inner : lookAround(inner, { ...look, start, end: this.#at });
    const node: PatternNode = this.#captures && number > 0 ? { kind: "group", number, part } : part;
    this.#flags = outer;
    this.#frame = this.#around.pop()!;
    this.#addRepeated(node);
  }

  /** Adds a part with the quantifier after it. */
  #addRepeated(part: PatternNode): void {
    QUANTIFIER.lastIndex = this.#at;
    const found = QUANTIFIER.exec(this.#source);
    if (found === null || (found[3] === "" && found[4] !== "")) {
      this.#frame.parts.push(part);
      return;
    }
    const [whole, sign, least, comma, most] = found;
    this.#at += whole.length;
    const min = sign === undefined ? Number(least) : sign === "+" ? 1 : 0;
    const max = sign === undefined
      ? comma === "" ? min : most === "" ? Infinity : Number(most)
      : sign === "?"
      ? 1
      : Infinity;
    const isLazy = whole.length > 1 && whole.endsWith("?");
    this.#frame.parts.push({ kind: "repeat", part, min, max, ...(isLazy ? { lazy: true } : {}) });
  }

  #contentOf({ choices, parts }: Frame): PatternNode {
    if (choices.length === 0) return sequence(parts);
    const all = [...choices, sequence(parts)];
    return this.#captures ? choice(all) : factorChoice(all);
  }
}

function changed(flags: Flags, on: string, off: string): Flags {
  const now = (letter: string, before: boolean): boolean =>
    on.includes(letter) || (before && !off.includes(letter));
  return {
    ...flags,
    anyCase: now("i", flags.anyCase),
    multiline: now("m", flags.multiline),
    dotAll: now("s", flags.dotAll),
  };
}
