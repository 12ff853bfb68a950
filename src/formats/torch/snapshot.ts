/**
 * What a snapshot holds, as it comes out of the pickle: entries of traces, segments with their blocks, annotations and
 * settings. Nothing is in order yet.
 * @module
 */

import { joinHalves } from "../../base/u64.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import { FrameLists } from "./frame_lists.ts";
import type { OddValue, PickleBuilder } from "./pickle_machine.ts";
import { Records } from "./records.ts";
import { Key, Role } from "./roles.ts";
import { Kind } from "./values.ts";

/** Fields of an entry of a trace. */
export enum Entry {
  Addr = 1,
  Size = 3,
  Time = 5,
  Stream = 7,
  Action = 9,
  Stack = 10,
  Metadata = 11,
  Compile = 12,
  Pool = 13,
  Device = 14,
  Offset = 15,
  Words = 17,
  /** Set when something in the entry cannot be so; it has no word. */
  Odd = 17,
}

/** Fields of a segment. */
export enum Segment {
  Addr = 1,
  Size = 3,
  Allocated = 5,
  Active = 7,
  Requested = 9,
  Stream = 11,
  Device = 13,
  Type = 14,
  Pool = 15,
  Expandable = 16,
  Stack = 17,
  /** How many blocks it has. */
  Blocks = 18,
  Words = 19,
  /** It has no word. */
  Odd = 19,
}

/** Fields of a block of a segment. */
export enum Block {
  Segment = 1,
  Addr = 2,
  Size = 4,
  Requested = 6,
  /** Size that a file from before 2.1 says instead. */
  RealSize = 8,
  State = 10,
  Stack = 11,
  Words = 12,
  /** Whether its history has begun: only the latest item of that counts. It has no word, and the next one neither. */
  History = 12,
  Odd = 13,
}

/** Fields of an annotation. */
export enum Annotation {
  Name = 1,
  Stage = 2,
  Device = 3,
  Time = 5,
  Words = 7,
}

/** The field that says how many bytes of a block the program asked for. */
export function requestedField({ blocks }: Snapshot, block: number): Block.Requested | Block.RealSize {
  return blocks.has(block, Block.Requested) ? Block.Requested : Block.RealSize;
}

/** A dictionary that is not looked at. */
const NOBODY = 0xffff_ffff;

/** Begins the names of settings of a dictionary until its own name is known. */
const UNNAMED = "\0";

const ODD: Readonly<Record<OddValue, string>> = {
  "bad-key": "A key of a dictionary is not a text",
  "bad-structure": "A list or dictionary ends too early, or holds what such a one does not have",
  "missing-memo": "The pickle refers to a memo entry that was never written",
  "long-text": "A text is longer than any of a snapshot",
};

/** Puts an address or pointer: the writer in C++ writes those from 2^63 on as numbers below 0. */
function putAddress(
  records: Records,
  record: number,
  field: number,
  odd: number,
  kind: Kind,
  low: number,
  high: number,
): void {
  if (kind === Kind.Number || kind === Kind.Negative) records.put64(record, field, low, high);
  else if (kind !== Kind.None) records.mark(record, odd);
}

/** Puts a number that is never below 0. */
function putNumber(
  records: Records,
  record: number,
  field: number,
  odd: number,
  kind: Kind,
  low: number,
  high: number,
): void {
  if (kind === Kind.Number) records.put64(record, field, low, high);
  else if (kind !== Kind.None) records.mark(record, odd);
}

/** Collects a snapshot. */
export class Snapshot implements PickleBuilder {
  readonly #sink: TraceSink;
  /** Entries of the traces of all devices, in the order of the file. */
  readonly entries = new Records(Entry.Words);
  /** Segments of all devices. */
  readonly segments = new Records(Segment.Words);
  /** Blocks of all segments. */
  readonly blocks = new Records(Block.Words);
  /** What the program said of stretches of time. */
  readonly annotations = new Records(Annotation.Words);
  /** Backtraces. */
  readonly frames: FrameLists;
  /** The first entry of each device: its list ends where that of the next one begins. */
  readonly deviceStarts: number[] = [];
  /** Free memory of the device at each out-of-memory error, by entry. */
  readonly deviceFree = new Map<number, bigint>();
  /** Settings by name, in order. */
  readonly settings: [name: string, value: string][] = [];
  readonly #pools = new Map<string, number>();
  readonly #notAvailable: number;

