/**
 * Reads an apitrace stream into tables in one pass; only the row of each call is kept.
 * @module
 */

import { CLASS_BITS, classNames } from "./call_classes.ts";
import type { ByteWindow } from "../../bytes/byte_window.ts";
import { TableRows } from "../../events/table_rows.ts";
import type { TableLayout, TraceSink } from "../../events/trace_sink.ts";
import type { Growth, ReadOptions } from "../format.ts";
import { MOST_TRACES, skipOtherTraces } from "../trace_count_limit.ts";
import { kindsByName } from "./argument_kinds.ts";
import { declareArguments } from "./arguments.ts";
import { ApiGuess } from "./classes.ts";
import { FORMAT_NAME, readHeader, scanHeader, type StreamHeader } from "./header.ts";
import * as S from "./kernel/state.ts";
import { FRAMES, FUNCTIONS, OBJECTS, THREADS } from "./layouts.ts";
import { ObjectTracker, watchBits } from "./objects/tracker.ts";
import { CallOddities, reportEnd, reportLeftOut } from "./problems.ts";
import type { StreamFacts } from "./replay.ts";
import { CallRows } from "./rows.ts";
import { type PassEnd, StreamKernel } from "./stream_kernel.ts";
import { ValueReader } from "./values.ts";

function opened(sink: TraceSink, layout: TableLayout): TableRows {
  const writer = sink.table(layout);
  return new TableRows(() => writer, sink.strings);
}

/** Reads a stream and the streams that follow it in the file. */
export async function readApitrace(window: ByteWindow, sink: TraceSink, options: ReadOptions): Promise<void> {
  let target = sink;
  for (let count = 1;; count++) {
    const offset = window.offset;
    const header = await readHeader(window);
    // Only the first stream can be followed while the file grows: how a later one is read depends on what follows its
    // last call.
    const growth = count === 1 && header.whole ? options.growth : undefined;
    const end = await readSegment(window, target, options, { header, offset, growth });
    if (!(await isSecondHead(window, end))) return;
    if (count === MOST_TRACES) return await skipOtherTraces(window, target);
    target = target.nextSegment();
  }
}

async function readSegment(
  window: ByteWindow,
  sink: TraceSink,
  options: ReadOptions,
  { header, offset, growth }: {
    readonly header: StreamHeader;
    readonly offset: number;
    readonly growth: Growth | undefined;
  },
): Promise<PassEnd> {
  describe(sink, header);
  // Other tables refer to this one, so it is opened first, although its rows are written last.
  const functions = opened(sink, FUNCTIONS);
  const rows = new CallRows(sink);
  const frames = opened(sink, FRAMES);
  let tracker = new ObjectTracker(sink.strings);
  const odd = new CallOddities(sink, () => kernel);
  // The first frame includes the header of the stream.
  let frameStart = offset;
  const kernel: StreamKernel = new StreamKernel({
    arena: sink.arena,
    strings: sink.strings,
    stacks: sink.stacks,
    version: header.version,
    mode: S.MODE_ROWS,
    bitsOf: watchBits,
    signal: options.signal,
  }, {
    full: () => rows.flushFull(),
    place: (row, stack) => rows.place(row, stack),
    undeclared: (value) => odd.undeclared(value),
    longBacktrace: (frames, at) => odd.longBacktrace(frames, at),
    watch: (row) => {
      const meaning = tracker.see(call, rows.enterOfLast());
      if (meaning.count > 0) rows.setEffects(row, meaning);
    },
    frame: () => {
      const end = kernel.getLong(S.FRAME_END);
      addFrame(frames, kernel, end - frameStart, true);
      frameStart = end;
    },
  });
  const call = { kernel, reader: new ValueReader(sink.arena, kernel, header.version) };
  const finish = async (end: PassEnd): Promise<void> => {
    const incomplete = await kernel.completeOpen();
    if (kernel.get(S.FRAME_CALLS) > 0) addFrame(frames, kernel, window.offset - frameStart, false);
    const completed = kernel.get(S.COMPLETED);
    rows.finish();
    frames.finish();
    writeFunctions(functions, sink, kernel);
    writeThreads(sink, kernel);
    writeObjects(sink, tracker);
    reportEnd(sink, end, { stray: kernel.get(S.STRAY_LEAVES), incomplete, record: completed });
    reportLeftOut(sink, tracker.leftOut);
    writeStats(sink, kernel, window.offset - offset, end);
    const bytes = window.offset - offset;
    const { signatures } = kernel;
    const stream: StreamFacts = {
      offset,
      version: header.version,
      bytes,
      kinds: kindsByName(sink, signatures.functions),
      undeclared: odd.kinds,
      symbols: signatures.symbols(),
      hasMarkers: signatures.functions.some(({ classes }) => classes & CLASS_BITS["marker-push"]!),
      definitions: signatures.definitions,
    };
    sink.keep(stream);
    declareArguments(sink, options, stream);
  };
  /** Shows what has been read until the file has grown; returns false if the stream has ended. */
  const hasGrown = async (growth: Growth, end: PassEnd): Promise<boolean> => {
    rows.stage();
    growth.atEnd();
    const before = { tracker, frameStart };
    const takeBack = kernel.holdOpen();
    tracker = tracker.copy();
    await finish(end);
    if (!(await growth.grown())) return false;
    takeBack();
    rows.resume();
    ({ tracker, frameStart } = before);
    return true;
  };
  try {
    rows.attach(kernel);
    while (true) {
      const end = await kernel.run(window);
      if (growth && end.how === "end") {
        if (await hasGrown(growth, end)) continue;
      } else await finish(end);
      return end;
    }
  } finally {
    kernel.close();
  }
}

