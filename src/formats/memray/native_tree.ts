/**
 * Native stacks as the file stores them: a tree of return addresses, and the modules loaded at the time.
 * @module
 */

import { binarySearch } from "../../base/binary_search.ts";
import { highHalf, joinHalves, lowHalf } from "../../base/u64.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import { AddressTree } from "../address_tree.ts";
import { type FrameNames, type FunctionAt, nameFrames } from "../../events/code_place.ts";
import type { Exports as Kernels } from "./decoder.wasm.ts";

/** Number of frames per stack that are always stored. */
const FRAMES_PER_STACK = 256;
const NO_NAMES: FrameNames = { func: 0, file: 0, line: 0 };

/** A module at its load address. */
interface Module {
  readonly name: number;
  readonly base: bigint;
  /** End of its last segment. */
  readonly end: bigint;
}

/** A memory range that belongs to a module. */
interface Segment {
  readonly from: bigint;
  readonly to: bigint;
  readonly module: Module;
}

/** Keeps the tree and the modules, and makes native stacks from them. */
export class NativeTree {
  readonly #sink: TraceSink;
  readonly #functionAt: FunctionAt | undefined;
  readonly #tree: AddressTree;
  #segments: Segment[] = [];
  #isSorted = true;

  /** Creates a tree without frames. */
  constructor(sink: TraceSink, kernel: Kernels, functionAt: FunctionAt | undefined) {
    this.#sink = sink;
    this.#functionAt = functionAt;
    this.#tree = new AddressTree(sink, kernel, FRAMES_PER_STACK, (address) => this.#framesAt(address));
  }

  /** Address of the `Tree` state that the kernel reads. */
  get pointer(): number {
    return this.#tree.pointer;
  }

  /** Whether frames of a stack had to be left out. */
  get cut(): boolean {
    return this.#tree.cut;
  }

  /**
   * Adds the next frame: its return address, and the number of its caller's frame. Frames are numbered from
   * 1.
   */
  add(low: number, high: number, parent: number): void {
    this.#tree.add(joinHalves(low, high), parent);
  }

  /** Makes room for another frame. Throws `ReadingFullError`. */
  makeRoom(): void {
    this.#tree.makeRoom();
  }

  /** Starts a new list of modules; stacks made from here on are resolved against it. */
  beginModules(): void {
    this.#segments = [];
    this.#tree.forget();
  }

  /** Adds a module; each segment is an offset from `base` and a size. */
  addModule(name: number, base: bigint, segments: readonly (readonly [from: bigint, size: bigint])[]): void {
    const end = segments.reduce((most, [from, size]) => from + size > most ? from + size : most, 0n);
    const module = { name, base, end: base + end };
    for (const [from, size] of segments) {
      this.#segments.push({ from: base + from, to: base + from + size, module });
    }
    this.#isSorted = false;
  }

  /** Stack id of a frame; 0 if it has none. */
  stack(number: number): number {
    const tree = this.#tree;
    if (number === 0 || number > tree.count) return 0;
    const known = tree.known(number);
    if (known !== undefined) return known;
    const stack = tree.stack(number);
    tree.keep(number, stack);
    return stack;
  }

  /** Frees the tree's memory. */
  close(): void {
    this.#tree.close();
  }

  /** Frames at an address, innermost first: inlined functions precede their callers. */
  #framesAt(address: bigint): { id: number; isHidden: boolean }[] {
    // A return address may lie just past its function, if the call was the last instruction.
    const inside = address > 0n ? address - 1n : 0n;
    const module = this.#segmentAt(inside)?.module;
    const { strings, stacks } = this.#sink;
    const later = module && this.#sink.unnamedFrame;
    const place = module &&
      this.#functionAt?.(strings.text(module.name), module.base, module.end, address, true);
    const offset = module ? inside - module.base : 0n;
    const bare = {
      ...NO_NAMES,
      addrLow: lowHalf(address),
      addrHigh: highHalf(address),
      hasAddr: true,
      module: module?.name ?? 0,
      offsetLow: lowHalf(offset),
      offsetHigh: highHalf(offset),
      hasOffset: module !== undefined,
    };
    if (later) {
      const range = { module: module.name, from: module.base, to: module.end, isWhole: true };
      return [{ id: later(bare, range), isHidden: false }];
    }
    return (place ? nameFrames(place, strings) : [NO_NAMES]).map((names) => ({
      id: stacks.frame({ ...bare, ...names }),
      isHidden: false,
    }));
  }

  #segmentAt(address: bigint): Segment | undefined {
    const segments = this.#segments;
    if (!this.#isSorted) {
      segments.sort((left, right) => left.from < right.from ? -1 : left.from > right.from ? 1 : 0);
      this.#isSorted = true;
    }
    const found = segments[binarySearch(segments.length, (at) => segments[at]!.from > address) - 1];
    return found && address < found.to ? found : undefined;
  }
}