  /** Empty. */
  constructor(sink: TraceSink) {
    this.#sink = sink;
    this.frames = new FrameLists(sink);
    this.#notAvailable = sink.strings.internText("N/A");
  }

  open(role: Role, parent: number, offset: number): number {
    switch (role) {
      case Role.Entry: {
        const entry = this.entries.add();
        this.entries.put(entry, Entry.Device, parent);
        this.entries.put64(entry, Entry.Offset, offset >>> 0, Math.floor(offset / 0x1_0000_0000));
        return entry;
      }
      case Role.Frames:
        return this.frames.addList();
      case Role.Frame:
        return this.frames.addFrame();
      case Role.Trace:
        return this.deviceStarts.push(this.entries.length) - 1;
      case Role.Segment:
        return this.segments.add();
      case Role.Block: {
        const block = this.blocks.add();
        this.blocks.put(block, Block.Segment, parent);
        return block;
      }
      case Role.HistoryItem: {
        if (parent === NOBODY || this.blocks.has(parent, Block.History)) return NOBODY;
        this.blocks.mark(parent, Block.History);
        return parent;
      }
      case Role.Annotation:
        return this.annotations.add();
      default:
        // A list hands on the record of what it belongs to.
        return parent;
    }
  }

  set(role: Role, record: number, key: number, name: number, kind: Kind, low: number, high: number): void {
    switch (role) {
      case Role.Entry:
        return this.#setEntry(record, key, kind, low, high);
      case Role.Frame:
        return this.#setFrame(record, key, kind, low);
      case Role.Block:
        return this.#setBlock(record, key, kind, low, high);
      case Role.HistoryItem:
        if (record !== NOBODY) this.#setHistory(record, key, kind, low, high);
        return;
      case Role.Segment:
        return this.#setSegment(record, key, kind, low, high);
      case Role.Annotation:
        return this.#setAnnotation(record, key, kind, low, high);
      case Role.Settings:
      case Role.Divisions:
        return this.#setSetting(role, name, kind, low, high);
    }
  }

  append(role: Role, record: number, item: number): void {
    if (role === Role.Frames) this.frames.append(record, item);
    else if (role === Role.Blocks) {
      this.segments.put(record, Segment.Blocks, this.segments.word(record, Segment.Blocks) + 1);
    }
  }

  odd(code: OddValue, offset: number): void {
    const severity = code === "bad-structure" || code === "missing-memo" ? "error" : "warning";
    this.#sink.problem({ severity, code, offset, record: 0, message: ODD[code], handling: "left it out" });
  }

  #setEntry(entry: number, key: number, kind: Kind, low: number, high: number): void {
    const { entries } = this;
    switch (key) {
      case Key.addr:
        return putAddress(entries, entry, Entry.Addr, Entry.Odd, kind, low, high);
      case Key.size:
        return putNumber(entries, entry, Entry.Size, Entry.Odd, kind, low, high);
      case Key.time_us:
        if (kind === Kind.Number) entries.put64(entry, Entry.Time, low, high);
        else if (kind !== Kind.None) entries.mark(entry, Entry.Odd);
        return;
      case Key.stream:
        return putAddress(entries, entry, Entry.Stream, Entry.Odd, kind, low, high);
      case Key.action:
        if (kind === Kind.Text && low !== 0) entries.put(entry, Entry.Action, low);
        return;
      case Key.frames:
        if (kind !== Kind.List || high !== Role.Frames) return;
        return entries.put(entry, Entry.Stack, this.frames.stackOf(low));
      case Key.user_metadata:
        if (kind === Kind.Text) entries.put(entry, Entry.Metadata, low);
        return;
      case Key.compile_context:
        if (kind === Kind.Text && low !== this.#notAvailable) entries.put(entry, Entry.Compile, low);
        return;
      case Key.pool_id:
        if (kind === Kind.Pair) entries.put(entry, Entry.Pool, this.#poolName(low, high));
        return;
      case Key.device_free:
        if (kind === Kind.Number) this.deviceFree.set(entry, joinHalves(low, high));
    }
  }

  #setFrame(frame: number, key: number, kind: Kind, low: number): void {
    if (key === Key.name && kind === Kind.Text) this.frames.setName(frame, low);
    else if (key === Key.filename && kind === Kind.Text) this.frames.setFile(frame, low);
    else if (key === Key.line && kind === Kind.Number) this.frames.setLine(frame, low);
  }

