/**
 * The trace formats, for callers that need to know a file's format before they open it.
 * @module
 */

import { sourceOf } from "../bytes/byte_source.ts";
import { unwrap } from "../containers/unwrap.ts";
import type { Format } from "../formats/format.ts";
import { formats as registry } from "../formats/registry.ts";
import { detect } from "../ingest/load.ts";

/**
 * A trace format.
 *
 * ```ts
 * import { formats, type TraceFormat } from "@quarry/quarry/formats";
 *
 * const format: TraceFormat | undefined = formats.find(({ name }) => name === "mtrc");
 * console.log(format?.summary, format?.tables, format?.firstQueries[0]?.query);
 * ```
 */
export interface TraceFormat {
  /** Name, as in the option `format` of `Quarry.open`. */
  readonly name: string;
  /** Summary in one line. */
  readonly summary: string;
  /** Tables that its traces have, in addition to `tags`, `problems` and `traces`. */
  readonly tables: readonly string[];
  /** Suggested queries, best first. */
  readonly firstQueries: readonly { readonly query: string; readonly answers: string }[];
}

/**
 * The format and the containers of a file, detected from its first bytes.
 *
 * ```ts
 * import { type DetectedFormat, detectFormat } from "@quarry/quarry/formats";
 *
 * const bytes = await Deno.readFile("testdata/heaptrack/heaptrack.wordfreq.zst");
 * const found: DetectedFormat | undefined = await detectFormat(bytes);
 * if (found?.containers[0] !== "zstd") throw new Error("heaptrack compresses with zstd");
 * ```
 */
export interface DetectedFormat {
  /** The format of the trace. */
  readonly format: TraceFormat;
  /** Names of the containers around it, outermost first, such as `gzip`. */
  readonly containers: readonly string[];
}

/**
 * Every format that Quarry reads.
 *
 * ```ts
 * import { formats } from "@quarry/quarry/formats";
 *
 * for (const { name, summary } of formats) console.log(name, summary);
 * ```
 */
export const formats: readonly TraceFormat[] = registry.map(described);

/**
 * Detects the format of a file from its first bytes; a few thousand are enough. Returns undefined if it is not a trace.
 *
 * ```ts
 * import { detectFormat } from "@quarry/quarry/formats";
 *
 * const found = await detectFormat(await Deno.readFile("testdata/mpatrol/wordfreq-le64/trace.mtrc"));
 * if (found?.format.name !== "mtrc") throw new Error("It is a trace of mpatrol");
 * ```
 */
export async function detectFormat(head: Uint8Array): Promise<DetectedFormat | undefined> {
  const { source, head: inner, containers } = await unwrap(
    sourceOf(head),
    (bytes) => detect(bytes) !== undefined,
  );
  source.close();
  const found = detect(inner);
  return found && { format: described(found), containers };
}

function described({ name, summary, tables, firstQueries }: Format): TraceFormat {
  return {
    name,
    summary,
    tables,
    firstQueries: firstQueries.map(({ query, answers }) => ({ query, answers })),
  };
}
