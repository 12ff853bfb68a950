/**
 * The content of a snapshot as read from the pickle: trace entries, segments with their blocks, annotations
 * and settings, not yet sorted.
 * @module
 */

import { joinHalves } from "../../base/u64.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import { FrameLists } from "./frame_lists.ts";
import type { PickleBuilder, PickleIrregularity } from "./pickle_machine.ts";
import { DEVICE_FREE, EMPTY_STACK, Entry, INVALID_VALUE, Key, Kind, Role, State } from "./pickle_layout.ts";
import type { PickleState } from "./pickle_state.ts";
import { Records } from "./records.ts";

/** Fields of a segment: byte offsets. */
export enum Segment {
  Addr = 4,
  Size = 12,
  Allocated = 20,
  Active = 28,
  Requested = 36,
  Stream = 44,
  Device = 52,
  Type = 56,
  Pool = 60,
  Expandable = 64,
  Stack = 68,
  /** Number of blocks. */
  Blocks = 72,
  Bytes = 76,
}

/** Fields of a block: byte offsets. */
export enum Block {
  Segment = 4,
  Addr = 8,
  Size = 16,
  Requested = 24,
  /** Requested size in files written before PyTorch 2.1. */
  RealSize = 32,
  State = 40,
  Stack = 44,
  Bytes = 48,
  /**
   * Set if an item of its history was read; only the first item, which is the latest, counts. A flag without
   * a word.
   */
  History = 116,
}

/** Fields of an annotation: byte offsets. */
export enum Annotation {
  Name = 4,
  Stage = 8,
  Device = 12,
  Time = 20,
  Bytes = 28,
}

/** Returns the field that contains the requested bytes of a block; older files use another one. */
export function requestedField({ blocks }: Snapshot, block: number): Block.Requested | Block.RealSize {
  return blocks.has(block, Block.Requested) ? Block.Requested : Block.RealSize;
}

/** The record of dictionaries that are ignored. */
const IGNORED_RECORD = 0xffff_ffff;

/** Prefix of settings in a nested dictionary until the dictionary's own name is known. */
const UNNAMED = "\0";

const MESSAGES: Readonly<Record<PickleIrregularity, string>> = {
  "bad-key": "A key of a dictionary is not a text",
  "bad-structure": "A list or dictionary ends too early, or holds something unexpected",
  "missing-memo": "The pickle refers to a memo entry that was never written",
  "long-text": "A text is longer than in any real snapshot",
};

/** Sets an address or pointer; PyTorch's C++ side writes values of 2^63 or more as negative numbers. */
function putAddress(
  records: Records,
  record: number,
  field: number,
  kind: Kind,
  low: number,
  high: number,
): void {
  if (kind === Kind.Number || kind === Kind.Negative) records.put64(record, field, low, high);
  else if (kind !== Kind.None) records.mark(record, INVALID_VALUE);
}

/** Sets a number that cannot be negative. */
function putNumber(
  records: Records,
  record: number,
  field: number,
  kind: Kind,
  low: number,
  high: number,
): void {
  if (kind === Kind.Number) records.put64(record, field, low, high);
  else if (kind !== Kind.None) records.mark(record, INVALID_VALUE);
}

/**
 * Collects a snapshot. The kernel writes most entries, frames and frame lists itself; this class handles the
 * rest.
 */
export class Snapshot implements PickleBuilder {
  readonly #sink: TraceSink;
  readonly #state: PickleState;
  /** Segments of all devices. */
  readonly segments: Records;
  /** Blocks of all segments. */
  readonly blocks: Records;
  /** Annotations: time ranges that the program has named. */
  readonly annotations: Records;
  /** The backtraces of the snapshot. */
  readonly frames: FrameLists;
  /** First entry of each device; its list ends where the next one begins. */
  readonly deviceStarts: number[] = [];
  /** Free memory of the device at each out-of-memory error, by entry number. */
  readonly deviceFree = new Map<number, bigint>();
  /** Names and values of settings, in file order. */
  readonly settings: [name: string, value: string][] = [];
  readonly #pools = new Map<string, number>();

  /** Creates an empty snapshot. */
  constructor(sink: TraceSink, state: PickleState) {
    this.#sink = sink;
    this.#state = state;
    this.frames = new FrameLists(sink, state);
    this.segments = new Records(sink.arena, Segment.Bytes);
    this.blocks = new Records(sink.arena, Block.Bytes);
    this.annotations = new Records(sink.arena, Annotation.Bytes);
  }

