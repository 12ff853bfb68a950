/**
 * Writes results as text and in the formats of other programs: everything that `--mode` and `--to` offer.
 * @module
 */

import { didYouMean } from "../base/did_you_mean.ts";
import { UsageError } from "../base/errors.ts";
import type { ResultTable } from "../base/result_table.ts";
import { runScript } from "../engine/run_script.ts";
import type { Session } from "../engine/session.ts";
import { type ByteSink, type Compression, COMPRESSIONS, type ResultExporter } from "../export/exporter.ts";
import { profileQuery } from "../export/profile_query.ts";
import { exporters } from "../export/registry.ts";
import type { SampleWeight } from "../export/sample_set.ts";
import { ISOLATED_QUERY } from "../export/isolated_query.ts";
import { weightNamed, writeRows } from "../export/write_rows.ts";
import { renderers } from "../render/registry.ts";
import { PLAIN_OPTIONS, type Renderer } from "../render/renderer.ts";
import { tableAsDisplayed } from "../render/short_names.ts";

/**
 * Options for writing a result.
 *
 * ```ts
 * import { type OutputOptions, Quarry } from "@quarry/quarry";
 *
 * await using quarry = await Quarry.open("testdata/mpatrol/wordfreq-le64/trace.mtrc");
 * const options: OutputOptions = { header: false };
 * const csv = await (await quarry.query("leaks | count")).toCsv(options);
 * if (csv.trim() !== "26") throw new Error(csv);
 * ```
 */
export interface OutputOptions {
  /** Maximum width of a box or a plot, in characters; unlimited by default. */
  readonly width?: number;
  /** Whether column names come first, in formats where they are optional. True by default. */
  readonly header?: boolean;
  /** JSON: writes 64-bit numbers as numbers even if a double rounds them, instead of as texts. */
  readonly jsonNumbers?: boolean;
  /** Name or unit of the weight to show first in a profile: `bytes`, `count`. */
  readonly weight?: string;
  /** Folded stacks: one level per call of a recursion. By default, a function that calls itself is one level. */
  readonly unfolded?: boolean;
  /** Parquet: the compression of pages, `zstd` by default (`snappy` in browsers). */
  readonly compression?: "zstd" | "snappy" | "none";
}

/** The rows to write, with their session. */
export interface OutputRows {
  readonly session: Session;
  readonly table: ResultTable;
  /** The query of the result. */
  readonly query: string;
}

/** File formats for rows. A dataset is not among them, since it stores files, one trace at a time. */
const OF_ROWS = exporters.filter((each) => each.takes !== "traces" && each.takes !== "files");

/** Names of all formats in which a result can be written. */
export function outputNames(): string[] {
  return [...new Set([...renderers, ...OF_ROWS].map(({ name }) => name))];
}

/**
 * The output with this name. A file format takes precedence over a mode with the same name, which writes the
 * same bytes.
 */
function outputNamed(name: string): ResultExporter | Renderer {
  const found = OF_ROWS.find((each) => each.name === name) ?? renderers.find((each) => each.name === name);
  if (found) return found;
  throw unknownOutput(name, outputNames());
}

function unknownOutput(name: string, names: readonly string[]): UsageError {
  const near = didYouMean(name, names);
  return new UsageError(
    `Unknown output "${name}": ${near ? `did you mean ${near}?` : `use one of ${names.join(", ")}`}`,
    "unknown-output",
  );
}

/** True for binary outputs. */
export function isBinary(name: string): boolean {
  const output = outputNamed(name);
  return "binary" in output && output.binary;
}

/** Writes rows in the format with this name. */
export async function writeRowsAs(
  name: string,
  rows: OutputRows,
  sink: ByteSink,
  options: OutputOptions,
): Promise<void> {
  const output = outputNamed(name);
  if ("render" in output) {
    const { width, header = true, jsonNumbers = false } = options;
    await output.render(tableAsDisplayed(rows.table, undefined, output), async (text) => await sink(text), {
      ...PLAIN_OPTIONS,
      header,
      jsonNumbers,
      ...(width === undefined ? {} : { width, screen: width }),
    });
  } else await writeRows(output, rows, writing(sink, options));
}

/** The selected compression. Throws `UsageError`. */
function knownCompression(name: OutputOptions["compression"]): Compression | undefined {
  if (name === undefined || COMPRESSIONS.includes(name)) return name;
  throw new UsageError(
    `Option "compression" must be one of ${COMPRESSIONS.join(", ")}, not "${name}"`,
    "bad-option",
  );
}

/** Adapts rows to the writer of a format. */
function writing(
  sink: ByteSink,
  { header = true, jsonNumbers = false, weight, unfolded = false, compression }: OutputOptions,
): Parameters<typeof writeRows>[2] {
  return {
    sink,
    rows: { decimal: false, header, jsonNumbers, compression: knownCompression(compression) },
    weightAt: (weights, first) => weightAt(weights, weight ?? first),
    paths: { isUnfolded: unfolded },
  };
}

/** Writes the open traces, or the profile of their formats, as the output format requires. */
export async function writeTracesAs(
  name: string,
  session: Session,
  sink: ByteSink,
  options: OutputOptions,
): Promise<void> {
  const exporter = exporters.find((each) => each.name === name);
  if (exporter?.takes === "traces") return await exporter.write(session, sink, () => {});
  if (exporter?.takes !== "samples") {
    const names = exporters.filter(({ takes }) => takes === "traces" || takes === "samples");
    throw unknownOutput(name, names.map((each) => each.name));
  }
  const profile = profileQuery(session.traces.map(({ trace }) => trace), name);
  const { query } = profile;
  await runScript(session, query, {
    rows: ({ table }) => writeRows(exporter, { session, table, query, profile }, writing(sink, options)),
  }, ISOLATED_QUERY);
}

function weightAt(weights: readonly SampleWeight[], wanted: string): number {
  const at = weightNamed(weights, wanted);
  if (at >= 0) return at;
  throw new UsageError(
    `Unknown weight "${wanted}": the weights are ${weights.map(({ name }) => name).join(", ")}`,
    "unknown-weight",
  );
}

/** Collects all output in one array. */
export async function collectOutput(
  write: (sink: ByteSink) => Promise<void>,
): Promise<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const pieces: BlobPart[] = [];
  await write((piece) => {
    // The piece is copied because the writer may reuse it.
    pieces.push(typeof piece === "string" ? encoder.encode(piece) : piece.slice());
    return Promise.resolve();
  });
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

/** A stream of the output; the writer waits for the reader. */
export function streamed(write: (sink: ByteSink) => Promise<void>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
  const writer = writable.getWriter();
  const work = async (): Promise<void> => {
    try {
      await write(async (piece) => {
        await writer.ready;
        await writer.write(typeof piece === "string" ? encoder.encode(piece) : piece.slice());
      });
      await writer.close();
    } catch (error) {
      await writer.abort(error).catch(() => {});
    }
  };
  void work();
  return readable;
}
