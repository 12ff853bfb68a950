/**
 * Reads heaptrack data line by line.
 * @module
 */

import { FormatError } from "../../base/errors.ts";
import { TRACE_LIMITS } from "../../base/limits/trace_limits.ts";
import type { ByteWindow } from "../../bytes/byte_window.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import type { ReadOptions } from "../format.ts";
import { MOST_TRACES, skipOtherTraces } from "../trace_count_limit.ts";
import { FIRST_VERSION, FORMAT_NAME, parseVersions, type Versions } from "./header.ts";
import { TraceReader } from "./trace_reader.ts";

const NEWLINE = 10;
/** Maximum length of a version line. */
const HEAD_BYTES = 32;
/** A longer line is reported and skipped, so a file without line ends cannot fill the memory. */
const LONGEST_LINE = TRACE_LIMITS.reportLine.most;

/** Reads one trace after another; each version line begins one. */
export async function readHeaptrack(
  window: ByteWindow,
  sink: TraceSink,
  options: ReadOptions,
): Promise<void> {
  let versions = await versionsAt(window);
  if (!versions) {
    throw new FormatError("Cannot read heaptrack data: it does not begin with a version line", {
      format: FORMAT_NAME,
      offset: window.offset,
    });
  }
  await refuseRaw(window, versions);
  for (let count = 1; versions; count++) {
    const trace = new TraceReader(sink, versions, window.offset);
    window.at += versions.bytes;
    try {
      versions = await readLines(window, trace, options);
      if (!trace.isReported) trace.finish(window.offset);
    } finally {
      trace.close();
    }
    if (versions && count === MOST_TRACES) return await skipOtherTraces(window, sink);
    if (versions) sink = sink.nextSegment();
  }
}

async function versionsAt(window: ByteWindow): Promise<Versions | undefined> {
  await window.need(HEAD_BYTES);
  const { bytes, at, end } = window;
  return parseVersions(String.fromCharCode(...bytes.subarray(at, Math.min(end, at + HEAD_BYTES))));
}

/**
 * Rejects raw data of the recorder, which is another format, and versions before 1, which have no kinds of
 * blocks.
 */
async function refuseRaw(window: ByteWindow, { bytes, file }: Versions): Promise<void> {
  await window.need(bytes + 2);
  const place = { format: FORMAT_NAME, offset: window.offset + bytes };
  if (window.left > bytes + 1 && window.bytes[window.at + bytes] === 0x78) {
    throw new FormatError(
      "Cannot read raw data as interpreted data of heaptrack: its format is heaptrack-raw",
      place,
    );
  }
  if (file >= FIRST_VERSION) return;
  throw new FormatError(
    `Cannot read heaptrack data of version ${file}: versions from ${FIRST_VERSION} on are read`,
    place,
  );
}

/** Reads up to the next version line and returns its content, or up to the end. */
async function readLines(
  window: ByteWindow,
  trace: TraceReader,
  { signal, growth }: ReadOptions,
): Promise<Versions | undefined> {
  while (true) {
    signal?.throwIfAborted();
    window.at = trace.readLines(window);
    if (trace.next) return trace.next;
    if (window.left >= LONGEST_LINE && !hasNewline(window)) {
      trace.problem(
        "warning",
        "long-line",
        window.offset,
        `A line has more than ${LONGEST_LINE} bytes`,
        "skipped it",
      );
      await skipLine(window);
    } else if (!(await window.more())) {
      // A text may contain line ends.
      if (!growth || window.left > 0 || trace.isUnsure) {
        growth?.giveUp();
        break;
      }
      growth.atEnd();
      trace.pause(window.offset);
      if (!(await growth.grown())) break;
      trace.resume();
    }
  }
  if (window.left > 0) {
    const message = "The last line has no line end";
    trace.problem("error", "cut-record", window.offset, message, "kept the lines before it");
    window.at = window.end;
  }
  return undefined;
}

function hasNewline({ bytes, at, end }: ByteWindow): boolean {
  const newline = bytes.indexOf(NEWLINE, at);
  return newline >= 0 && newline < end;
}

/** Skips to the start of the next line. */
async function skipLine(window: ByteWindow): Promise<void> {
  do {
    const newline = window.bytes.indexOf(NEWLINE, window.at);
    if (newline >= 0 && newline < window.end) {
      window.at = newline + 1;
      return;
    }
    window.at = window.end;
  } while (await window.more());
}
