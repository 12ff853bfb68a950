/**
 * The formats that Quarry reads, and which of them a file is in.
 *
 * ```ts
 * import { detectFormat, formats } from "@quarry/quarry/formats";
 *
 * console.log(formats.map(({ name }) => name).join(", "));
 * const bytes = await Deno.readFile("testdata/mpatrol/wordfreq-le64/trace.mtrc");
 * console.log((await detectFormat(bytes))?.format.summary);
 * ```
 *
 * @module
 */

export { type DetectedFormat, detectFormat, formats, type TraceFormat } from "./src/library/formats.ts";
