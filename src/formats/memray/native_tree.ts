/**
 * Native stacks as the file has them: a tree of return addresses, and the list of modules that holds at a time.
 * @module
 */

import { firstWhere } from "../../base/first_where.ts";
import { TRACE_LIMITS } from "../../base/limits/trace_limits.ts";
import { highHalf, joinHalves, lowHalf } from "../../base/u64.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import { KernelState } from "../../memory/kernel_state.ts";
import type { FunctionAt } from "../format.ts";
import { type FrameNames, namedFrames } from "../named_frames.ts";
import { ArenaList } from "../arena_list.ts";
import { ListGrowth } from "../list_growth.ts";
import type { Exports as Kernels } from "./decoder.wasm.ts";
import { FRAMES_PER_STACK, Lack, NativeFrame, Natives, Place } from "./native_layout.ts";

const FIRST_SLOTS = 1024;
const SPARE_FRAMES = TRACE_LIMITS.profileFrames.most;
const NO_NAMES: FrameNames = { func: 0, file: 0, line: 0 };

/** A module where it was loaded. */
interface Module {
  readonly name: number;
  readonly base: bigint;
  /** End of its last segment. */
  readonly end: bigint;
}

/** A stretch of memory that a module lies in. */
interface Segment {
  readonly from: bigint;
  readonly to: bigint;
  readonly module: Module;
}

/** Addresses, modules, and stacks of them. */
export class NativeTree {
  readonly #sink: TraceSink;
  readonly #kernel: Kernels;
  readonly #functionAt: FunctionAt | undefined;
  readonly #natives: KernelState<Natives>;
  /** The kernel counts both. */
  readonly #frames: ArenaList;
  readonly #places: ArenaList;
  /** Frames of addresses in the pool, of the modules at hand. */
  readonly #ids: ArenaList;
  readonly #list: ArenaList;
  readonly #growth = new ListGrowth(NativeFrame.Bytes / 4);
  #slots: number;
  #generation = 1;
  #segments: Segment[] = [];
  #isSorted = true;
  #budget = SPARE_FRAMES;
  /** Whether frames of a stack had to be left out. */
  cut = false;

  /** Empty. */
  constructor(sink: TraceSink, kernel: Kernels, functionAt: FunctionAt | undefined) {
    const { arena } = sink;
    this.#sink = sink;
    this.#kernel = kernel;
    this.#functionAt = functionAt;
    this.#natives = new KernelState(arena, Natives.Bytes);
    this.#frames = new ArenaList(arena, NativeFrame.Bytes);
    this.#places = new ArenaList(arena, Place.Bytes);
    this.#ids = new ArenaList(arena, 4);
    this.#list = new ArenaList(arena, 4);
    this.#slots = arena.allocZeroed(4 * FIRST_SLOTS);
    this.#natives.setWide(Natives.Seed, crypto.getRandomValues(new BigUint64Array(1))[0]!);
    this.#natives.set(Natives.SlotMask, FIRST_SLOTS - 1);
    this.#natives.set(Natives.Generation, this.#generation);
    this.#lend();
  }

  /** Where `Natives` are. */
  get pointer(): number {
    return this.#natives.pointer;
  }

