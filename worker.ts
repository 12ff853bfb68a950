/**
 * The library in a worker, so that pages and servers stay responsive while it loads and computes. It has the methods of
 * the library, which all return promises.
 *
 * ```ts
 * import { Quarry } from "@quarry/quarry/worker";
 *
 * await using quarry = await Quarry.open("testdata/mpatrol/wordfreq-le64/trace.mtrc");
 * using leaks = await quarry.query("leaks | by file, line | top 3 by bytes");
 * for await (const { file, line, bytes } of leaks) console.log(`${file}:${line} leaks ${bytes} bytes`);
 * ```
 *
 * @module
 */

export { Quarry } from "./src/worker/quarry.ts";
export { Result } from "./src/worker/result.ts";
