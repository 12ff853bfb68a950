/**
 * The errors that leave a room. What a caller needs is a field, so that no message has to be parsed.
 * @module
 */

import type { Diagnostic } from "./diagnostic.ts";

/** Where and in which format the bytes stopped making sense. */
export interface FormatErrorPlace {
  /** Name of the format or container whose reader gave up. */
  readonly format: string;
  /** Byte offset in the (decompressed) stream. */
  readonly offset: number;
}

/** Bytes that cannot be read at all. Damage that costs only records is a row in `problems` instead. */
export class FormatError extends SyntaxError {
  /** Tells this error from others without `instanceof`. */
  override readonly name: string = "FormatError";
  /** Name of the format or container whose reader gave up. */
  readonly format: string;
  /** Byte offset in the (decompressed) stream. */
  readonly offset: number;

  /** Says what was attempted, what was found, and where. */
  constructor(message: string, place: FormatErrorPlace) {
    super(message);
    this.format = place.format;
    this.offset = place.offset;
  }
}

/** A script that does not parse, does not type-check, or failed while running. */
export class QueryError extends Error {
  /** Tells this error from others without `instanceof`. */
  override readonly name: string = "QueryError";
  /** Every mistake that was found, in source order. */
  readonly diagnostics: readonly Diagnostic[];
  /** The script the spans point into. */
  readonly source: string;
  /** True when the script was sound and the failure came from the data. */
  readonly atRunTime: boolean;

  /** Takes its message from the first diagnostic. */
  constructor(diagnostics: readonly Diagnostic[], source: string, atRunTime = false) {
    super(diagnostics[0]?.message ?? "Query failed");
    this.diagnostics = diagnostics;
    this.source = source;
    this.atRunTime = atRunTime;
  }
}

/** The program was called in a way it does not understand. */
export class UsageError extends Error {
  /** Tells this error from others without `instanceof`. */
  override readonly name: string = "UsageError";
}

/** Why an input could not be opened or read. */
export type InputTrouble = "missing" | "directory" | "denied" | "empty" | "failed";

/** A file that cannot be opened or read, before anything was asked of its bytes. */
export class InputError extends Error {
  /** Tells this error from others without `instanceof`. */
  override readonly name: string = "InputError";
  /** The path as it was given. */
  readonly path: string;
  /** What is the matter. */
  readonly trouble: InputTrouble;

  /** Says what was attempted and what was found. */
  constructor(message: string, path: string, trouble: InputTrouble) {
    super(message);
    this.path = path;
    this.trouble = trouble;
  }
}