  #setSegment(segment: number, key: number, kind: Kind, low: number, high: number): void {
    const { segments } = this;
    switch (key) {
      case Key.address:
        return putAddress(segments, segment, Segment.Addr, Segment.Odd, kind, low, high);
      case Key.stream:
        return putAddress(segments, segment, Segment.Stream, Segment.Odd, kind, low, high);
      case Key.total_size:
        return putNumber(segments, segment, Segment.Size, Segment.Odd, kind, low, high);
      case Key.allocated_size:
        return putNumber(segments, segment, Segment.Allocated, Segment.Odd, kind, low, high);
      case Key.active_size:
        return putNumber(segments, segment, Segment.Active, Segment.Odd, kind, low, high);
      case Key.requested_size:
        return putNumber(segments, segment, Segment.Requested, Segment.Odd, kind, low, high);
      case Key.device:
        if (kind === Kind.Number && high === 0) segments.put(segment, Segment.Device, low);
        else segments.mark(segment, Segment.Odd);
        return;
      case Key.segment_type:
        if (kind === Kind.Text) segments.put(segment, Segment.Type, low);
        return;
      case Key.segment_pool_id:
        if (kind === Kind.Pair) segments.put(segment, Segment.Pool, this.#poolName(low, high));
        return;
      case Key.is_expandable:
        if (kind === Kind.Bool) segments.put(segment, Segment.Expandable, low);
        return;
      case Key.frames:
        if (kind === Kind.List && high === Role.Frames) {
          segments.put(segment, Segment.Stack, this.frames.stackOf(low));
        }
    }
  }

  #setBlock(block: number, key: number, kind: Kind, low: number, high: number): void {
    const { blocks } = this;
    switch (key) {
      case Key.address:
        return putAddress(blocks, block, Block.Addr, Block.Odd, kind, low, high);
      case Key.size:
        return putNumber(blocks, block, Block.Size, Block.Odd, kind, low, high);
      case Key.requested_size:
        return putNumber(blocks, block, Block.Requested, Block.Odd, kind, low, high);
      case Key.state:
        if (kind === Kind.Text) blocks.put(block, Block.State, low);
        return;
      case Key.frames:
        this.#setBlockFrames(block, kind, low, high);
    }
  }

  #setHistory(block: number, key: number, kind: Kind, low: number, high: number): void {
    if (key === Key.real_size) putNumber(this.blocks, block, Block.RealSize, Block.Odd, kind, low, high);
    else if (key === Key.frames) this.#setBlockFrames(block, kind, low, high);
  }

  #setBlockFrames(block: number, kind: Kind, low: number, high: number): void {
    if (kind !== Kind.List || high !== Role.Frames || this.blocks.word(block, Block.Stack) !== 0) return;
    this.blocks.put(block, Block.Stack, this.frames.stackOf(low));
  }

  #setAnnotation(annotation: number, key: number, kind: Kind, low: number, high: number): void {
    const { annotations } = this;
    if (key === Key.name && kind === Kind.Text) annotations.put(annotation, Annotation.Name, low);
    else if (key === Key.stage && kind === Kind.Text) annotations.put(annotation, Annotation.Stage, low);
    else if (kind !== Kind.Number) return;
    else if (key === Key.device) annotations.put64(annotation, Annotation.Device, low, high);
    else if (key === Key.time_us) annotations.put64(annotation, Annotation.Time, low, high);
  }

  /** Settings of dictionaries wait for the name of the dictionary, which comes last. */
  #setSetting(role: Role, name: number, kind: Kind, low: number, high: number): void {
    const text = this.#sink.strings.text(name);
    if (role === Role.Settings && kind === Kind.Dict) {
      for (const setting of this.settings) {
        if (setting[0].startsWith(UNNAMED)) setting[0] = `${text}.${setting[0].slice(UNNAMED.length)}`;
      }
      return;
    }
    const value = this.#textOf(kind, low, high);
    if (value !== undefined) this.settings.push([role === Role.Divisions ? UNNAMED + text : text, value]);
  }

  #textOf(kind: Kind, low: number, high: number): string | undefined {
    if (kind === Kind.Text) return this.#sink.strings.text(low);
    if (kind === Kind.Number) return `${joinHalves(low, high)}`;
    if (kind === Kind.Negative) return `${BigInt.asIntN(64, joinHalves(low, high))}`;
    return kind === Kind.Bool ? `${low === 1}` : undefined;
  }

  #poolName(first: number, second: number): number {
    const text = `${first}.${second}`;
    let code = this.#pools.get(text);
    if (code === undefined) this.#pools.set(text, code = this.#sink.strings.internText(text));
    return code;
  }
}
