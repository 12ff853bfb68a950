/**
 * The interface of a tool: its name, parameters and action.
 * @module
 */

import type { Answer } from "./answers.ts";
import type { OpenTraceList } from "./open_trace_list.ts";
import type { JsonSchema, Parameter } from "./json_schema.ts";

/** Arguments that have been checked against the schema. */
export interface CheckedArguments {
  /** Returns a text argument; undefined if not given. */
  text(name: string): string | undefined;
  /** Returns a number argument; undefined if not given. */
  number(name: string): number | undefined;
}

/** A tool that a client can call. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** When to use it, and what it returns. */
  readonly description: string;
  readonly parameters: Readonly<Record<string, Parameter>>;
  /** Names of the required parameters. */
  readonly required: readonly string[];
  /** Schema of the structured part of its answer; absent if it answers with text only. */
  readonly gives?: JsonSchema;
  run(desk: OpenTraceList, given: CheckedArguments, signal: AbortSignal): Answer | Promise<Answer>;
}

/** The answer when no trace is open. */
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
