/**
 * Quarry opens memory, API and coverage traces, holds them in an in-memory columnar index, and answers questions in a
 * small query language.
 *
 * ```ts
 * import { Quarry } from "./mod.ts";
 *
 * const quarry = new Quarry();
 * await quarry.open(await Deno.readFile("testdata/mpatrol/wordfreq-le64/trace.mtrc"));
 * const table = await quarry.query("leaks | by file, line | top 3 by bytes");
 * console.log(table.columns.map((column) => column.name));
 * ```
 *
 * @module
 */

export { Quarry } from "./src/engine/quarry.ts";
export type { OpenOptions } from "./src/engine/quarry.ts";
export { FormatError, QueryError, UsageError } from "./src/base/errors.ts";
export type { FormatErrorPlace } from "./src/base/errors.ts";
export type { Diagnostic, Fix, Severity, Span } from "./src/base/diagnostic.ts";
export type { Display, ResultColumn, ResultTable, ResultType, ResultValue } from "./src/base/result_table.ts";
