/**
 * Merges the entries of several devices by time, and finds blocks that are older than the first entry.
 * @module
 */

import { joinHalves } from "../../base/u64.ts";
import { EVENT_KINDS, type TraceSink } from "../../events/trace_sink.ts";
import type { Arena } from "../../memory/arena.ts";
import { instantiate } from "../../memory/wasm_module.ts";
import { Address, AddressSlot, EventState, FIRST_SLOTS, OlderBlock } from "./event_layout.ts";
import { type Exports as Kernels, WASM_BASE64 } from "./events.wasm.ts";
import { Block, Segment, type Snapshot } from "./snapshot.ts";

/** Initial capacity in older blocks. */
const FIRST_OLDER = 1024;

/** Stands for "no time"; it is later than any time. */
const NO_TIME = 0xffff_ffff_ffff_ffffn;

/** Actions, and the state fields that hold their string codes. */
const ACTIONS: readonly (readonly [EventState, string])[] = [
  [EventState.AllocText, "alloc"],
  [EventState.RequestText, "free_requested"],
  [EventState.CompletedText, "free_completed"],
  [EventState.FreeText, "free"],
  [EventState.OomText, "oom"],
];

/**
 * Blocks allocated before the first entry, except those that are freed by entries, which the kernel tracks.
 */
export interface EarlierBlocks {
  /** Blocks in segments that no entry allocates or frees. */
  readonly blocks: readonly number[];
  /** Number of blocks for which traces and segments disagree. */
  readonly differing: number;
}

/** The valid entries in time order; entries of one device keep the order of its list. */
export class OrderedEntries {
  /** The kernel on the arena. */
  readonly kernel: Kernels;
  /** Address of the kernel's `EventState`. */
  readonly pointer: number;
  readonly #arena: Arena;
  readonly #snapshot: Snapshot;

  /** Sorts the entries; invalid entries are marked and left out. */
  constructor({ arena, strings }: TraceSink, snapshot: Snapshot) {
    this.#arena = arena;
    this.#snapshot = snapshot;
    const { entries, frames } = snapshot;
    this.kernel = instantiate<Kernels>(WASM_BASE64, arena);
    this.pointer = arena.allocZeroed(EventState.Bytes);
    for (const [field, action] of ACTIONS) this.set(field, strings.internText(action));
    this.set(EventState.Entries, entries.pointer);
    this.set(EventState.Backtraces, frames.backtraces.pointer);
    this.set(EventState.CallKind, EVENT_KINDS.indexOf("call"));
    this.set(EventState.Factor, crypto.getRandomValues(new Uint32Array(1))[0]! | 1);
    this.first = undefined;
    this.set(EventState.Order, arena.alloc(4 * entries.length));
    this.#sort();
  }

  /** Number of valid entries. */
  get count(): number {
    return this.get(EventState.Count);
  }

  /** The earliest time in microseconds; undefined if there is none. */
  get first(): bigint | undefined {
    const first = this.#arena.u64[(this.pointer + EventState.First) >>> 3]!;
    return first === NO_TIME ? undefined : first;
  }

  /** Sets an earlier time, such as that of an annotation. */
  set first(first: bigint | undefined) {
    this.#arena.u64[(this.pointer + EventState.First) >>> 3] = first ?? NO_TIME;
  }

  /** Reads a word of the state. */
  get(field: EventState): number {
    return this.#arena.u32[(this.pointer + field) >>> 2]!;
  }

  /** Sets a word of the state. */
  set(field: EventState, word: number): void {
    this.#arena.u32[(this.pointer + field) >>> 2] = word;
  }

  /**
   * Finds blocks allocated before the traces begin, and matches requests to free with the blocks that they
   * end.
   */
  findExisting(isActive: (block: number) => boolean): EarlierBlocks {
    const { blocks, segments } = this.#snapshot;
    this.#makeSlots(FIRST_SLOTS);
    this.set(EventState.Older, this.#arena.alloc(FIRST_OLDER * OlderBlock.Bytes));
    this.set(EventState.OlderRoom, FIRST_OLDER);
    while (true) {
      this.kernel.followBlocks(this.pointer);
      if (this.get(EventState.At) === this.count) break;
      if (2 * this.get(EventState.Used) >= this.get(EventState.SlotCount)) {
        this.#makeSlots(2 * this.get(EventState.SlotCount));
      } else this.#growOlder();
    }
    this.set(EventState.At, 0);
    const found: number[] = [];
    let live = this.get(EventState.Live), differing = 0;
    for (let block = 0; block < blocks.length; block++) {
      if (!isActive(block)) continue;
      const device = segments.word(blocks.word(block, Block.Segment), Segment.Device);
      const addr = joinHalves(blocks.word(block, Block.Addr), blocks.word(block, Block.Addr + 4));
      const state: Address = this.kernel.stateOf(this.pointer, device, addr);
      if (state === Address.Unknown) found.push(block);
      else if (state === Address.Live) live--;
      else differing++;
    }
    this.#arena.free(this.get(EventState.Slots));
    this.set(EventState.Before, this.get(EventState.OlderCount) + found.length);
    return { blocks: found, differing: differing + Math.max(live, 0) };
  }

  /** Frees the memory. */
  close(): void {
    for (const field of [EventState.Order, EventState.Older]) this.#arena.free(this.get(field));
    this.#arena.free(this.pointer);
  }

  #sort(): void {
    const { entries, deviceStarts } = this.#snapshot;
    /** Where the entries of each device begin in the order, and where those of the last device end. */
    const bounds = [0];
    deviceStarts.forEach((from, device) => {
      this.kernel.addEntries(this.pointer, from, deviceStarts[device + 1] ?? entries.length);
      if (this.count > bounds.at(-1)!) bounds.push(this.count);
    });
    if (bounds.length > 2) this.#merge(bounds);
  }

  /** Merge sort: merges neighbouring runs until one is left. */
  #merge(bounds: readonly number[]): void {
    const arena = this.#arena, { count } = this;
    let keys = arena.alloc(8 * count), otherKeys = arena.alloc(8 * count), other = arena.alloc(4 * count);
    for (let run = 1; run < bounds.length; run++) {
      this.kernel.keyEntries(this.pointer, keys, bounds[run - 1]!, bounds[run]!);
    }
    for (let runs = bounds; runs.length > 2;) {
      const order = this.get(EventState.Order);
      const longer = [0];
      for (let run = 0; run + 1 < runs.length; run += 2) {
        const middle = runs[run + 1]!, end = runs[run + 2] ?? middle;
        this.kernel.mergeRuns(order, keys, runs[run]!, middle, end, other, otherKeys);
        longer.push(end);
      }
      this.set(EventState.Order, other);
      [other, keys, otherKeys] = [order, otherKeys, keys];
      runs = longer;
    }
    for (const each of [keys, otherKeys, other]) arena.free(each);
  }

  #makeSlots(count: number): void {
    const before = this.get(EventState.Slots), beforeCount = this.get(EventState.SlotCount);
    this.set(EventState.Slots, this.#arena.allocZeroed(count * AddressSlot.Bytes));
    this.set(EventState.SlotCount, count);
    this.kernel.moveSlots(this.pointer, before, beforeCount);
    this.#arena.free(before);
  }

  #growOlder(): void {
    const before = this.get(EventState.Older), room = this.get(EventState.OlderRoom);
    const older = this.#arena.alloc(2 * room * OlderBlock.Bytes);
    this.#arena.u8.copyWithin(older, before, before + room * OlderBlock.Bytes);
    this.#arena.free(before);
    this.set(EventState.Older, older);
    this.set(EventState.OlderRoom, 2 * room);
  }
}
