/**
 * Quarry opens memory, API and coverage traces, holds them in an in-memory columnar index, and answers questions in a
 * small query language.
 *
 * ```ts
 * import { Session } from "./mod.ts";
 *
 * const session = new Session();
 * console.log(session.traces.length); // 0: nothing is open yet
 * ```
 *
 * @module
 */

export { FormatError, QueryError, UsageError } from "./src/base/errors.ts";
export type { FormatErrorPlace } from "./src/base/errors.ts";
export type { Diagnostic, Fix, Severity, Span } from "./src/base/diagnostic.ts";
export type { Display, ResultColumn, ResultTable, ResultType, ResultValue } from "./src/base/result_table.ts";
