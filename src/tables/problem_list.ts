/**
 * The problems of one trace, in an order that depends only on the file: not on threads, memory, or when rows
 * were packed.
 * @module
 */

import { TRACE_LIMITS } from "../base/limits/trace_limits.ts";
import type { Problem } from "../events/trace_sink.ts";

/** Maximum problems kept in full per code; further ones are only counted. */
const KEPT_PROBLEMS = TRACE_LIMITS.problems.most;

/**
 * The part of the program that found a problem. Each part finds problems in an order of its own, at times
 * that differ from run to run.
 */
export type ProblemFinder = "reader" | "pairing" | "container";

/** The problems that one finder has reported. */
class Found {
  readonly problems: Problem[] = [];
  /** Number of problems by code. */
  readonly counts = new Map<string, number>();

  add(problem: Problem): void {
    const count = (this.counts.get(problem.code) ?? 0) + 1;
    this.counts.set(problem.code, count);
    if (count <= KEPT_PROBLEMS) this.problems.push(problem);
  }

  withdraw(codes: ReadonlySet<string>): Problem | undefined {
    const [first] = this.problems.filter(({ code }) => codes.has(code));
    const kept = this.problems.filter(({ code }) => !codes.has(code));
    this.problems.splice(0, this.problems.length, ...kept);
    for (const code of codes) this.counts.delete(code);
    return first;
  }

  copyFrom({ problems, counts }: Found): void {
    this.problems.splice(0, this.problems.length, ...problems);
    this.counts.clear();
    for (const [code, count] of counts) this.counts.set(code, count);
  }
}

/** The problems of a trace and their number by code. */
interface OrderedProblems {
  /** Problems by their position in the file, the first thousand of each code. */
  readonly problems: readonly Problem[];
  readonly counts: ReadonlyMap<string, number>;
}

/** Collects the problems of one trace. */
export class ProblemList {
  readonly #found: Readonly<Record<ProblemFinder, Found>> = {
    reader: new Found(),
    pairing: new Found(),
    container: new Found(),
  };
  /** The list with everything that was withdrawn from this one. */
  #whole: ProblemList | undefined;

  /** The list as if nothing had been withdrawn. */
  get whole(): ProblemList {
    return this.#whole ?? this;
  }

  add(problem: Problem, finder: ProblemFinder): void {
    this.#found[finder].add(problem);
    this.#whole?.add(problem, finder);
  }

  /** Removes problems with these codes and returns the first of them. */
  withdraw(codes: ReadonlySet<string>): Problem | undefined {
    if (!this.#whole) {
      const whole = new ProblemList();
      whole.copyFrom(this);
      this.#whole = whole;
    }
    const { reader, pairing, container } = this.#found;
    const [first] = [reader, pairing, container].map((each) => each.withdraw(codes)).filter((each) => each);
    return first;
  }

  /** Replaces the problems by those of another list, from which nothing was withdrawn. */
  copyFrom(other: ProblemList): void {
    this.#whole = undefined;
    for (const finder of Object.keys(this.#found) as ProblemFinder[]) {
      this.#found[finder].copyFrom(other.#found[finder]);
    }
  }

  /**
   * The problems in file order, those without an offset last; at the same offset, problems found by the
   * reader come first. Problems of containers come last, because their offsets refer to another stream.
   */
  inOrder(): OrderedProblems {
    const { reader, pairing, container } = this.#found;
    const found = [...reader.problems, ...pairing.problems]
      .sort((left, right) => placeOf(left) - placeOf(right) || 0);
    const ordered = new Found();
    for (const each of [...found, ...container.problems]) ordered.add(each);
    for (const code of ordered.counts.keys()) {
      const sum = [reader, pairing, container].reduce((all, { counts }) => all + (counts.get(code) ?? 0), 0);
      ordered.counts.set(code, sum);
    }
    return ordered;
  }
}

/** A number that is larger for problems later in the file. */
function placeOf({ offset }: Problem): number {
  return offset < 0 ? Infinity : offset;
}
