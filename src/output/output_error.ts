/**
 * What can go wrong with an output. The exit code is the same for all outputs: 1, or 0 for a reader who has left.
 * @module
 */

import type { OutputRuleName } from "./rules.ts";

/** The reader of the pipe is gone: stop without an error. */
export class BrokenPipeError extends Error {
  override readonly name: string = "BrokenPipeError";
}

/** An output that must not be written, or cannot be: a full disk, for instance. */
export class OutputError extends Error {
  override readonly name: string = "OutputError";
  /** The rule by which it was refused; absent when the system has refused it. */
  readonly rule: OutputRuleName | undefined;

  /** Takes a message that says what was attempted and what was found. */
  constructor(message: string, rule?: OutputRuleName) {
    super(message);
    this.rule = rule;
  }
}
