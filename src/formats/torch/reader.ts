/**
 * Reads a snapshot: runs the whole pickle, then writes the tables.
 * @module
 */

import { FormatError } from "../../base/errors.ts";
import { highHalf, lowHalf } from "../../base/u64.ts";
import { utcText } from "../../base/time_text.ts";
import type { ByteWindow } from "../../bytes/byte_window.ts";
import { TableRows } from "../../events/table_rows.ts";
import type { ProblemSeverity, TraceSink } from "../../events/trace_sink.ts";
import type { ReadOptions } from "../format.ts";
import { Clock } from "./clock.ts";
import { Backtrace } from "./event_layout.ts";
import { EventRows } from "./event_rows.ts";
import { FORMAT_NAME } from "./header.ts";
import { type EarlierBlocks, OrderedEntries } from "./order.ts";
import { Entry, INVALID_VALUE, Kind } from "./pickle_layout.ts";
import { DamagedPickle, PickleMachine } from "./pickle_machine.ts";
import { PickleState } from "./pickle_state.ts";
import { Annotation, Block, requestedField, Segment, Snapshot } from "./snapshot.ts";
import { BLOCKS_TABLE, REGIONS_TABLE, SEGMENTS_TABLE } from "./table_docs.ts";

/**
 * States of blocks that are in use, or that another stream may still use; Python and C++ name the latter
 * differently.
 */
const ACTIVE = ["active_allocated", "active_awaiting_free", "active_pending_free"];
const SECOND = 1_000_000n;

/** Reads a complete file into the sink. */
export async function readSnapshot(window: ByteWindow, sink: TraceSink, options: ReadOptions): Promise<void> {
  const state = new PickleState(sink);
  const snapshot = new Snapshot(sink, state);
  const machine = new PickleMachine(snapshot, state, sink.strings);
  const damage = await runPickle(window, machine, options);
  const { protocol, root } = machine;
  state.close();
  if (root !== Kind.Dict && root !== Kind.List) {
    const why = damage?.message ?? "The pickle holds neither segments nor traces";
    throw new FormatError(`Cannot read a snapshot of PyTorch: ${why}`, {
      format: FORMAT_NAME,
      offset: damage?.offset ?? window.offset,
    });
  }
  sink.describe({
    format: FORMAT_NAME,
    version: `${protocol}`,
    wordBits: 64,
    byteOrder: "none",
    mainTable: "events",
  });
  new SnapshotTables(sink, snapshot, damage !== undefined).write(protocol);
  snapshot.close();
  await reportRest(window, sink, damage);
}

/** Runs the pickle; returns why it was not read to its end, or undefined if it was. */
async function runPickle(
  window: ByteWindow,
  machine: PickleMachine,
  { signal }: ReadOptions,
): Promise<DamagedPickle | undefined> {
  const cut = (): DamagedPickle =>
    new DamagedPickle("The pickle ends before its end mark", window.base + window.end);
  while (true) {
    signal?.throwIfAborted();
    try {
      machine.run(window);
    } catch (error) {
      if (error instanceof DamagedPickle) return error;
      throw error;
    }
    if (machine.stopped) return undefined;
    if (machine.skips > 0) {
      if (!(await window.skip(machine.skips))) return cut();
      machine.skips = 0;
    } else if (window.left < machine.wanted && !(await window.more())) return cut();
  }
}

/** Reports damage or missing data, or data after the end of the pickle. */
async function reportRest(
  window: ByteWindow,
  sink: TraceSink,
  damage: DamagedPickle | undefined,
): Promise<void> {
  const report = (severity: ProblemSeverity, code: string, message: string, handling: string): void => {
    const offset = damage?.offset ?? window.offset;
    sink.problem({ severity, code, offset, record: 0, message, handling });
  };
  if (damage) {
    const isCut = window.ended && damage.offset === window.base + window.end;
    report("error", isCut ? "cut-record" : "bad-structure", damage.message, "kept the records before it");
    while (await window.skip(window.left + 1));
  } else if (await window.need(1)) {
    report("note", "trailing-data", "Data follows the end of the pickle", "left it out");
    while (await window.skip(window.left + 1));
  }
}

/** Writes the tables of a snapshot. */
class SnapshotTables {
  readonly #sink: TraceSink;
  readonly #snapshot: Snapshot;
  readonly #cut: boolean;
  readonly #clock = new Clock();
  readonly #active: ReadonlySet<number>;

  constructor(sink: TraceSink, snapshot: Snapshot, cut: boolean) {
    this.#sink = sink;
    this.#snapshot = snapshot;
    this.#cut = cut;
    this.#active = new Set(ACTIVE.map((state) => sink.strings.internText(state)));
  }

