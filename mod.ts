/**
 * Quarry opens memory, API and coverage traces, keeps them in a columnar index in memory, and runs queries in a small
 * query language.
 *
 * ```ts
 * import { Quarry } from "@quarry/quarry";
 *
 * await using quarry = await Quarry.open("testdata/mpatrol/wordfreq-le64/trace.mtrc");
 * const result = await quarry.query("leaks | by file, line | top 3 by bytes");
 * for await (const { file, line, bytes } of result) console.log(`${file}:${line} leaks ${bytes} bytes`);
 * ```
 *
 * @module
 */

export { type Params, type ParamValue } from "./src/library/params.ts";
export { Quarry, type QueryOptions, type TraceProblem } from "./src/library/quarry.ts";
export type { HeadlineSides } from "./src/headline/headline_about.ts";
export type { CurvePoint, Headline, HeadlinePicture, HeadlineRow } from "./src/headline/headline.ts";
export type { HeadlineLine, Tone } from "./src/formats/headline_question.ts";
export { Result } from "./src/library/result.ts";
export type { ColumnArrays } from "./src/library/column_values.ts";
export { AssertionError } from "./src/library/errors.ts";
export type { TraceInput } from "./src/library/input_kinds.ts";
export type { AddOptions, LoadProgress, OpenOptions } from "./src/library/open_options.ts";
export type { FileChange } from "./src/ingest/file_change.ts";
export type { Reloaded } from "./src/engine/reload.ts";
export type { OutputOptions } from "./src/library/output.ts";
export type { Row } from "./src/library/row.ts";
export type { ColumnInfo, TableInfo } from "./src/library/schema.ts";
export type { LeftOut } from "./src/base/left_out.ts";
export type { Verdict } from "./src/library/verdict.ts";
export { FormatError, InputError, QueryError, UsageError } from "./src/base/errors.ts";
export type { FormatErrorPlace, InputTrouble } from "./src/base/errors.ts";
export type { Completion, CompletionItem, CompletionKind } from "./src/assist/answers.ts";
export type { Diagnostic, Fix, Severity, Span } from "./src/base/diagnostic.ts";
export type { Display, ResultColumn, ResultTable, ResultType, ResultValue } from "./src/base/result_table.ts";
export type { Problem, ProblemSeverity } from "./src/events/trace_sink.ts";
