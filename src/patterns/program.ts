/**
 * A pattern compiled to a list of steps, which an automaton executes.
 * @module
 */

import { limitFigure } from "../base/limits/limit.ts";
import { QUERY_LIMITS } from "../base/limits/query_limits.ts";
import {
  anyNumber,
  assert,
  type AssertionKind,
  type AssertNode,
  type GroupNode,
  PatternError,
  type PatternNode,
  type RepeatNode,
  sequence,
} from "./pattern_tree.ts";

/** Maximum steps that counted repetitions may add: memory, and the time per character, grow with them. */
const MAX_STEPS: number = QUERY_LIMITS.patternParts.most;
const STEPS_PER_LETTER = 4;
/** Maximum character tests that assertions may use. */
const MAX_LOOKED_AT = QUERY_LIMITS.patternAssertions.most;

/** Operations of steps. */
export const Op = {
  /** The text matches. */
  Match: 0,
  /** Consumes a character that matches the test `arg`. */
  Atom: 1,
  /** Continues at the next step and at step `arg`. */
  Split: 2,
  /** Continues at step `arg`. */
  Jump: 3,
  /** Continues if the assertion `arg` holds here. */
  Assert: 4,
  /** Records the offset in slot `arg`; only in programs that report a group. */
  Save: 5,
  /** Clears what the group matched, since it is repeated. */
  Forget: 6,
  /** Continues at step `arg` and, with lower priority, at the next step. */
  SplitLater: 7,
} as const;

/** An assertion about the characters before and after a position. */
export interface BoundAssertion {
  readonly assertion: AssertionKind;
  readonly negated: boolean;
  /** Bit of the assertion's test in `Program.looked`. */
  readonly bit: number;
}

/** The steps; a text starts at the first one. */
export interface Program {
  readonly ops: Uint8Array;
  readonly args: Int32Array;
  readonly assertions: readonly BoundAssertion[];
  /** Character tests that assertions use. */
  readonly looked: readonly number[];
}

/** How a pattern is matched against a text. */
interface ProgramOptions {
  /** Whether the pattern must match the whole text; otherwise it may match any part. */
  readonly whole: boolean;
  /** The test that every character matches. */
  readonly anything: number;
  /**
   * Length of the pattern's source: each character takes a few steps at most, apart from counted repetitions.
   */
  readonly length: number;
  /**
   * Number of the group to report; 0 for the whole match. If set, a separate search starts at each offset.
   */
  readonly asked?: number;
}

/** Compiles a pattern. Throws `PatternError` if it has too many steps. */
export function compilePattern(pattern: PatternNode, options: ProgramOptions): Program {
  const { whole, anything, length, asked } = options;
  const maker = new ProgramMaker(MAX_STEPS + STEPS_PER_LETTER * length, asked);
  if (asked !== undefined) {
    maker.add(pattern);
    return maker.finish();
  }
  // If the pattern can begin only at the start of the text, other offsets are not tried.
  const anywhere = !whole && !beginsAtStart(pattern);
  const before: PatternNode[] = anywhere ? [anyNumber({ kind: "atom", atom: anything })] : [];
  const after: PatternNode[] = whole ? [assert("end")] : [];
  maker.add(sequence([...before, pattern, ...after]));
  return maker.finish();
}

function beginsAtStart(node: PatternNode): boolean {
  switch (node.kind) {
    case "assert":
      return node.assertion === "start" && !node.negated;
    case "sequence":
      return beginsAtStart(node.parts[0]!);
    case "choice":
      return node.parts.length > 0 && node.parts.every(beginsAtStart);
    case "group":
      return beginsAtStart(node.part);
    case "repeat":
      return node.min > 0 && beginsAtStart(node.part);
    default:
      return false;
  }
}

/** A part to be added, or an action to run after the parts before it. */
type Task = PatternNode | (() => void);

/** Adds parts without recursion, since a glob may nest as deeply as it is long. */
class ProgramMaker {
  readonly #ops: number[] = [];
  readonly #args: number[] = [];
  readonly #assertions: BoundAssertion[] = [];
  readonly #assertionNumbers = new Map<string, number>();
  readonly #looked: number[] = [];
  readonly #limit: number;
  readonly #tasks: Task[] = [];
  readonly #asked: number | undefined;

  constructor(limit: number, asked: number | undefined) {
    this.#limit = limit;
    this.#asked = asked;
  }