  /** Takes the next frame, numbered from 1: a return address, and the number of the frame that called. */
  add(low: number, high: number, parent: number): void {
    while (this.#kernel.addNative(this.pointer, joinHalves(low, high), parent) === 0) this.makeRoom();
  }

  /** Makes room for another frame at another address. Throws `ReadingFullError`. */
  makeRoom(): void {
    const natives = this.#natives;
    const count = natives.word(Natives.FrameCount), places = natives.word(Natives.PlaceCount);
    this.#growth.bytesFor(2 * count * NativeFrame.Bytes, 0);
    this.#frames.length = count;
    this.#frames.reserve(count + 1);
    this.#places.length = places;
    this.#places.reserve(places + 1);
    const slots = natives.word(Natives.SlotMask) + 1;
    const isCrowded = 2 * places + 2 > slots;
    if (isCrowded) {
      const { arena } = this.#sink;
      const before = this.#slots;
      this.#slots = arena.allocZeroed(8 * slots);
      natives.set(Natives.SlotMask, 2 * slots - 1);
      arena.free(before);
    }
    this.#lend();
    if (isCrowded) this.#kernel.fillPlaces(this.pointer);
  }

  /** A new list of modules begins: stacks are shown anew from here on. */
  beginModules(): void {
    this.#segments = [];
    this.#natives.set(Natives.Generation, ++this.#generation);
    this.#ids.length = 0;
  }

  /** A module by its name, with its segments: their places from its base on, and their sizes. */
  addModule(name: number, base: bigint, segments: readonly (readonly [from: bigint, size: bigint])[]): void {
    const end = segments.reduce((most, [from, size]) => from + size > most ? from + size : most, 0n);
    const module = { name, base, end: base + end };
    for (const [from, size] of segments) {
      this.#segments.push({ from: base + from, to: base + from + size, module });
    }
    this.#isSorted = false;
  }

  /** The stack of a frame by number; 0 where it has none. */
  stack(number: number): number {
    const natives = this.#natives;
    if (number === 0 || number > natives.word(Natives.FrameCount)) return 0;
    if (this.#frames.word(number - 1, NativeFrame.Generation) === this.#generation) {
      return this.#frames.word(number - 1, NativeFrame.Stack);
    }
    this.#budget += FRAMES_PER_STACK;
    const most = Math.min(Math.max(0, this.#budget), 0x7fff_ffff);
    natives.set(Natives.Next, number);
    natives.set(Natives.Depth, 0);
    natives.set(Natives.Cut, 0);
    let lack: Lack;
    while ((lack = this.#kernel.listNative(this.pointer, most)) !== Lack.Nothing) {
      if (lack === Lack.Names) {
        this.#name(this.#frames.word(natives.word(Natives.Next) - 1, NativeFrame.Place));
      } else this.#list.reserve(this.#list.room + 1);
      this.#lend();
    }
    const depth = natives.word(Natives.Depth);
    this.#budget -= depth;
    if (natives.word(Natives.Cut) !== 0) this.cut = true;
    const { arena, stacks } = this.#sink;
    const stack = stacks.stack(arena.u32, this.#list.pointer >>> 2, depth);
    this.#frames.set(number - 1, NativeFrame.Stack, stack);
    this.#frames.set(number - 1, NativeFrame.Generation, this.#generation);
    return stack;
  }

  /** Gives the memory back. */
  close(): void {
    for (const each of [this.#frames, this.#places, this.#ids, this.#list, this.#natives]) each.close();
    this.#sink.arena.free(this.#slots);
  }

  /** Points the kernel at lists that may have moved. */
  #lend(): void {
    const natives = this.#natives;
    natives.set(Natives.Frames, this.#frames.pointer);
    natives.set(Natives.FrameRoom, this.#frames.room);
    natives.set(Natives.Places, this.#places.pointer);
    natives.set(Natives.PlaceRoom, this.#places.room);
    natives.set(Natives.Slots, this.#slots);
    natives.set(Natives.Ids, this.#ids.pointer);
    natives.set(Natives.List, this.#list.pointer);
    natives.set(Natives.ListRoom, this.#list.room);
  }

  /** Finds out the frames of an address by its number: functions that were inlined there first. */
  #name(at: number): void {
    const { arena, strings, stacks } = this.#sink;
    const address = arena.u64[(this.#places.pointer + at * Place.Bytes + Place.Address) >>> 3]!;
    // A return address may lie behind the last instruction of its function.
    const inside = address > 0n ? address - 1n : 0n;
    const module = this.#segmentAt(inside)?.module;
    const place = module &&
      this.#functionAt?.(strings.text(module.name), module.base, module.end, address, true);
    const offset = module ? inside - module.base : 0n;
    const first = this.#ids.length;
    for (const names of place ? namedFrames(place, strings) : [NO_NAMES]) {
      const frame = stacks.frame({
        addrLow: lowHalf(address),
        addrHigh: highHalf(address),
        hasAddr: true,
        ...names,
        module: module?.name ?? 0,
        offsetLow: lowHalf(offset),
        offsetHigh: highHalf(offset),
        hasOffset: module !== undefined,
      });
      this.#ids.set(this.#ids.add(), 0, frame);
    }
    this.#places.set(at, Place.First, first);
    this.#places.set(at, Place.Count, this.#ids.length - first);
    this.#places.set(at, Place.Generation, this.#generation);
  }

  #segmentAt(address: bigint): Segment | undefined {
    const segments = this.#segments;
    if (!this.#isSorted) {
      segments.sort((left, right) => left.from < right.from ? -1 : left.from > right.from ? 1 : 0);
      this.#isSorted = true;
    }
    const found = segments[firstWhere(segments.length, (at) => segments[at]!.from > address) - 1];
    return found && address < found.to ? found : undefined;
  }
}