  write(protocol: number): void {
    this.#placeBlocks();
    const ordered = new OrderedEntries(this.#sink, this.#snapshot);
    this.#readClock(ordered);
    this.#writeTags(protocol);
    const existing = this.#findExisting(ordered);
    // Invalid entries are reported below, after the tables.
    const isAll = ordered.count === this.#snapshot.entries.length;
    this.#writeEvents(ordered, existing, isAll);
    ordered.close();
    this.#writeSegments();
    this.#writeBlocks();
    this.#writeRegions();
    if (!isAll) this.#reportEntries();
    this.#reportOdd(existing);
  }

  /**
   * Computes missing block addresses: before PyTorch 2.0 blocks have none, but they lie one after another in
   * their segment.
   */
  #placeBlocks(): void {
    const { blocks, segments } = this.#snapshot;
    let segment = -1, low = 0, high = 0;
    for (let block = 0; block < blocks.length; block++) {
      const own = blocks.word(block, Block.Segment);
      if (own !== segment) {
        segment = own;
        low = segments.word(segment, Segment.Addr);
        high = segments.word(segment, Segment.Addr + 4);
      }
      if (!blocks.has(block, Block.Addr)) blocks.put64(block, Block.Addr, low, high);
      low += blocks.word(block, Block.Size);
      high = (high + blocks.word(block, Block.Size + 4) + (low >= 0x1_0000_0000 ? 1 : 0)) >>> 0;
      low >>>= 0;
    }
  }