  add(root: PatternNode): void {
    this.#tasks.push(root);
    // Tasks are counted too, since nested `(){1000}` has no steps but would not end.
    for (let count = 0; this.#tasks.length > 0; count++) {
      if (count > 4 * this.#limit) throw tooLarge();
      const task = this.#tasks.pop()!;
      if (typeof task === "function") task();
      else this.#addPart(task);
    }
  }

  finish(): Program {
    this.#push(Op.Match, 0);
    return {
      ops: Uint8Array.from(this.#ops),
      args: Int32Array.from(this.#args),
      assertions: this.#assertions,
      looked: this.#looked,
    };
  }

  #addPart(node: PatternNode): void {
    switch (node.kind) {
      case "empty":
        return;
      case "atom":
        this.#push(Op.Atom, node.atom);
        return;
      case "assert":
        this.#push(Op.Assert, this.#assertion(node));
        return;
      case "sequence":
        return this.#next(node.parts);
      case "choice":
        return this.#addChoice(node.parts);
      case "group":
        return this.#addGroup(node);
      case "repeat":
        return this.#addRepeat(node);
    }
  }

  #addGroup({ number, part }: GroupNode): void {
    if (number !== this.#asked) return this.#next([part]);
    const save = (which: number) => (): void => {
      this.#push(Op.Save, which);
    };
    this.#next([save(0), part, save(1)]);
  }

  /** Puts tasks before those that are waiting. */
  #next(tasks: readonly Task[]): void {
    for (let at = tasks.length - 1; at >= 0; at--) this.#tasks.push(tasks[at]!);
  }

  #addChoice(parts: readonly PatternNode[]): void {
    const jumps: number[] = [];
    const tasks: Task[] = [];
    for (const part of parts.slice(0, -1)) {
      let split = 0;
      tasks.push(() => split = this.#push(Op.Split, 0), part, () => {
        jumps.push(this.#push(Op.Jump, 0));
        this.#args[split] = this.#ops.length;
      });
    }
    tasks.push(parts.at(-1)!, () => this.#pointHere(jumps));
    this.#next(tasks);
  }

  /** `x{1,3}` becomes `x(x(x)?)?`: each of the last two is optional. */
  #addRepeat({ part, min, max, lazy }: RepeatNode): void {
    if (min + (max === Infinity ? 1 : max - min) > this.#limit) throw tooLarge();
    // What a group matched in one iteration does not carry over to the next.
    const forget = (): void => {
      this.#push(Op.Forget, 0);
    };
    const once: Task[] = this.#asked !== undefined && hasGroup(part, this.#asked) ? [forget, part] : [part];
    const tasks: Task[] = Array.from({ length: min }, () => once).flat();
    const splits: number[] = [];
    const split = (): void => {
      splits.push(this.#push(this.#asked !== undefined && lazy ? Op.SplitLater : Op.Split, 0));
    };
    if (max === Infinity) tasks.push(split, ...once, () => this.#push(Op.Jump, splits[0]!));
    else for (let count = min; count < max; count++) tasks.push(split, ...once);
    tasks.push(() => this.#pointHere(splits));
    this.#next(tasks);
  }

  #pointHere(steps: readonly number[]): void {
    for (const step of steps) this.#args[step] = this.#ops.length;
  }

  #push(op: number, arg: number): number {
    if (this.#ops.length >= this.#limit) throw tooLarge();
    this.#ops.push(op);
    this.#args.push(arg);
    return this.#ops.length - 1;
  }

  #assertion({ assertion, negated, atom }: AssertNode): number {
    const key = `${assertion} ${negated} ${atom}`;
    let number = this.#assertionNumbers.get(key);
    if (number === undefined) {
      let bit = 0;
      if (atom >= 0) {
        let at = this.#looked.indexOf(atom);
        if (at < 0) at = this.#looked.push(atom) - 1;
        if (at >= MAX_LOOKED_AT) throw tooManyAssertions();
        bit = 1 << at;
      }
      this.#assertionNumbers.set(key, number = this.#assertions.push({ assertion, negated, bit }) - 1);
    }
    return number;
  }
}

/** Whether a part contains a group. */
function hasGroup(node: PatternNode, number: number): boolean {
  switch (node.kind) {
    case "group":
      return node.number === number || hasGroup(node.part, number);
    case "repeat":
      return hasGroup(node.part, number);
    case "sequence":
    case "choice":
      return node.parts.some((each) => hasGroup(each, number));
    default:
      return false;
  }
}

function tooManyAssertions(): PatternError {
  return new PatternError(`Lookarounds test more than ${MAX_LOOKED_AT} different characters`, {
    start: 0,
    end: Infinity,
    suggestion: "write several conditions",
    isRefused: true,
  });
}

function tooLarge(): PatternError {
  return new PatternError(
    `Regular expression is too large: written out it has more than ${
      limitFigure(QUERY_LIMITS.patternParts)
    } parts`,
    {
      start: 0,
      end: Infinity,
      suggestion: "repeat less, or write several conditions",
      isRefused: true,
    },
  );
}
