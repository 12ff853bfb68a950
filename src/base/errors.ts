/**
 * Error classes that callers can catch. All details are fields, so that nobody has to parse messages.
 * @module
 */

import type { Diagnostic, Span } from "./diagnostic.ts";

/**
 * The format and the offset at which reading failed.
 *
 * ```ts
 * import { FormatError, type FormatErrorPlace } from "@quarry/quarry";
 *
 * const place: FormatErrorPlace = { format: "mtrc", offset: 4 };
 * const { offset } = new FormatError("Cannot read the header: found the end of the file", place);
 * console.log(offset);
 * ```
 */
export interface FormatErrorPlace {
  /** Name of the format or container whose reader failed. */
  readonly format: string;
  /** Byte offset in the (decompressed) stream. */
  readonly offset: number;
}

/**
 * Bytes that cannot be read at all. Damage that only loses records is reported as a row in `problems`
 * instead.
 *
 * ```ts
 * import { FormatError, Quarry } from "@quarry/quarry";
 *
 * const error = await Quarry.open(new Uint8Array([1, 2, 3])).catch((error) => error);
 * if (!(error instanceof FormatError) || error.code !== "unreadable") throw error;
 * ```
 */
export class FormatError extends SyntaxError {
  /** The name of the class, which identifies the error without `instanceof`. */
  override readonly name: string = "FormatError";
  /** Stable code of the error, for programs. */
  readonly code: string = "unreadable";
  /** Name of the format or container whose reader failed. */
  readonly format: string;
  /** Byte offset in the (decompressed) stream. */
  readonly offset: number;

  /** Creates an error; the message says what was attempted, and `place` where it failed. */
  constructor(message: string, place: FormatErrorPlace) {
    super(message);
    this.format = place.format;
    this.offset = place.offset;
  }
}

/**
 * An error for a script that does not parse, does not type-check, or fails while it runs.
 *
 * ```ts
 * import { Quarry, QueryError } from "@quarry/quarry";
 *
 * await using quarry = await Quarry.open("testdata/mpatrol/wordfreq-le64/trace.mtrc");
 * const error = await quarry.query("leaks | where adr = 3").catch((error) => error);
 * if (!(error instanceof QueryError)) throw error;
 * for (const { code, message, span } of error.diagnostics) console.log(code, message, span.start);
 * ```
 */
export class QueryError extends Error {
  /** The name of the class, which identifies the error without `instanceof`. */
  override readonly name: string = "QueryError";
  /** All errors that were found, in source order. */
  readonly diagnostics: readonly Diagnostic[];
  /** The script that the spans refer to. */
  readonly source: string;
  /** True if the script has no errors and the failure was caused by the data. */
  readonly atRunTime: boolean;

  /** Creates an error with the message of the first diagnostic. */
  constructor(diagnostics: readonly Diagnostic[], source: string, atRunTime = false) {
    super(diagnostics[0]?.message ?? "Query failed");
    this.diagnostics = diagnostics;
    this.source = source;
    this.atRunTime = atRunTime;
  }

  /** Code of the first error, such as `Q203`; `quarry help Q203` explains it. */
  get code(): string {
    return this.diagnostics[0]?.code ?? "query-failed";
  }

  /** Position of the first error in `source`. */
  get span(): Span | undefined {
    return this.diagnostics[0]?.span;
  }
}

/**
 * An error for invalid arguments of the program or the library.
 *
 * ```ts
 * import { Quarry, UsageError } from "@quarry/quarry";
 *
 * await using quarry = await Quarry.open({ run: "testdata/mpatrol/wordfreq-le64/trace.mtrc" });
 * const error = await quarry.add(new Uint8Array(0), { name: "run" }).catch((error) => error);
 * if (!(error instanceof UsageError) || error.code !== "name-taken") throw error;
 * ```
 */
export class UsageError extends Error {
  /** The name of the class, which identifies the error without `instanceof`. */
  override readonly name: string = "UsageError";
  /** Stable code of the error, for programs. */
  readonly code: string;

  /** Creates an error; the message says what was requested and what is possible. */
  constructor(message: string, code = "usage") {
    super(message);
    this.code = code;
  }
}

/**
 * The reason why an input could not be opened or read.
 *
 * ```ts
 * import { InputError, type InputTrouble, Quarry } from "@quarry/quarry";
 *
 * const error = await Quarry.open("no such file").catch((error) => error);
 * const trouble: InputTrouble | undefined = error instanceof InputError ? error.trouble : undefined;
 * if (trouble !== "missing") throw error;
 * ```
 */
export type InputTrouble = "missing" | "directory" | "denied" | "empty" | "failed";

/**
 * An error for a file or another input that cannot be opened or read.
 *
 * ```ts
 * import { InputError, Quarry } from "@quarry/quarry";
 *
 * const error = await Quarry.open("no such file").catch((error) => error);
 * if (!(error instanceof InputError) || error.code !== "missing") throw error;
 * ```
 */
export class InputError extends Error {
  /** The name of the class, which identifies the error without `instanceof`. */
  override readonly name: string = "InputError";
  /** The path as given by the caller. */
  readonly path: string;
  /** Why the file cannot be opened or read. */
  readonly trouble: InputTrouble;

  /** Creates an error; the message says what was attempted and what was found. */
  constructor(message: string, path: string, trouble: InputTrouble) {
    super(message);
    this.path = path;
    this.trouble = trouble;
  }

  /** Stable code of the error, like that of every error of the library; equal to `trouble`. */
  get code(): string {
    return this.trouble;
  }
}