  /** Entries of the traces of all devices, in the order of the file. */
  get entries(): Records {
    return this.#state.entries;
  }

  open(role: Role, parent: number): number {
    switch (role) {
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
        if (parent === IGNORED_RECORD || this.blocks.has(parent, Block.History)) return IGNORED_RECORD;
        this.blocks.mark(parent, Block.History);
        return parent;
      }
      case Role.Annotation:
        return this.annotations.add();
      default:
        // A list shares the record of the container that it belongs to.
        return parent;
    }
  }

  set(role: Role, record: number, key: number, name: number, kind: Kind, low: number, high: number): void {
    switch (role) {
      case Role.Entry:
        return this.#setEntry(record, key, kind, low, high);
      case Role.Block:
        return this.#setBlock(record, key, kind, low, high);
      case Role.HistoryItem:
        if (record !== IGNORED_RECORD) this.#setHistory(record, key, kind, low, high);
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

  odd(code: PickleIrregularity, offset: number): void {
    const severity = code === "bad-structure" || code === "missing-memo" ? "error" : "warning";
    this.#sink.problem({
      severity,
      code,
      offset,
      record: 0,
      message: MESSAGES[code],
      handling: "left it out",
    });
  }

  /** Sets fields that the kernel does not handle: new backtraces, new pools, and free memory. */
  #setEntry(entry: number, key: number, kind: Kind, low: number, high: number): void {
    const { entries } = this;
    if (key === Key.frames) entries.put(entry, Entry.Stack, this.frames.stackOf(low));
    else if (key === Key.pool_id) {
      const name = this.#poolName(low, high);
      this.#state.set(State.PoolFirst, low);
      this.#state.set(State.PoolSecond, high);
      this.#state.set(State.PoolName, name);
      entries.put(entry, Entry.Pool, name);
    } else if (key === Key.device_free && kind === Kind.Number) {
      entries.mark(entry, DEVICE_FREE);
      this.deviceFree.set(entry, joinHalves(low, high));
    }
  }

  #setSegment(segment: number, key: number, kind: Kind, low: number, high: number): void {
    const { segments } = this;
    switch (key) {
      case Key.address:
        return putAddress(segments, segment, Segment.Addr, kind, low, high);
      case Key.stream:
        return putAddress(segments, segment, Segment.Stream, kind, low, high);
      case Key.total_size:
        return putNumber(segments, segment, Segment.Size, kind, low, high);
      case Key.allocated_size:
        return putNumber(segments, segment, Segment.Allocated, kind, low, high);
      case Key.active_size:
        return putNumber(segments, segment, Segment.Active, kind, low, high);
      case Key.requested_size:
        return putNumber(segments, segment, Segment.Requested, kind, low, high);
      case Key.device:
        if (kind === Kind.Number && high === 0) segments.put(segment, Segment.Device, low);
        else segments.mark(segment, INVALID_VALUE);
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
        return putAddress(blocks, block, Block.Addr, kind, low, high);
      case Key.size:
        return putNumber(blocks, block, Block.Size, kind, low, high);
      case Key.requested_size:
        return putNumber(blocks, block, Block.Requested, kind, low, high);
      case Key.state:
        if (kind === Kind.Text) blocks.put(block, Block.State, low);
        return;
      case Key.frames:
        this.#setBlockFrames(block, kind, low, high);
    }
  }

  #setHistory(block: number, key: number, kind: Kind, low: number, high: number): void {
    if (key === Key.real_size) putNumber(this.blocks, block, Block.RealSize, kind, low, high);
    else if (key === Key.frames) this.#setBlockFrames(block, kind, low, high);
  }

  #setBlockFrames(block: number, kind: Kind, low: number, high: number): void {
    if (kind !== Kind.List || high !== Role.Frames) return;
    // A stack without frames is replaced if a real one follows.
    if (this.blocks.word(block, Block.Stack) > EMPTY_STACK) return;
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

  /**
   * Adds a setting. Settings in a nested dictionary are kept until the name of the dictionary is known, which
   * comes last.
   */
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

  /** Frees the memory. */
  close(): void {
    for (const each of [this.segments, this.blocks, this.annotations, this.entries]) each.close();
    this.frames.close();
  }
}
