/**
 * Reads a whole tracing file. A forked program or two programs with one output name leave several traces in one file;
 * each becomes a segment of its own.
 * @module
 */

import { MTRC_LIMITS } from "./limits.ts";
import type { ByteWindow } from "../../bytes/byte_window.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import type { ReadOptions } from "../format.ts";
import { FastDecoder } from "./fast_decoder.ts";
import {
  describeHeader,
  HEAD_BYTES,
  type MpatrolHeader,
  parseHeader,
  REALLOC_VERSION,
  SOURCE_VERSION,
} from "./header.ts";
import { hasSourceFields } from "./probe.ts";
import { readSegment, type SegmentContext, type SegmentEnd } from "./segment.ts";
import { findHead, isHead, SegmentHead } from "./segment_head.ts";
import { type BodyForm, NameSlots } from "./staging.ts";

/** Bytes read both ways when the version does not say whether there are source fields. */
const PROBE_BYTES = 1 << 16;
/** Each segment takes its own staging rows, so a file of tiny segments must not have any number of them. */
const MOST_SEGMENTS = MTRC_LIMITS.mtrcTraces.most;

/** Reads every segment of a tracing file. */
export async function readMtrc(window: ByteWindow, sink: TraceSink, options: ReadOptions): Promise<void> {
  await window.need(HEAD_BYTES);
  // Throws for other files, before anything is taken from the arena.
  headAt(window);
  const fast = new FastDecoder(sink);
  const slots = new NameSlots(sink.arena);
  try {
    await readSegments({ window, fast, slots, options }, sink);
  } finally {
    fast.close();
    slots.close();
  }
}

function headAt(window: ByteWindow): MpatrolHeader {
  return parseHeader(window.bytes.subarray(window.at, window.end), "MTRC", window.offset);
}

async function readSegments(tools: Omit<SegmentContext, "segment">, first: TraceSink): Promise<void> {
  const { window } = tools;
  let sink = first;
  let before: SegmentHead | undefined;
  for (let segment = 1;; segment++) {
    const here = await SegmentHead.take(window, sink);
    if (before?.isRepeatedBy(here)) before.drop(here);
    const header = headAt(window);
    describeHeader(sink, header, "MTRC", window.offset);
    window.at += header.bytes;
    const isClear = header.version !== BigInt(REALLOC_VERSION);
    // What follows the first bytes decides how these are read, and a second trace whether the first one counts.
    const growth = isClear && segment === 1 ? tools.options.growth : undefined;
    const form = await formOf(header, window, sink);
    const end = await readSegment({ ...tools, segment, growth }, sink, form);
    here.end = window.offset;
    if (!(await isFollowed(end, window, sink, segment))) return;
    before = end === "head" ? here : undefined;
    sink = sink.nextSegment();
  }
}

/** How records are encoded, by the version in the header. */
async function formOf(header: MpatrolHeader, window: ByteWindow, sink: TraceSink): Promise<BodyForm> {
  const { version } = header;
  let source = version >= BigInt(SOURCE_VERSION);
  if (version === BigInt(REALLOC_VERSION)) {
    await window.need(PROBE_BYTES);
    const end = Math.min(window.end, window.at + PROBE_BYTES);
    source = hasSourceFields(window.bytes, window.at, end);
    if (source) {
      sink.problem({
        severity: "note",
        code: "early-source-fields",
        offset: window.offset,
        record: 1,
        message: `Records carry source fields although version ${version} had none`,
        handling: "read them",
      });
    }
  }
  return { source, narrow: header.wordBytes === 4, reallocs: version >= BigInt(REALLOC_VERSION) };
}

/** True when another segment follows, with the window at its header; reports bytes that were skipped. */
async function isFollowed(
  end: SegmentEnd,
  window: ByteWindow,
  sink: TraceSink,
  segment: number,
): Promise<boolean> {
  if (end === "end") return false;
  const start = window.offset;
  await window.need(HEAD_BYTES);
  if (window.left === 0) return false;
  const atHead = isHead(window.bytes, window.at, window.end);
  const found = atHead || (end === "damage" && await findHead(window));
  if (found && segment < MOST_SEGMENTS) {
    if (!atHead) {
      skipped(sink, start, window.offset - start, "another trace follows", "read that as a separate trace");
    }
    return true;
  }
  while (await window.skip(window.left + 1));
  const rest = window.offset - start;
  if (found) {
    skipped(
      sink,
      start,
      rest,
      `there are more than ${MOST_SEGMENTS} consecutive traces`,
      "skipped the others",
    );
  } else if (end !== "damage") skipped(sink, start, rest, "they do not begin another trace", "skipped them");
  return false;
}

function skipped(sink: TraceSink, offset: number, count: number, why: string, handling: string): void {
  const message = `${count} bytes after the end of the trace: ${why}`;
  sink.problem({ severity: "warning", code: "trailing-bytes", offset, record: 0, message, handling });
}
