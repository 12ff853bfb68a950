/**
 * Reads binary traces and decision maps.
 * @module
 */

import type { ByteWindow } from "../../bytes/byte_window.ts";
import { BATCH_ROWS, type RowWriter, type TraceSink } from "../../events/trace_sink.ts";
import type { ReadOptions } from "../format.ts";
import { MOST_TRACES, skipOtherTraces } from "../trace_count_limit.ts";
import { AddressRules } from "./address_rules.ts";
import { machineText, OP, opText, SECTION, SECTION_NAMES, TAG, tagName } from "./constants.ts";
import { declareCoverage } from "./coverage_tables.ts";
import { type CountedEdges, EdgeCounter } from "./derive/edges.ts";
import { EntryDictionary } from "./entry_dictionary.ts";
import { ENTRIES, EVENT_COLUMNS, writeEntries } from "./entry_rows.ts";
import { EntryStream } from "./entry_stream.ts";
import { hasKernel, readHead, type TraceHead } from "./head.ts";
import type { SectionHeader } from "./header.ts";
import { firstInfo } from "./info_list.ts";
import { infoText } from "./info_text.ts";
import { Report } from "./report.ts";

/** Reads every trace in a stream: one, or several concatenated ones. */
export async function readGnatcov(window: ByteWindow, sink: TraceSink, options: ReadOptions): Promise<void> {
  let into = sink;
  for (let count = 1; await readTrace(window, into, options); count++) {
    if (count === MOST_TRACES) return await skipOtherTraces(window, into);
    into = into.nextSegment();
    new Report(into).at("note", "concatenated", window.offset, 0, {
      message: "Another trace begins here",
      handling: "read it as a separate trace",
    });
  }
}

/** Reads one trace; returns whether another one begins after it. */
async function readTrace(window: ByteWindow, sink: TraceSink, options: ReadOptions): Promise<boolean> {
  const report = new Report(sink);
  const head = await readHead(window, report);
  const { section } = head;
  const shape = section ?? head.info!;
  sink.describe({
    format: "gnatcov",
    version: String(shape.version),
    wordBits: shape.pcSize === 4 ? 32 : shape.pcSize === 8 ? 64 : 0,
    byteOrder: shape.order === 1 ? "big" : "little",
    mainTable: "events",
  });
  writeTags(head, sink);
  return section ? await readEntries(window, sink, options, head, section) : head.anotherFollows;
}

function writeTags(head: TraceHead, sink: TraceSink): void {
  const { section } = head;
  const shape = section ?? head.info!;
  if (section) sink.tag("kind", SECTION_NAMES[section.kind]!);
  sink.tag("machine", machineText(shape.machine));
  if (head.info && section && head.info.order !== section.order) {
    sink.tag("info-order", head.infoBigEndian ? "big" : "little");
  }
  for (const entry of head.infos) {
    sink.tag(tagName(entry.tag), infoText(entry.tag, entry.data, head.infoBigEndian), entry.data);
  }
}

/** Reads the entries; returns whether another trace begins after them. */
async function readEntries(
  window: ByteWindow,
  sink: TraceSink,
  options: ReadOptions,
  head: TraceHead,
  section: SectionHeader,
): Promise<boolean> {
  const report = new Report(sink);
  const bigEndian = section.order === 1;
  const dictionary = new EntryDictionary(sink.arena, section.pcSize, bigEndian);
  const kernel = hasKernel(head.infos);
  const rules = new AddressRules(dictionary, report, bigEndian, kernel);
  // Edges are counted on demand by reading the trace again, which a pipe does not allow. A trace that is
  // still being written is not read again either, since it would contain more than what is shown.
  const counts = section.kind === SECTION.history && (!options.reopen || options.growth !== undefined);
  const edges = counts ? new EdgeCounter() : undefined;
  const entries = sink.table(ENTRIES);
  const events = sink.events(EVENT_COLUMNS, "none", { numbered: true });
  const programName = firstInfo(head.infos, TAG.execFileName);
  const program = programName && programName.data.length > 0 ? sink.strings.intern(programName.data) : 0;
  const start = window.offset;
  const stream = new EntryStream(window, dictionary, bigEndian, { waits: options.growth !== undefined });
  const finish = (edges: CountedEdges | undefined): void => {
    if (events.count > 0) events.flush();
    dictionary.collect();
    sink.stat("distinct entries", dictionary.size);
    writeEntries(sink, entries, {
      dictionary,
      rules,
      pcSize: section.pcSize,
      program,
    });
    declareCoverage(sink, { dictionary, rules, section, program, start, kernel, edges, options });
  };
  const { growth } = options;
  let isReported = false;
  const hasGrown = async (left: number): Promise<boolean> => {
    if (!growth) return false;
    growth.atEnd();
    checkEnd(left, stream, rules, report);
    isReported = true;
    finish(edges?.copy());
    isReported = !(await growth.grown());
    return !isReported;
  };
  try {
    return await readSteps(stream, { events, dictionary, rules, report, sink, options, edges, hasGrown });
  } finally {
    // Even after an error, the rows that were written need the entries they refer to.
    if (!isReported) finish(edges);
    dictionary.close();
  }
}

