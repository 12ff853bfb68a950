/**
 * The order of the entries of several devices, and blocks from before the first entry.
 * @module
 */

import type { AddressMap } from "../address_map.ts";
import { Block, Entry, Segment, type Snapshot } from "./snapshot.ts";

/** What an entry does to a block. */
export enum Effect {
  /** Nothing: segments, errors, snapshots, notes. */
  None = 0,
  Alloc,
  /** The program gave the block back; another stream may use it still. */
  Request,
  Free,
}

/** Entries that can be read, in the order of time: those of one device stay in the order of its list. */
export function mergedOrder(snapshot: Snapshot, isSound: (entry: number) => boolean): Uint32Array {
  const { entries, deviceStarts } = snapshot;
  const order = new Uint32Array(entries.length);
  let count = 0;
  const queues = deviceStarts.map((from, device) => ({
    at: from,
    end: deviceStarts[device + 1] ?? entries.length,
  }))
    .filter(({ at, end }) => at < end)
    .map((range) => new DeviceQueue(snapshot, range, isSound));
  if (queues.length === 1) {
    for (const [queue] = queues; !queue!.done; queue!.next()) order[count++] = queue!.entry;
    return order.subarray(0, count);
  }
  while (true) {
    let first: DeviceQueue | undefined;
    for (const queue of queues) if (!queue.done && (!first || queue.isBefore(first))) first = queue;
    if (!first) return order.subarray(0, count);
    order[count++] = first.entry;
    first.next();
  }
}

/** The entries of a device that are not in order yet. */
class DeviceQueue {
  readonly #snapshot: Snapshot;
  readonly #isSound: (entry: number) => boolean;
  readonly #end: number;
  /** Its first entry. */
  entry: number;
  /** The latest time so far: a clock that goes back once does not turn the list round. */
  #low = 0;
  #high = 0;

  constructor(
    snapshot: Snapshot,
    { at, end }: { readonly at: number; readonly end: number },
    isSound: (entry: number) => boolean,
  ) {
    this.#snapshot = snapshot;
    this.#isSound = isSound;
    this.#end = end;
    this.entry = at - 1;
    this.next();
  }

  get done(): boolean {
    return this.entry >= this.#end;
  }

  /** Whether its first entry comes before that of another device, which stands before this one. */
  isBefore(other: DeviceQueue): boolean {
    return this.#high < other.#high || (this.#high === other.#high && this.#low < other.#low);
  }

  next(): void {
    do this.entry++; while (this.entry < this.#end && !this.#isSound(this.entry));
    if (this.done) return;
    const { entries } = this.#snapshot;
    const low = entries.word(this.entry, Entry.Time), high = entries.word(this.entry, Entry.Time + 1);
    if (high > this.#high || (high === this.#high && low > this.#low)) [this.#low, this.#high] = [low, high];
  }
}

/** A block that is older than the first entry: the entry or the block of a segment that tells of it. */
export interface Existing {
  /** Entries of frees without an allocation. */
  readonly entries: readonly number[];
  /** Blocks of segments that no entry allocates or frees. */
  readonly blocks: readonly number[];
  /** Blocks of which trace and segments do not say the same. */
  readonly differing: number;
}

/** States of an address while the entries of its device are gone through. */
const [GONE, LIVE] = [0, 1];

/** Finds the blocks that were allocated before the traces begin; `state` has no address yet. */
export function findExisting(
  snapshot: Snapshot,
  order: Uint32Array,
  effectOf: (entry: number) => Effect,
  isActive: (block: number) => boolean,
  state: AddressMap,
): Existing {
  const { entries, blocks, segments } = snapshot;
  const fromEntries: number[] = [], fromBlocks: number[] = [];
  let live = 0;
  for (const entry of order) {
    const effect = effectOf(entry);
    if (effect === Effect.None) continue;
    const device = entries.word(entry, Entry.Device);
    const low = entries.word(entry, Entry.Addr), high = entries.word(entry, Entry.Addr + 1);
    const before = state.get(device, low, high);
    if (effect === Effect.Alloc) {
      if (before !== LIVE) live++;
      state.set(device, low, high, LIVE);
      continue;
    }
    // A completed free may follow a request that is not there any more.
    if (before === -1) fromEntries.push(entry);
    if (effect === Effect.Free) {
      if (before === LIVE) live--;
      state.set(device, low, high, GONE);
    } else if (before === -1) {
      live++;
      state.set(device, low, high, LIVE);
    }
  }
  let differing = 0;
  for (let block = 0; block < blocks.length; block++) {
    if (!isActive(block)) continue;
    const device = segments.word(blocks.word(block, Block.Segment), Segment.Device);
    const found = state.get(device, blocks.word(block, Block.Addr), blocks.word(block, Block.Addr + 1));
    if (found === -1) fromBlocks.push(block);
    else if (found === LIVE) live--;
    else differing++;
  }
  return { entries: fromEntries, blocks: fromBlocks, differing: differing + Math.max(live, 0) };
}
