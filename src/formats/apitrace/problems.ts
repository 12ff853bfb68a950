/**
 * Reports what was wrong with a stream, as rows of `problems`.
 * @module
 */

import { countOf } from "../../base/amount_text.ts";
import type { Problem, ProblemSeverity, TraceSink } from "../../events/trace_sink.ts";
import * as S from "./kernel/state.ts";
import type { PassEnd, StreamKernel, UndeclaredArgument } from "./stream_kernel.ts";

interface PassCounts {
  /** Number of leave events without a call. */
  readonly stray: number;
  /** Number of calls that never returned. */
  readonly incomplete: number;
  /** Number of completed calls. */
  readonly record: number;
}

const FAILURES: Readonly<Record<number, readonly [string, string]>> = {
  [S.BAD_EVENT]: ["unknown-event", "Unknown event"],
  [S.BAD_DETAIL]: ["unknown-detail", "Unknown call detail"],
  [S.BAD_VALUE]: ["unknown-value", "Unknown kind of value"],
  [S.BAD_ENUM]: ["bad-enumeration", "Enumeration with a value that is not an integer, of kind"],
  [S.BAD_FRAME]: ["unknown-frame-part", "Unknown part of a stack frame"],
};
const TOO_MANY: Readonly<Record<number, readonly [string, string]>> = {
  [S.MANY_OPEN]: ["too-many-open-calls", "More calls are open at once than any program has"],
  [S.MANY_THREADS]: ["too-many-threads", "More threads make calls than any program has"],
  [S.MANY_SIGNATURES]: ["too-many-signatures", "More names are defined than a stream of this length can use"],
};
const KEPT = "kept the calls before it";

/** Reports how a pass over a stream ended. */
export function reportEnd(sink: TraceSink, end: PassEnd, counts: PassCounts): void {
  const { record, incomplete, stray } = counts;
  const say = (severity: ProblemSeverity, code: string, message: string, handling: string): void =>
    sink.problem({ severity, code, offset: end.offset, record, message, handling });
  if (end.how === "failed") {
    const failure = FAILURES[end.code];
    const many = TOO_MANY[end.code] ?? ["event-too-long", "An event that would be longer than 1 GiB"];
    const [code, what] = failure ?? many;
    say("error", code, failure ? `${what} ${end.byte}` : what, KEPT);
  } else if (end.cutBytes > 0) {
    say("warning", "cut-record", `The stream ends inside an event, after ${end.cutBytes} bytes of it`, KEPT);
  }
  if (incomplete > 0) {
    const handling = "shown last, with the arguments of their enter events";
    say("note", "incomplete-calls", `${countOf(incomplete, "call")} never returned`, handling);
  }
  if (stray > 0) {
    const message = `${stray} leave events of calls that are unknown or had returned before`;
    say("warning", "stray-leave", message, "ignored");
  }
}

/** Maximum number of problems reported in full; further ones are only counted. */
const MOST_REPORTED = 1000;

/**
 * Reports odd arguments and backtraces of calls. An event that is split between two windows is walked again,
 * so offsets that were already reported are skipped.
 */
export class CallOddities {
  readonly #sink: TraceSink;
  readonly #kernel: () => StreamKernel;
  #last = -1;
  #undeclared = 0;
  #more: Problem | undefined;
  /** KIND_* bits of arguments that their functions do not declare. */
  kinds = 0;

  /** `kernel` is a function because the kernel is created only after this object. */
  constructor(sink: TraceSink, kernel: () => StreamKernel) {
    this.#sink = sink;
    this.#kernel = kernel;
  }

  /** Reports an argument that its function does not declare. */
  undeclared({ record, number, offset, kinds }: UndeclaredArgument): void {
    this.kinds |= kinds;
    if (!this.#isNew(offset)) return;
    if (++this.#undeclared > MOST_REPORTED && this.#more) return this.#sink.problem(this.#more);
    const kernel = this.#kernel();
    const { name = "", names = [] } = kernel.signatures.of(record) ?? {};
    this.#more = {
      severity: "warning",
      code: "undeclared-argument",
      offset,
      record: kernel.get(S.COMPLETED) + 1,
      message: `A call of "${name}" has an argument ${number()}, and the function declares ${names.length}`,
      handling: "shown without a name, after the others",
    };
    this.#sink.problem(this.#more);
  }

  /** Reports a backtrace with more frames than are kept. */
  longBacktrace(frames: number, offset: number): void {
    if (!this.#isNew(offset)) return;
    this.#sink.problem({
      severity: "warning",
      code: "long-backtrace",
      offset,
      record: this.#kernel().get(S.COMPLETED) + 1,
      message: `A backtrace has ${frames} frames`,
      handling: `kept the innermost ${S.MOST_FRAMES}`,
    });
  }

  #isNew(offset: number): boolean {
    const isNew = offset > this.#last;
    if (isNew) this.#last = offset;
    return isNew;
  }
}

/** Reports objects beyond the limit. */
export function reportLeftOut(
  sink: TraceSink,
  left: { readonly no: number; readonly offset: number; readonly count: number } | undefined,
): void {
  if (!left) return;
  sink.problem({
    severity: "error",
    code: "too-many-objects",
    offset: left.offset,
    record: left.no,
    message:
      `${left.count} more objects than a stream of this length can use, the first created by call ${left.no}`,
    handling: "kept their calls, not the objects",
  });
}