/** Maximum number of module loads whose infos become tags; `events` lists the infos of all loads. */
const TAGGED_LOADS = 1000;

/** State of the loop over the entries. */
interface Reading {
  readonly events: RowWriter;
  readonly dictionary: EntryDictionary;
  readonly rules: AddressRules;
  readonly report: Report;
  readonly sink: TraceSink;
  readonly options: ReadOptions;
  readonly edges: EdgeCounter | undefined;
  /** Reports how the trace ends, given the bytes of an incomplete entry and whether another trace follows. */
  readonly hasGrown: (left: number) => Promise<boolean>;
}

async function readSteps(stream: EntryStream, reading: Reading): Promise<boolean> {
  const { events, dictionary, rules, report, sink, options, edges, hasGrown } = reading;
  const { pointer } = events.column("entry");
  let known = 0, loads = 0;
  while (true) {
    const step = await stream.step(pointer + 4 * events.count, BATCH_ROWS - events.count);
    if (step.kind === "special") {
      edges?.interrupt();
      if (step.entry.infos?.end.startsWith("cut")) options.growth?.giveUp();
      rules.follow(step.entry, stream.offset, stream.record);
      if (step.entry.infos && ++loads <= TAGGED_LOADS) writeModuleTags(step.entry.infos.entries, sink);
    } else {
      const first = (pointer >>> 2) + events.count;
      edges?.add(sink.arena.u32, first, first + step.count);
      for (; known < dictionary.size; known++) {
        rules.classify(known);
        checkEntry(known, stream, dictionary, report);
      }
    }
    known = dictionary.size;
    events.count += step.count;
    if (events.count === BATCH_ROWS) {
      events.flush();
      if (options.signal?.aborted) return false;
    }
    if (step.kind === "end" && stream.isUnsure) options.growth?.giveUp();
    if (step.kind === "end" && options.growth) {
      if (await hasGrown(step.left)) continue;
      return false;
    }
    if (step.kind === "end" || step.kind === "header" || step.kind === "full") {
      if (step.kind === "full") reportFull(stream, dictionary, report);
      checkEnd(step.kind === "end" ? step.left : 0, stream, rules, report);
      return step.kind === "header";
    }
  }
}

/** Writes the infos of a module load as tags with a prefix. */
function writeModuleTags(entries: readonly { tag: number; data: Uint8Array }[], sink: TraceSink): void {
  for (const { tag, data } of entries) {
    sink.tag(`MODULE_${tagName(tag)}`, infoText(tag, data, false), data);
  }
}

/** Reports oddities of an entry at its first occurrence. */
function checkEntry(code: number, stream: EntryStream, dictionary: EntryDictionary, report: Report): void {
  const op = dictionary.opOf(code), size = dictionary.sizeOf(code);
  const odd = (op & ~(OP.taken | OP.fallthrough | OP.block | OP.fault)) !== 0;
  const low = dictionary.pcLow(code), high = dictionary.pcHigh(code);
  const wide = dictionary.entryBytes === 16;
  const wraps = size > 0 && low + size - 1 > 0xffff_ffff &&
    (!wide || high === 0xffff_ffff);
  if (!odd && !wraps && (size > 0 || op === OP.fault)) return;
  const record = dictionary.firstOf(code);
  const offset = stream.offset +
    (record - stream.record) * dictionary.entryBytes;
  if (odd) {
    const message = `Op 0x${op.toString(16).padStart(2, "0")} has bits without a meaning (${opText(op)})`;
    report.at("note", "odd-op", offset, record, { message, handling: "kept the entry" });
  }
  if (wraps) {
    report.at("warning", "wrapped-range", offset, record, {
      message: "The range of an entry extends beyond the last address",
      handling: "kept the entry, left it out of ranges",
    });
  } else if (size === 0 && op !== OP.fault) {
    report.at("note", "empty-entry", offset, record, {
      message: "An entry that is not a fault has size 0",
      handling: "kept the entry, left it out of ranges",
    });
  }
}

function reportFull(stream: EntryStream, dictionary: EntryDictionary, report: Report): void {
  report.at("error", "too-many-entries", stream.offset, stream.record, {
    message: `The trace has more than ${dictionary.size} different entries`,
    handling: "kept the entries before",
  });
}

function checkEnd(left: number, stream: EntryStream, rules: AddressRules, report: Report): void {
  if (left > 0) {
    report.at("error", "cut-record", stream.offset, stream.record, {
      message: `The file ends after ${left} bytes of an entry`,
      handling: "kept the entries before it",
    });
  }
  if (rules.waits) {
    report.at("error", "no-load-address", stream.offset, 0, {
      message: "A kernel is named, but there is no load address",
      handling: "kept the addresses as they are; the original drops the entries",
    });
  }
}
