/**
 * Errors of outputs. The exit code is 1 for all outputs, or 0 if the reader of a pipe has left.
 * @module
 */

import type { OutputRuleName } from "./rules.ts";

/** The reader of the pipe has closed it: stop without an error. */
export class BrokenPipeError extends Error {
  override readonly name: string = "BrokenPipeError";
}

/** An output must not or cannot be written, for instance on a full disk. */
export class OutputError extends Error {
  override readonly name: string = "OutputError";
  /** The rule that forbids the output; absent if the system refused it. */
  readonly rule: OutputRuleName | undefined;

  /** Takes a message with the attempt and its failure. */
  constructor(message: string, rule?: OutputRuleName) {
    super(message);
    this.rule = rule;
  }
}
