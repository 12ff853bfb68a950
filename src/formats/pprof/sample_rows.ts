/**
 * Writes stored samples as rows of the table `profile`; see samples.as.ts.
 * @module
 */

import { TRACE_LIMITS } from "../../base/limits/trace_limits.ts";
import { stagingOf } from "../../events/cells.ts";
import { layoutOf, NULLABLE } from "../../events/table_doc.ts";
import {
  BATCH_ROWS,
  type ColumnSpec,
  type RowWriter,
  type StagingColumn,
  type TraceSink,
} from "../../events/trace_sink.ts";
import { type Arena, ReadingFullError } from "../../memory/arena.ts";
import { dataSettings } from "../../memory/data_settings.ts";
import { KernelState } from "../../memory/kernel_state.ts";
import type { LabelRows } from "./label_rows.ts";
import type { Places } from "./places.ts";
import type { ProfileModel } from "./profile_model.ts";
import { kernelsOf } from "./sample_keeper.ts";
import { Label, LargeIdLocation, REQUESTED_IDS, State, Stop } from "./samples_layout.ts";
import { PLACE_COLUMNS, PPROF_DOCS } from "./table_docs.ts";
import type { Exports as Kernels } from "./samples.wasm.ts";

/** Number of samples decoded per batch. */
const SAMPLES_AT_ONCE = 1 << 12;
/** Initial capacity in words of frame lists and of labels. */
const FIRST_WORDS = 1 << 18;
const FIRST_LABELS = 1 << 13;
/**
 * Frame lists and labels of one sample may each use a `SHARE`th of the memory budget, or
 * `MIN_BACKGROUND_BYTES` if that is more.
 */
const SHARE = 8;
const LEAST_BYTES = 1 << 24;
/** Initial size of the hash table of large ids. */
const FIRST_FAR = 1 << 8;

/** State fields that hold addresses of memory to free. */
const PIECES: readonly State[] = [
  State.Weights,
  State.Sums,
  State.Depths,
  State.Lists,
  State.Labels,
  State.Near,
  State.Singles,
  State.Far,
  State.Ids,
];

/** The type of a weight. */
interface WeightType {
  readonly name: string;
  readonly unit: string;
}

/** Totals over all samples, and counts of irregular ones. */
export interface SampleSums {
  /** Sum of each weight; null if it does not fit in 64 bits. */
  readonly totals: readonly (bigint | null)[];
  /** Whether frames were left out. */
  readonly isCut: boolean;
  /** Number of frames whose location is not defined in the file. */
  readonly unknown: number;
  /** Number of samples with too few weights, and with too many. */
  readonly missing: number;
  readonly extra: number;
  /** Number of string indices that were out of range. */
  readonly outOfRange: number;
}

/** Fills the table `profile`. */
export class SampleRows {
  readonly #sink: TraceSink;
  readonly #arena: Arena;
  readonly #model: ProfileModel;
  readonly #writer: RowWriter;
  readonly #stack: StagingColumn;
  readonly #weights: number;
  readonly #kernel: Kernels;
  readonly #state: KernelState<State>;
  readonly #ids = new Uint32Array(SAMPLES_AT_ONCE);
  #farCount = 0;

