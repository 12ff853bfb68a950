/**
 * The error classes of the library, for code that only has to tell errors apart.
 *
 * ```ts
 * import { AssertionError, QueryError } from "@quarry/quarry/errors";
 *
 * const isOurs = (error: unknown): boolean => error instanceof AssertionError || error instanceof QueryError;
 * if (isOurs(new Error("another"))) throw new Error("That is another one");
 * ```
 *
 * @module
 */

export { AssertionError } from "./src/library/errors.ts";
export { FormatError, InputError, QueryError, UsageError } from "./src/base/errors.ts";
export type { FormatErrorPlace, InputTrouble } from "./src/base/errors.ts";
export type { Diagnostic, Fix, Severity, Span } from "./src/base/diagnostic.ts";
export type { Row } from "./src/library/row.ts";
export type { ResultValue } from "./src/base/result_table.ts";
export type { Verdict } from "./src/library/verdict.ts";
