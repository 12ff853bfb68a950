/**
 * Reads a capture: the header, then its records.
 * @module
 */

import { FormatError } from "../../base/errors.ts";
import { utcText } from "../../base/time_text.ts";
import type { ByteWindow } from "../../bytes/byte_window.ts";
import type { ProblemSeverity, TraceSink } from "../../events/trace_sink.ts";
import type { ReadOptions } from "../format.ts";
import { AggregatedReader } from "./aggregated_reader.ts";
import { PYTHON_ALLOCATORS } from "./allocators.ts";
import { Cursor, CutRecord, DamagedRecord } from "./cursor.ts";
import { FORMAT_NAME, type MemrayHeader, readHeader } from "./header.ts";
import { type CaptureEnd, RecordReader, skipZeros } from "./record_reader.ts";
import { SharedRecords } from "./shared_records.ts";

/** Latest time that a JavaScript `Date` can hold, in milliseconds since 1970. */
const MOST_TIME = 8_640_000_000_000_000n;

/** Reads a capture into tables, tags and problems. */
export async function readMemray(window: ByteWindow, sink: TraceSink, options: ReadOptions): Promise<void> {
  const header = await readHead(window);
  sink.describe({
    format: FORMAT_NAME,
    version: `${header.version}`,
    wordBits: 64,
    byteOrder: "little",
    mainTable: header.aggregated ? "places" : "events",
  });
  writeTags(sink, header);
  const shared = new SharedRecords(sink, header, options);
  // An aggregated capture has no table `events`, since an empty table would suggest that nothing leaks.
  const events = header.aggregated ? undefined : new RecordReader(sink, header, shared, window.size, options);
  const report = (
    severity: ProblemSeverity,
    code: string,
    offset: number,
    message: string,
    handling: string,
  ): void => sink.problem({ severity, code, offset, record: events?.count ?? 0, message, handling });
  const { growth } = options;
  let isSaid = false;
  const hasGrown = async (ending: CaptureEnd): Promise<boolean> => {
    if (!growth || !events) return false;
    shared.openTables();
    growth.atEnd();
    events.flush();
    shared.writeNames();
    reportEnding(ending, header, report);
    reportEvents(events, shared, report);
    return !(isSaid = !(await growth.grown()));
  };
  const ending = events
    ? await events.read(window, hasGrown)
    : await new AggregatedReader(sink, header, shared, options).read(window);
  // memray rewrites the header when a capture ends, so a reader that has paused must read the file again.
  if (ending.how === "trailer") growth?.giveUp();
  if (!isSaid) shared.writeNames();
  shared.close();
  events?.close();
  if (!isSaid) reportEnding(ending, header, report);
  if (ending.how === "trailer" && !(await skipZeros(window))) {
    report("warning", "trailing-data", window.offset, "Data follows the trailer", "left it out");
  }
  // Compressed containers report their errors only once they have been read to the end.
  while (await window.skip(window.left + 1));
  if (!events) {
    report("note", "no-events", -1, "The recording is aggregated: it has no events", "see the table places");
  } else if (ending.how === "trailer" && BigInt(events.count) !== header.allocations) {
    const message = `The header announces ${header.allocations} events, found ${events.count}`;
    report("warning", "other-count", -1, message, "kept the records that exist");
  }
  if (!isSaid) reportEvents(events, shared, report);
}

/** Reports what was found in records of all kinds. */
function reportEvents(events: RecordReader | undefined, shared: SharedRecords, report: Report): void {
  if (shared.stacks.cut || shared.native.cut) {
    const message = "Backtraces are deeper than in any real program";
    report("warning", "deep-stacks", -1, message, "left out their outermost frames");
  }
  if (events?.mappingsFull) {
    const message = "More mappings than a process can have";
    report("warning", "many-mappings", -1, message, "the others live to the end");
  }
  if (events && events.wide > 0) {
    const message = `${events.wide} munmaps of several mappings at once`;
    report("warning", "wide-munmap", -1, message, "ended one mapping each");
  }
}

type Report = (
  severity: ProblemSeverity,
  code: string,
  offset: number,
  message: string,
  handling: string,
) => void;

function reportEnding({ how, damage, offset }: CaptureEnd, header: MemrayHeader, report: Report): void {
  const kept = "kept the records before it";
  if (damage) report("error", damage.code, offset, damage.message, kept);
  else if (how === "cut") report("error", "cut-record", offset, "The last record is incomplete", kept);
  else if (how !== "trailer") {
    const isDone = header.end > header.start;
    const message = isDone ? "The trailer is missing" : "The program was killed, or is still running";
    report("warning", "not-finished", offset, message, "kept all whole records");
  }
}

async function readHead(window: ByteWindow): Promise<MemrayHeader> {
  const cursor = new Cursor();
  while (true) {
    cursor.bytes = window.bytes;
    cursor.at = window.at;
    cursor.end = window.end;
    try {
      const header = readHeader(cursor);
      window.at = cursor.at;
      return header;
    } catch (error) {
      if (!(error instanceof CutRecord || error instanceof DamagedRecord)) throw error;
      if (error instanceof CutRecord && await window.more()) continue;
      const why = error instanceof DamagedRecord ? error.message : "it is cut";
      throw new FormatError(`Cannot read the header of a memray capture: ${why}`, {
        format: FORMAT_NAME,
        offset: window.base + window.end,
      });
    }
  }
}

function writeTags(sink: TraceSink, header: MemrayHeader): void {
  const tag = (name: string, value: string): void => {
    if (value !== "") sink.tag(name, value);
  };
  const time = (value: bigint): string =>
    value > 0n && value < MOST_TIME
      ? `${utcText(Number(value / 1000n))}.${`${value % 1000n}`.padStart(3, "0")}`
      : "";
  tag("command", header.command);
  tag("pid", `${header.pid}`);
  tag("start", time(header.start));
  if (header.end > header.start) tag("end", time(header.end));
  const { python } = header;
  if (python !== 0) tag("python", `${python >>> 24}.${python >>> 16 & 255}.${python >>> 8 & 255}`);
  tag("main thread", `${header.mainThread}`);
  tag("python allocator", PYTHON_ALLOCATORS[header.allocator] ?? `${header.allocator}`);
  tag("native traces", `${header.native}`);
  tag("python allocations", `${header.tracesPython}`);
  if (header.tracksObjects) tag("object lifetimes", "true");
  if (header.aggregated) tag("aggregated", "true");
  tag("standard library", header.library);
  for (const folder of header.sitePackages) tag("site packages", folder);
  for (const folder of header.searchPath) tag("search path", folder);
}