function describe(sink: TraceSink, header: StreamHeader): void {
  const { version, semantic } = header;
  const shown = version === semantic ? String(version) : `${version} (recorded as ${semantic})`;
  sink.describe({ format: FORMAT_NAME, version: shown, wordBits: 0, byteOrder: "none", mainTable: "events" });
  sink.tag("stream version", String(version));
  sink.tag("semantic version", String(semantic));
  const decoder = new TextDecoder();
  for (const { name, value } of header.properties) {
    sink.tag(decoder.decode(name), decoder.decode(value), value);
  }
  if (!header.whole) {
    const message = "The stream ends in its header: the program was killed before it wrote any call";
    const handling = "shown as an empty trace";
    sink.problem({ severity: "warning", code: "empty-stream", offset: 0, record: 0, message, handling });
  }
}

function addFrame(frames: TableRows, kernel: StreamKernel, streamBytes: number, ended: boolean): void {
  frames.add({
    frame: kernel.get(S.FRAME_NO),
    first: kernel.get(S.FRAME_FIRST),
    last: kernel.get(S.FRAME_LAST),
    calls: kernel.get(S.FRAME_CALLS),
    draws: kernel.get(S.FRAME_DRAWS),
    uploads: kernel.get(S.FRAME_UPLOADS),
    bytes: kernel.getLong(S.FRAME_BYTES),
    stream_bytes: streamBytes,
    threads: kernel.get(S.FRAME_THREADS),
    ended,
  });
}

function writeFunctions(table: TableRows, sink: TraceSink, kernel: StreamKernel): void {
  const words = sink.arena.u32;
  for (const { record, id, names, classes } of kernel.signatures.functions) {
    table.add({
      name: words[(record + S.FUNCTION_NAME) >>> 2]!,
      class: classNames(classes),
      args: names.join(", "),
      calls: sink.arena.u64[(record + S.FUNCTION_CALLS) >>> 3]!,
      bytes: sink.arena.u64[(record + S.FUNCTION_BYTES) >>> 3]!,
      id,
    });
  }
  table.finish();
}

function writeThreads(sink: TraceSink, kernel: StreamKernel): void {
  const table = opened(sink, THREADS);
  const words = sink.arena.u32;
  for (let slot = 0; slot < kernel.get(S.THREAD_COUNT); slot++) {
    const at = (kernel.get(S.THREAD_SLOTS) + slot * S.THREAD_SLOT_SIZE) >>> 2;
    table.add({
      thread: words[at + S.THREAD_SLOT_NO / 4]!,
      calls: words[at + S.THREAD_SLOT_CALLS / 4]!,
      bytes: sink.arena.u64[(at + S.THREAD_SLOT_BYTES / 4) >>> 1]!,
      first: words[at + S.THREAD_SLOT_FIRST / 4]!,
      last: words[at + S.THREAD_SLOT_LAST / 4]!,
    });
  }
  table.finish();
}

function writeObjects(sink: TraceSink, tracker: ObjectTracker): void {
  const table = opened(sink, OBJECTS);
  for (const each of tracker.objects) {
    table.add({
      type: each.type,
      addr: ObjectTracker.addressOf(each),
      object: each.object,
      group: each.group,
      label: each.label,
      size: each.size,
      uploads: each.uploads,
      upload_bytes: each.uploadBytes,
      made: each.made ?? null,
      deleted: each.deleted ?? null,
      source: each.source,
    });
  }
  table.finish();
}

function writeStats(sink: TraceSink, kernel: StreamKernel, bytes: number, end: PassEnd): void {
  const guess = new ApiGuess();
  for (const { name } of kernel.signatures.functions) guess.see(name);
  sink.stat("api", guess.name);
  sink.stat("calls", kernel.get(S.COMPLETED));
  sink.stat("frames", kernel.get(S.FRAME_NO));
  sink.stat("threads", kernel.get(S.THREAD_COUNT));
  sink.stat("stream bytes", bytes + (end.how === "end" ? end.cutBytes : 0));
  sink.stat("functions", kernel.signatures.count(S.FUNCTION));
  sink.stat("enumerations", kernel.signatures.count(S.ENUM));
  sink.stat("bit masks", kernel.signatures.count(S.BIT_MASK));
  sink.stat("structures", kernel.signatures.count(S.STRUCT));
  sink.stat("stack frames", kernel.signatures.count(S.FRAME));
}

/**
 * Returns whether a pass stopped at the header of another stream: when a traced program forks, both processes
 * write to one file.
 */
async function isSecondHead(window: ByteWindow, end: PassEnd): Promise<boolean> {
  if (end.how !== "failed" || end.code !== S.BAD_EVENT || end.byte < 4) return false;
  if (end.offset !== window.offset) return false;
  while (true) {
    const scan = scanHeader(window.bytes, window.at, window.end);
    if (scan === "bad") return false;
    if (scan === "cut") {
      if (!(await window.more())) return false;
      continue;
    }
    // A header must be followed by an enter event.
    const next = window.at + scan.bytes;
    return next >= window.end ? scan.header.version === 6 : window.bytes[next] === 0;
  }
}
