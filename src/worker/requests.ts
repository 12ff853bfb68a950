/**
 * What the library asks of its worker, and what the worker asks of the library.
 * @module
 */

import type { LoadProgress, OpenOptions } from "../library/open_options.ts";
import type { OutputOptions } from "../library/output.ts";
import type { Quarry, QueryOptions } from "../library/quarry.ts";
import type { Result } from "../library/result.ts";

/** An input on its way: what can be sent is, and what can only be read where it is has a number. */
export type SentInput =
  | { readonly is: "sent"; readonly input: unknown }
  | { readonly is: "url"; readonly href: string }
  | { readonly is: "file"; readonly blob: Blob; readonly name: string }
  | { readonly is: "read"; readonly number: number; readonly bytes?: number };

/** One input, or several by name. */
export type SentInputs = {
  readonly one?: SentInput;
  readonly several?: readonly (readonly [string, SentInput])[];
};

/** Options of opening without what stays with the caller; `progress` is the number of its listener. */
export type SentOptions = Omit<OpenOptions, "signal" | "onProgress"> & { readonly progress?: number };

/** Calls that give data. */
export type PlainCall =
  | "check"
  | "complete"
  | "explain"
  | "export"
  | "headline"
  | "problems"
  | "reload"
  | "remove"
  | "schema"
  | "tables";

/** What can be read of a result at once. */
export type ResultCall = "value" | "column" | "nulls" | "toText" | "toBytes" | "display";

/** What a worker is asked. */
export type WorkerRequest =
  | { readonly call: "open"; readonly inputs: SentInputs; readonly options: SentOptions }
  | { readonly call: "add"; readonly input: SentInput; readonly options: SentOptions }
  | { readonly call: "query"; readonly text: string; readonly options: Omit<QueryOptions, "signal"> }
  | { readonly call: "memoryUsed" | "close" }
  | { readonly call: PlainCall; readonly args: readonly unknown[] }
  | { readonly call: "rows" | "release"; readonly result: number }
  | {
    readonly call: "stream";
    readonly result: number;
    readonly name: string;
    readonly options: OutputOptions;
  }
  | { readonly call: ResultCall; readonly result: number; readonly args: readonly unknown[] };

/** What a worker asks: the bytes of an input, or that a listener hears how far loading is. */
export type LibraryRequest =
  | { readonly call: "read"; readonly number: number }
  | { readonly call: "progress"; readonly number: number; readonly progress: LoadProgress };

/** What the caller knows about the open traces, after each call that changes them. */
export type SentState = Pick<Quarry, "traces" | "warnings">;

/** A result without its rows. */
export interface SentResult
  extends Pick<Result, "columns" | "rowCount" | "warnings" | "verdicts" | "leftOut" | "milliseconds"> {
  /** How it is called in requests. */
  readonly result: number;
}
