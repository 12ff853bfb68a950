/**
 * Reads source traces, from files and from console logs.
 * @module
 */

import { FormatError } from "../../base/errors.ts";
import { utcText } from "../../base/time_text.ts";
import { sourceOf } from "../../bytes/byte_source.ts";
import { ByteWindow } from "../../bytes/byte_window.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import { Report } from "../gnatcov/report.ts";
import { decodeText } from "../gnatcov/info_text.ts";
import { MOST_TRACES, skipOtherTraces } from "../trace_count_limit.ts";
import { findTraces, type FoundTrace, lineOf } from "./base64_log.ts";
import { hasSourceMagic, INFO, INFO_NAMES, SOURCE_MAGIC } from "./layout.ts";
import { readSourceTrace, type SourceFault, type SourceHeader } from "./source_trace.ts";
import { UnitRows } from "./unit_rows.ts";

/** Returns whether the magic is at the window's position. */
async function startsTrace(window: ByteWindow): Promise<boolean> {
  if (window.left < SOURCE_MAGIC.length && !(await window.need(SOURCE_MAGIC.length))) return false;
  const { bytes, at } = window;
  // Comparing the first byte is nearly always enough. A unit cannot begin with the magic number: as a length,
  // it would exceed that of any name.
  return bytes[at] === SOURCE_MAGIC[0] && hasSourceMagic(bytes.subarray(at, at + SOURCE_MAGIC.length));
}

/** Reads a source trace, or all traces in a log. */
export async function readGnatcovSource(window: ByteWindow, sink: TraceSink): Promise<void> {
  await window.need(SOURCE_MAGIC.length);
  if (hasSourceMagic(window.bytes.subarray(window.at, window.end))) return await readChain(window, sink);
  let into: TraceSink | null = null;
  let count = 0;
  for await (const found of findTraces(window)) {
    if (into && ++count === MOST_TRACES) return await skipOtherTraces(window, into);
    into = into ? into.nextSegment() : sink;
    await readFound(found, into);
  }
  if (!into) {
    throw new FormatError("Cannot read source trace: neither magic nor marker line found", {
      format: "gnatcov-src",
      offset: 0,
    });
  }
}

/** Reads concatenated traces. */
async function readChain(window: ByteWindow, sink: TraceSink): Promise<void> {
  await readOne(window, sink);
  for (let count = 1; await startsTrace(window); count++) {
    if (count === MOST_TRACES) return await skipOtherTraces(window, sink);
    const { offset } = window;
    sink = sink.nextSegment();
    try {
      await readOne(window, sink);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      describe(sink, null);
      const finding = { message: error.message, handling: "skipped it, and what follows" };
      return new Report(sink).at("error", "unreadable-trace", offset, 0, finding);
    }
  }
}

/**
 * Reads a trace found in a log. A problem is reported at the offset of the log line that contains the byte.
 */
async function readFound(found: FoundTrace, sink: TraceSink): Promise<void> {
  const report = new Report(sink);
  sink.tag("log-offset", String(found.offset));
  for (const offset of found.badLines) {
    report.at("warning", "bad-base64", offset, 0, {
      message: "A line is not base64",
      handling: "left it out",
    });
  }
  if (!found.complete) {
    report.at("error", "cut-base64", found.offset, 0, {
      message: "The end marker of a trace is missing",
      handling: "kept the lines that are there",
    });
  }
  const window = new ByteWindow(sourceOf(found.bytes), sink.arena, Math.max(64, found.bytes.length));
  try {
    await window.more();
    await readOne(window, sink, (offset) => lineOf(found, offset));
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    describe(sink, null);
    const message = error.message;
    report.at("error", "unreadable-trace", found.offset, 0, { message, handling: "skipped it" });
  } finally {
    window.close();
  }
}

async function readOne(
  window: ByteWindow,
  sink: TraceSink,
  placeOf = (offset: number): number => offset,
): Promise<void> {
  const report = new Report({
    problem: (problem) => sink.problem({ ...problem, offset: placeOf(problem.offset) }),
  });
  let rows: UnitRows | null = null;
  let refused: SourceFault | null = null;
  await readSourceTrace(window, {
    startsNext: () => startsTrace(window),
    header: (header) => {
      describe(sink, header);
      sink.tag("alignment", String(header.alignment));
      rows = new UnitRows(sink);
    },
    info: (kind, data, offset) => sink.tag(...infoTag(kind, data, offset, report)),
    unit: (unit) => rows!.add(unit),
    fault: (fault) => {
      if (!rows && fault.fatal) refused = fault;
      else reportFault(fault, report);
      return true;
    },
  });
  if (refused) {
    const { message, offset } = refused as SourceFault;
    throw new FormatError(`Cannot read source trace: ${message}`, { format: "gnatcov-src", offset });
  }
  (rows as UnitRows | null)?.finish(report);
}

function describe(sink: TraceSink, header: SourceHeader | null): void {
  sink.describe({
    format: "gnatcov-src",
    version: header ? String(header.version) : "unknown",
    wordBits: header?.alignment === 8 ? 64 : header?.alignment === 4 ? 32 : 0,
    byteOrder: header ? (header.bigEndian ? "big" : "little") : "none",
    mainTable: "units",
  });
}

function infoTag(
  kind: number,
  data: Uint8Array,
  offset: number,
  report: Report,
): [string, string, Uint8Array] {
  const name = INFO_NAMES[kind] ?? `Info_${kind}`;
  if (kind !== INFO.execDate) return [name, decodeText(data), data];
  const seconds = data.length === 8 ? new DataView(data.buffer).getBigUint64(0, true) : null;
  // Larger values are beyond the year 9999.
  if (seconds !== null && seconds < 253_402_300_800n) {
    return [name, utcText(Number(seconds)), data];
  }
  const message = "Exec_Date is not a date";
  report.at("warning", "bad-date", offset, 0, { message, handling: "kept its bytes" });
  return [name, "", data];
}

const HANDLING: Readonly<Record<string, string>> = {
  "old-version": "read it by the layout of its version",
  "unknown-tag": "kept it by number",
  "bad-padding": "read on",
  "bad-bits": "left out the bits past the last",
  "bad-end-tag": "ended the list there",
  "stray-bytes": "left them out",
};

/** Messages for faults about which the original tool says nothing. */
const OWN_MESSAGES: Readonly<Record<string, string>> = {
  "stray-bytes": "Stray bytes after the last unit",
  "too-many-infos": "More consecutive infos than any real trace has",
};

function reportFault({ code, message, offset, record, fatal }: SourceFault, report: Report): void {
  report.at(fatal ? "error" : "warning", code, offset, record, {
    message: OWN_MESSAGES[code] ?? `The original says: ${message}`,
    handling: HANDLING[code] ?? "kept everything before it",
  });
}
