/**
 * What a tool is: a name, what it takes, and what it does.
 * @module
 */

import type { Answer } from "./answers.ts";
import type { Desk } from "./desk.ts";
import type { Parameter, Schema } from "./shape.ts";

/** Values of parameters that fit the schema. */
export interface Given {
  /** A text; undefined where it is not given. */
  text(name: string): string | undefined;
  /** A number; undefined where it is not given. */
  number(name: string): number | undefined;
}

/** Something that a client can have done. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** When to use it, and what it gives. */
  readonly description: string;
  readonly parameters: Readonly<Record<string, Parameter>>;
  /** Names of those that must be given. */
  readonly required: readonly string[];
  /** What is in the structured part of its answer; absent where it answers with text only. */
  readonly gives?: Schema;
  run(desk: Desk, given: Given, signal: AbortSignal): Answer | Promise<Answer>;
}

/** What to do first. */
export const NO_TRACE =
  'No trace is open: name a file with "trace" of run_query, or open it with open_trace; list_files lists what can be opened';

/** The parameter that names an open trace. */
export const TRACE: Parameter = {
  type: "string",
  description: "Name of an open trace; all open traces by default",
};

/** The parameter with a query. */
export const QUERY: Parameter = {
  type: "string",
  description: "A query in Quarry's language, such as: leaks | by func | top 5 by bytes",
};