  /** Opens the table, with a column per weight, and allocates memory. */
  constructor(sink: TraceSink, model: ProfileModel, types: readonly WeightType[]) {
    const { arena } = sink;
    this.#sink = sink;
    this.#arena = arena;
    this.#model = model;
    this.#weights = types.length;
    const fixed = layoutOf(
      PPROF_DOCS,
      "profile",
      { stack: NULLABLE, line: NULLABLE, addr: { ...NULLABLE, decimal: true } },
      PLACE_COLUMNS,
    );
    const weights = types.map(({ name, unit }): ColumnSpec => ({
      name,
      type: "i64",
      nanoseconds: unit === "nanoseconds",
    }));
    this.#writer = sink.table({ name: "profile", columns: [...fixed.columns, ...weights] });
    const columns = stagingOf(this.#writer, "index", "stack", "func", "file", "line", "addr", "module");
    this.#stack = columns.stack;
    this.#kernel = kernelsOf(arena);
    this.#state = new KernelState(arena, State.Bytes);
    const { smallIds } = model.locationIds;
    this.#state.set(State.Near, arena.allocZeroed(4 * smallIds));
    this.#state.set(State.Singles, arena.allocZeroed(4 * smallIds));
    this.#state.set(State.NearCount, smallIds);
    this.#setFar(FIRST_FAR);
    this.#state.setWide(
      State.Factor,
      crypto.getRandomValues(new BigUint64Array(1))[0]! |
        1n,
    );
    this.#state.set(State.Budget, TRACE_LIMITS.profileFrames.most);
    this.#state.set(State.WeightCount, types.length);
    this.#state.set(State.Weights, arena.alloc(4 * types.length));
    this.#state.set(State.Sums, arena.allocZeroed(16 * types.length));
    types.forEach(({ name }, at) => {
      arena.u32[(this.#state.word(State.Weights) >>> 2) + at] = this.#writer.column(name).pointer;
    });
    this.#state.set(State.Depths, arena.alloc(4 * SAMPLES_AT_ONCE));
    this.#state.set(State.Ids, arena.alloc(8 * REQUESTED_IDS));
    this.#setLists(FIRST_WORDS);
    this.#setLabels(FIRST_LABELS);
    this.#state.set(State.Indexes, columns.index.pointer);
    this.#state.set(State.Funcs, columns.func.pointer);
    this.#state.set(State.Files, columns.file.pointer);
    this.#state.set(State.Lines, columns.line.pointer);
    this.#state.set(State.LineNulls, columns.line.nullsPointer);
    this.#state.set(State.Addrs, columns.addr.pointer);
    this.#state.set(State.AddrNulls, columns.addr.nullsPointer);
    this.#state.set(State.Modules, columns.module.pointer);
  }

  /** Totals of the samples so far. */
  get sums(): SampleSums {
    const at = this.#state.word(State.Sums) >>> 3;
    const totals = Array.from({ length: this.#weights }, (_, weight) => {
      const low = this.#arena.u64[at + 2 * weight]!, high = this.#arena.u64[at + 2 * weight + 1]!;
      const total = low + (BigInt.asIntN(64, high) << 32n);
      return BigInt.asIntN(64, total) === total ? total : null;
    });
    return {
      totals,
      isCut: this.#state.word(State.IsCut) !== 0,
      unknown: this.#state.word(State.Unknown),
      missing: this.#state.word(State.Missing),
      extra: this.#state.word(State.Extra),
      outOfRange: this.#state.word(State.OutOfRange),
    };
  }

  /**
   * Writes all rows and their labels. Throws `ReadingFullError` when the memory for stacks is full; rows
   * written before are kept.
   */
  write(places: Places, labels: LabelRows): void {
    const { samples } = this.#model;
    try {
      for (let piece = samples.shift(); piece !== undefined; piece = samples.shift()) {
        try {
          this.#state.set(State.Place, piece.pointer);
          this.#state.set(State.End, piece.end);
          while (!this.#decode(places, labels));
          this.#settle(labels);
        } finally {
          samples.free(piece);
        }
      }
    } finally {
      if (this.#writer.count > 0) this.#writer.flush();
      labels.finish();
    }
  }

  /** Frees the kernel's memory. */
  close(): void {
    for (const field of PIECES) this.#arena.free(this.#state.word(field));
    this.#state.close();
  }

  /** Decodes samples until the kernel stops, and handles the reason; returns true at the end of the piece. */
  #decode(places: Places, labels: LabelRows): boolean {
    const { count } = this.#writer;
    const waiting = this.#state.word(State.Decoded);
    this.#state.set(State.Row, count + waiting);
    this.#state.set(State.Rows, Math.min(BATCH_ROWS, count + SAMPLES_AT_ONCE));
    this.#state.set(State.Locations, places.locations.pointer);
    this.#state.set(State.Frames, places.frames.pointer);
    const stop: Stop = this.#kernel.decode(this.#state.pointer);
    if (stop === Stop.Locations) this.#addLocations(places);
    else if (this.#state.word(State.Decoded) > 0) this.#settle(labels);
    else if (stop === Stop.Lists) this.#setLists(2 * this.#state.word(State.ListRoom));
    else if (stop === Stop.Labels) this.#setLabels(2 * this.#state.word(State.LabelRoom));
    return stop === Stop.End;
  }

  /** Creates the stacks of the decoded samples, and commits their rows and labels. */
  #settle(labels: LabelRows): void {
    const count = this.#state.word(State.Decoded);
    if (count === 0) return;
    const writer = this.#writer;
    const { u32 } = this.#arena;
    const ids = this.#ids.subarray(0, count);
    const lists = this.#state.word(State.Lists) >>> 2, depths = this.#state.word(State.Depths) >>> 2;
    this.#sink.stacks.stackAll(
      u32.subarray(lists, lists + this.#state.word(State.ListLength)),
      u32.subarray(depths, depths + count),
      ids,
    );
    this.#stack.u32.set(ids, writer.count);
    for (let at = 0; at < count; at++) this.#stack.nulls[writer.count + at] = ids[at] === 0 ? 1 : 0;
    this.#kernel.sum(this.#state.pointer, count);
    writer.count += count;
    if (writer.count === BATCH_ROWS) writer.flush();
    labels.write(this.#state.word(State.Labels), this.#state.word(State.LabelCount));
    this.#state.set(State.Decoded, 0);
    this.#state.set(State.ListLength, 0);
    this.#state.set(State.LabelCount, 0);
  }

  /** Adds the unknown locations that stopped the kernel. */
  #addLocations(places: Places): void {
    const count = this.#state.word(State.IdCount);
    this.#makeFarRoom(this.#farCount + count);
    for (let at = 0; at < count; at++) {
      if (this.#kernel.isLocationKnown(this.#state.pointer, at)) continue;
      const id = (this.#state.word(State.Ids) >>> 2) + 2 * at;
      const low = this.#arena.u32[id]!, high = this.#arena.u32[id + 1]!;
      const location = places.add(low, high);
      if (high === 0 && low < this.#state.word(State.NearCount)) {
        this.#arena.u32[(this.#state.word(State.Near) >>> 2) + low] = location + 1;
        this.#arena.u32[(this.#state.word(State.Singles) >>> 2) + low] = places.single(location);
      } else {
        this.#farCount++;
        this.#kernel.addLargeId(this.#state.pointer, at, location);
      }
    }
  }

  /** Grows the hash table of large ids so that `count` entries fill at most half of it. */
  #makeFarRoom(count: number): void {
    const room = this.#state.word(State.FarMask) + 1;
    if (2 * count <= room) return;
    const before = this.#state.word(State.Far);
    let longer = 2 * room;
    while (longer < 2 * count) longer *= 2;
    this.#setFar(longer);
    this.#kernel.moveLargeIds(this.#state.pointer, before, room);
    this.#arena.free(before);
  }

  #setFar(room: number): void {
    this.#state.set(State.Far, this.#arena.allocZeroed(room * LargeIdLocation.Bytes));
    this.#state.set(State.FarMask, room - 1);
  }

  #setLists(words: number): void {
    this.#state.set(State.Lists, this.#replaced(State.Lists, 4 * words));
    this.#state.set(State.ListRoom, words);
  }

  #setLabels(count: number): void {
    this.#state.set(State.Labels, this.#replaced(State.Labels, count * Label.Bytes));
    this.#state.set(State.LabelRoom, count);
  }

  /** Replaces a buffer by a longer one without keeping its content. Throws `ReadingFullError`. */
  #replaced(field: State, bytes: number): number {
    if (bytes > Math.max(LEAST_BYTES, dataSettings().budget / SHARE)) {
      throw new ReadingFullError("one sample of the profile", bytes);
    }
    const pointer = this.#arena.alloc(bytes);
    this.#arena.free(this.#state.word(field));
    return pointer;
  }
}
