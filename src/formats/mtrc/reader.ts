/**
 * Reads a complete tracing file. If a program forked, or two programs used the same output name, one file
 * contains several traces; each becomes a segment.
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

/** Number of bytes that are read both ways if the version does not tell whether there are source fields. */
const PROBE_BYTES = 1 << 16;
/**
 * Each segment takes staging rows of its own, so the number of segments must be limited: they may be tiny.
 */
const MOST_SEGMENTS = MTRC_LIMITS.mtrcTraces.most;

/** Reads every segment of a tracing file. */
export async function readMtrc(window: ByteWindow, sink: TraceSink, options: ReadOptions): Promise<void> {
  await window.need(HEAD_BYTES);
  // Throws if the file has another format, before anything is allocated in the arena.
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
    // A growing file cannot be followed if later bytes decide how the first ones are read, nor after the
    // first segment, since a second one may show that the first one is a copy.
    const growth = isClear && segment === 1 ? tools.options.growth : undefined;
    const form = await formOf(header, window, sink);
    const end = await readSegment({ ...tools, segment, growth }, sink, form);
    here.end = window.offset;
    if (!(await isFollowed(end, window, sink, segment))) return;
    before = end === "head" ? here : undefined;
    sink = sink.nextSegment();
  }
}

/** Returns how records are encoded, by the version in the header. */
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

/**
 * Returns whether another segment follows, with the window at its header; reports bytes that were skipped.
 */
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
