/**
 * The requests of the library to its worker, and of the worker to the library.
 * @module
 */

import type { LoadProgress, OpenOptions } from "../library/open_options.ts";
import type { OutputOptions } from "../library/output.ts";
import type { Quarry, QueryOptions } from "../library/quarry.ts";
import type { Result } from "../library/result.ts";

/**
 * An input in a message: its data if that can be sent, otherwise a number with which the worker requests the
 * bytes.
 */
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

/** Options for opening, without those that the caller handles; `progress` is the number of the listener. */
export type SentOptions = Omit<OpenOptions, "signal" | "onProgress"> & { readonly progress?: number };

/** Calls that return plain data. */
export type PlainDataCall =
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

/** Calls that read all data of a result at once. */
export type ResultCall = "value" | "column" | "nulls" | "toText" | "toBytes" | "display";

/** Requests to the worker. */
export type WorkerRequest =
  | { readonly call: "open"; readonly inputs: SentInputs; readonly options: SentOptions }
  | { readonly call: "add"; readonly input: SentInput; readonly options: SentOptions }
  | { readonly call: "query"; readonly text: string; readonly options: Omit<QueryOptions, "signal"> }
  | { readonly call: "memoryUsed" | "close" }
  | { readonly call: PlainDataCall; readonly args: readonly unknown[] }
  | { readonly call: "rows" | "release"; readonly result: number }
  | {
    readonly call: "stream";
    readonly result: number;
    readonly name: string;
    readonly options: OutputOptions;
  }
  | { readonly call: ResultCall; readonly result: number; readonly args: readonly unknown[] };

/** Requests of the worker: for the bytes of an input, or to report progress to a listener. */
export type LibraryRequest =
  | { readonly call: "read"; readonly number: number }
  | { readonly call: "progress"; readonly number: number; readonly progress: LoadProgress };

/** The state of the open traces, sent after each call that may change it. */
export type SentState = Pick<Quarry, "traces" | "warnings">;

/** A result without its rows. */
export interface SentResult
  extends Pick<Result, "columns" | "rowCount" | "warnings" | "verdicts" | "leftOut" | "milliseconds"> {
  /** The number of the result in requests. */
  readonly result: number;
}
