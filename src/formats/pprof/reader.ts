/**
 * Reads a pprof profile or a text heap profile into a model, then writes the tables.
 * @module
 */

import { FormatError } from "../../base/errors.ts";
import type { ByteWindow } from "../../bytes/byte_window.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import { type ReadOptions, SNIFF_BYTES } from "../format.ts";
import { FORMAT_NAME, syntaxOf } from "./header.ts";
import { MessageReader } from "./message_reader.ts";
import { ProfileModel } from "./profile_model.ts";
import { ProfileReport } from "./report.ts";
import { HEAP_TYPES, type TextHead, TextReader } from "./text_reader.ts";
import { type NamedType, writeTables } from "./write_tables.ts";

const DECODER = new TextDecoder();

/** Reads a complete file into the sink. */
export async function readPprof(window: ByteWindow, sink: TraceSink, options: ReadOptions): Promise<void> {
  await window.need(SNIFF_BYTES);
  const { bytes, at, end } = window;
  const syntax = syntaxOf(bytes.subarray(at, Math.min(end, at + SNIFF_BYTES)));
  const model = new ProfileModel(sink.arena);
  try {
    if (syntax === "heap-text" || syntax === "jemalloc") {
      await readText(window, sink, options, model, syntax === "jemalloc");
    } else await readMessage(window, sink, options, model);
  } finally {
    model.samples.close();
  }
}

function describe(sink: TraceSink, version: string): void {
  sink.describe({ format: FORMAT_NAME, version, wordBits: 0, byteOrder: "none", mainTable: "profile" });
}

async function readMessage(
  window: ByteWindow,
  sink: TraceSink,
  options: ReadOptions,
  model: ProfileModel,
): Promise<void> {
  const report = new ProfileReport(sink);
  const text = (bytes: Uint8Array, from: number, to: number): number => textIn(sink, bytes, from, to);
  const reader = new MessageReader(sink.arena, model, report, text);
  const { offset } = window;
  await reader.read(window, options);
  reader.close();
  if (model.types.length === 0 && model.samples.count === 0) {
    throw new FormatError("Cannot read the profile: it has no samples", { format: FORMAT_NAME, offset });
  }
  describe(sink, "profile.proto");
  const { facts } = reader;
  const textOf = (number: number): string => {
    const code = model.texts[number] ?? 0;
    return code === 0 ? "" : sink.strings.text(code);
  };
  const tags: readonly (readonly [string, string])[] = [
    ["time_nanos", facts.timeNanos === 0n ? "" : String(facts.timeNanos)],
    ["duration_nanos", facts.durationNanos === 0n ? "" : String(facts.durationNanos)],
    ["period", facts.period === 0n ? "" : String(facts.period)],
    [
      "period_type",
      [textOf(facts.periodType), textOf(facts.periodUnit)].filter((each) => each !== "").join(" "),
    ],
    ["default_sample_type", textOf(facts.defaultType)],
    ["drop_frames", textOf(facts.dropFrames)],
    ["keep_frames", textOf(facts.keepFrames)],
    ["doc_url", textOf(facts.docUrl)],
    ...facts.comments.map((each) => ["comment", textOf(each)] as const),
  ];
  for (const [name, value] of tags) if (value !== "") sink.tag(name, value);
  writeTables(sink, model, report, {
    defaultType: facts.defaultType,
    functionAt: options.functionAt,
    returns: false,
  });
  // The tables contain everything that was read; `load` reports what exceeded the budget.
  if (model.full !== undefined) throw model.full;
}

/** Returns the code of a string; invalid UTF-8 is replaced. */
function textIn(sink: TraceSink, bytes: Uint8Array, from: number, to: number): number {
  if (from === to) return 0;
  let at = from;
  while (at < to && bytes[at]! < 0x80) at++;
  if (at === to) return sink.strings.intern(bytes, from, to);
  return sink.strings.internText(DECODER.decode(bytes.subarray(from, to)));
}

async function readText(
  window: ByteWindow,
  sink: TraceSink,
  options: ReadOptions,
  model: ProfileModel,
  isJemalloc: boolean,
): Promise<void> {
  const report = new ProfileReport(sink);
  const reader = new TextReader(model, report, (text) => sink.strings.internText(text), isJemalloc);
  await reader.read(window, options);
  const { head } = reader;
  describe(sink, head.version);
  sink.tag("period", String(head.period));
  for (const [name, value] of head.facts) sink.tag(name, value);
  const types = writeTables(sink, model, report, {
    defaultType: model.types.at(-1)!.name,
    functionAt: options.functionAt,
    returns: true,
  });
  if (model.full !== undefined) throw model.full;
  compare(report, head, types);
}

/** Compares the header's totals with the sums of the rows; they differ if the recorder sampled. */
function compare(report: ProfileReport, { totals, period }: TextHead, types: readonly NamedType[]): void {
  const differing = HEAP_TYPES.flatMap(([name], at) => {
    const said = totals[at];
    return said === null || said === undefined || said === types[at]!.total
      ? []
      : [`${name} ${types[at]!.total} and ${said}`];
  });
  if (differing.length === 0) return;
  const why = period > 1n
    ? `one allocation in about ${period} bytes was recorded`
    : "the file may be incomplete";
  report.note(
    "sums-differ",
    `Rows and header have different sums (${differing.join(", ")}): ${why}`,
    "kept the rows",
  );
}