  #isFree(block: number): boolean {
    return !this.#active.has(this.#snapshot.blocks.word(block, Block.State));
  }

  #readClock(ordered: OrderedEntries): void {
    const { annotations } = this.#snapshot;
    const { first } = ordered;
    if (first !== undefined) this.#clock.see(lowHalf(first), highHalf(first));
    for (let at = 0; at < annotations.length; at++) {
      if (annotations.has(at, Annotation.Time)) {
        this.#clock.see(annotations.word(at, Annotation.Time), annotations.word(at, Annotation.Time + 4));
      }
    }
    const { start } = this.#clock;
    if (start !== undefined) ordered.first = start;
  }

  #writeTags(protocol: number): void {
    const { settings, deviceStarts } = this.#snapshot;
    const { start } = this.#clock;
    if (start !== undefined) {
      const seconds = Number(start / SECOND);
      // An invalid time may be outside the range of dates.
      if (seconds < 8.64e12) {
        this.#sink.tag("start", `${utcText(seconds)}.${`${start % SECOND}`.padStart(6, "0")}`);
      }
    }
    this.#sink.tag("protocol", `${protocol}`);
    this.#sink.tag("devices", `${deviceStarts.length}`);
    for (const [name, value] of settings) this.#sink.tag(name, value);
  }

  #findExisting(ordered: OrderedEntries): EarlierBlocks {
    const { blocks } = this.#snapshot;
    // If the file is truncated, the lost entries may have allocated any block in the segments.
    return ordered.findExisting((block) =>
      !this.#cut && !blocks.has(block, INVALID_VALUE) && this.#active.has(blocks.word(block, Block.State))
    );
  }

  #writeEvents(ordered: OrderedEntries, existing: EarlierBlocks, isLast: boolean): void {
    const rows = new EventRows(this.#sink, this.#snapshot, ordered);
    rows.addOlder();
    for (const block of existing.blocks) rows.addFromBlock(block);
    rows.addEntries(isLast);
    rows.close();
  }

  #writeSegments(): void {
    const { segments, frames } = this.#snapshot;
    const rows = new TableRows(() => this.#sink.table(SEGMENTS_TABLE), this.#sink.strings);
    for (let at = 0; at < segments.length; at++) {
      const halves = (field: Segment): [number, number] | null =>
        segments.has(at, field) ? [segments.word(at, field), segments.word(at, field + 4)] : null;
      rows.add({
        device: segments.has(at, Segment.Device) ? segments.word(at, Segment.Device) : null,
        addr: halves(Segment.Addr),
        size: halves(Segment.Size),
        allocated: halves(Segment.Allocated),
        active: halves(Segment.Active),
        requested: halves(Segment.Requested),
        stream: halves(Segment.Stream),
        type: segments.word(at, Segment.Type),
        pool: segments.word(at, Segment.Pool),
        expandable: segments.has(at, Segment.Expandable) ? segments.word(at, Segment.Expandable) === 1 : null,
        blocks: segments.word(at, Segment.Blocks),
        stack: frames.backtraces.word(segments.word(at, Segment.Stack), Backtrace.Stack),
      });
    }
    rows.finish();
  }

  #writeBlocks(): void {
    const { blocks, segments, frames: { backtraces } } = this.#snapshot;
    const rows = new TableRows(() => this.#sink.table(BLOCKS_TABLE), this.#sink.strings);
    for (let at = 0; at < blocks.length; at++) {
      const halves = (field: Block): [number, number] | null =>
        blocks.has(at, field) ? [blocks.word(at, field), blocks.word(at, field + 4)] : null;
      const segment = blocks.word(at, Block.Segment);
      const backtrace = blocks.word(at, Block.Stack);
      rows.add({
        segment: segment + 1,
        device: segments.has(segment, Segment.Device) ? segments.word(segment, Segment.Device) : null,
        addr: halves(Block.Addr),
        size: halves(Block.Size),
        // A free block has no requested bytes.
        requested: halves(requestedField(this.#snapshot, at)) ?? (this.#isFree(at) ? [0, 0] : null),
        state: blocks.word(at, Block.State),
        stream: segments.has(segment, Segment.Stream)
          ? [segments.word(segment, Segment.Stream), segments.word(segment, Segment.Stream + 4)]
          : null,
        pool: segments.word(segment, Segment.Pool),
        func: backtraces.word(backtrace, Backtrace.Func),
        file: backtraces.word(backtrace, Backtrace.File),
        line: backtraces.word(backtrace, Backtrace.Line),
        stack: backtraces.word(backtrace, Backtrace.Stack),
      });
    }
    rows.finish();
  }

  #writeRegions(): void {
    const { annotations } = this.#snapshot;
    const rows = new TableRows(() => this.#sink.table(REGIONS_TABLE), this.#sink.strings);
    for (let at = 0; at < annotations.length; at++) {
      const writer = rows.next();
      const row = writer.count;
      writer.column("name").u32[row] = annotations.word(at, Annotation.Name);
      writer.column("stage").u32[row] = annotations.word(at, Annotation.Stage);
      const device = writer.column("device"), time = writer.column("time");
      if (annotations.has(at, Annotation.Device)) device.u32[row] = annotations.word(at, Annotation.Device);
      else device.nulls[row] = 1;
      if (annotations.has(at, Annotation.Time)) {
        const [low, high] = [
          annotations.word(at, Annotation.Time),
          annotations.word(at, Annotation.Time + 4),
        ];
        this.#clock.put(time, row, low, high);
      } else time.nulls[row] = 1;
      writer.count++;
    }
    rows.finish();
  }

  #reportEntries(): void {
    const { entries } = this.#snapshot;
    for (let entry = 0; entry < entries.length; entry++) {
      // A truncated entry is reported together with the truncation of the file.
      if (!entries.has(entry, INVALID_VALUE) || (this.#cut && entry === entries.length - 1)) continue;
      const offset = entries.word(entry, Entry.Offset + 4) * 0x1_0000_0000 +
        entries.word(entry, Entry.Offset);
      this.#report(
        "bad-entry",
        offset,
        entry + 1,
        "An entry lacks a number or has an impossible one",
        "skipped it",
      );
    }
  }

  #report(code: string, offset: number, record: number, message: string, handling: string): void {
    this.#sink.problem({ severity: "warning", code, offset, record, message, handling });
  }

  #reportOdd({ differing }: EarlierBlocks): void {
    const { segments, blocks, frames } = this.#snapshot;
    const report = (code: string, message: string, handling: string): void =>
      this.#report(code, -1, 0, message, handling);
    for (let at = 0; at < segments.length; at++) {
      if (!segments.has(at, INVALID_VALUE)) continue;
      report("bad-number", `Segment ${at + 1} has an impossible number`, "left the number out");
    }
    for (let at = 0; at < blocks.length; at++) {
      const state = blocks.word(at, Block.State);
      if (blocks.has(at, INVALID_VALUE)) {
        report("bad-number", `Block ${at + 1} has an impossible number`, "left the number out");
      } else if (!this.#active.has(state) && this.#sink.strings.text(state) !== "inactive") {
        report("unknown-state", `Block ${at + 1} has an unknown state`, "treated it as free");
      }
    }
    if (differing > 0 && segments.length > 0 && !this.#cut) {
      const message =
        `Traces and segments disagree about ${differing} blocks: they are copied one after the other`;
      this.#sink.problem({
        severity: "note",
        code: "segments-differ",
        offset: -1,
        record: 0,
        message,
        handling: "kept what the traces say",
      });
    }
    if (frames.cut) report("deep-stacks", "Backtraces are deeper than in any real snapshot", "cut them");
  }
}
