/**
 * Reads one segment of a tracing file: from a header to its trailer.
 * @module
 */

import { MTRC_LIMITS } from "./limits.ts";
import type { ByteWindow } from "../../bytes/byte_window.ts";
import { BATCH_ROWS, type ProblemSeverity, type TraceSink } from "../../events/trace_sink.ts";
import type { Growth, ReadOptions } from "../format.ts";
import { HEAD_BYTES } from "./header.ts";
import { isHead } from "./segment_head.ts";
import { CarefulDecoder, RecordSearch } from "./careful_decoder.ts";
import { Stop } from "./decoder_layout.ts";
import type { FastDecoder } from "./fast_decoder.ts";
import { type BodyForm, type NameSlots, Staging } from "./staging.ts";

/** A record that does not end within this many bytes is damaged: its name is not terminated. */
const LONGEST_RECORD = MTRC_LIMITS.mtrcRecord.most;
/** A file of this size has more than a million records, few of which have names. */
const MANY_BYTES = 1 << 25;

/** How a segment ended. */
export type SegmentEnd = "trailer" | "head" | "end" | "damage";

/** State shared by the segments of a file. */
export interface SegmentContext {
  /** The bytes of the file. */
  readonly window: ByteWindow;
  /** The compiled decoder. */
  readonly fast: FastDecoder;
  /** Name slots, cleared between segments. */
  readonly slots: NameSlots;
  /** Number of the segment, from 1. */
  readonly segment: number;
  /** The caller's options. */
  readonly options: ReadOptions;
  /** Present if the segment may still grow. */
  readonly growth?: Growth | undefined;
}

/** Reads the records that follow a header; afterwards the window is after the trailer or at the damage. */
export async function readSegment(
  tools: SegmentContext,
  sink: TraceSink,
  form: BodyForm,
): Promise<SegmentEnd> {
  const { window, fast, slots, options, growth } = tools;
  // A file may contain several segments, and its size says little about later ones.
  const many = tools.segment === 1 && (window.size ?? 0) >= MANY_BYTES;
  const staging = new Staging(sink, !form.reallocs, many);
  const { writer } = staging;
  slots.clear();
  fast.begin(staging, slots, form);
  const careful = new CarefulDecoder(sink, staging, slots, form);
  let end: SegmentEnd | undefined;
  while (end === undefined) {
    const stop = fast.run(window, staging);
    if (stop === Stop.NearEnd && !window.ended && window.left <= LONGEST_RECORD) {
      await window.more();
      continue;
    }
    if (writer.count === BATCH_ROWS) {
      options.signal?.throwIfAborted();
      writer.flush();
      fast.begin(staging, slots, form);
      continue;
    }
    const look = careful.look(window);
    if (look === RecordSearch.Read) continue;
    if (look === RecordSearch.Cut && window.left <= LONGEST_RECORD && await window.more()) continue;
    growth?.atEnd();
    end = await endOf(look, window, sink, staging);
    if (end !== "end") growth?.stays();
    else if (await growth?.grown()) end = undefined;
  }
  if (writer.count > 0) writer.flush();
  return end;
}

type Report = (
  severity: ProblemSeverity,
  code: string,
  message: string,
  handling: string,
  record?: number,
) => void;

/** Determines how the segment ends, reports it, and moves past the trailer. */
async function endOf(
  look: RecordSearch,
  window: ByteWindow,
  sink: TraceSink,
  staging: Staging,
): Promise<SegmentEnd> {
  const report: Report = (severity, code, message, handling, record = 0) =>
    sink.problem({ severity, code, offset: window.offset, record, message, handling });
  const { record } = staging;
  if (look === RecordSearch.Cut && window.left === 0) {
    report("warning", "missing-trailer", "The file ends without trailer", "kept every record");
    sink.tag("trailer", "missing");
    return "end";
  }
  if (look === RecordSearch.Cut) {
    const overlong = window.left > LONGEST_RECORD;
    const code = overlong ? "overlong-record" : "cut-record";
    const message = overlong
      ? `A record has no end within ${LONGEST_RECORD} bytes`
      : `The file ends inside a record, ${window.left} bytes after it began`;
    report(
      "error",
      code,
      message,
      `kept the ${record - 1} ${record === 2 ? "record" : "records"} before it`,
      record,
    );
    sink.tag("trailer", "missing");
    return overlong ? "damage" : "end";
  }
  const letter = window.bytes[window.at]!;
  if (look === RecordSearch.Trailer) {
    await window.need(4);
    const length = Math.min(4, window.left);
    const text = String.fromCharCode(...window.bytes.subarray(window.at, window.at + length));
    if (text === "MTRC") return await atTrailer(window, sink, report);
    if ("MTRC".startsWith(text)) {
      report("warning", "half-trailer", `The file ends after "${text}" of its trailer`, "kept every record");
      sink.tag("trailer", "half");
      return "end";
    }
  }
  const shown = letter.toString(16).padStart(2, "0");
  report(
    "error",
    "unknown-record",
    `Expected a record or the trailer, found byte 0x${shown}`,
    `kept the ${record - 1} records before it and skipped the rest`,
    record,
  );
  sink.tag("trailer", "missing");
  return "damage";
}

/** Distinguishes a trailer from the header of another trace, which begins with the same letters. */
async function atTrailer(window: ByteWindow, sink: TraceSink, report: Report): Promise<SegmentEnd> {
  await window.need(HEAD_BYTES);
  if (isHead(window.bytes, window.at, window.end)) {
    report(
      "warning",
      "missing-trailer",
      "Another trace begins where the trailer should be",
      "kept every record",
    );
    sink.tag("trailer", "missing");
    return "head";
  }
  window.at += 4;
  sink.tag("trailer", "present");
  return "trailer";
}
