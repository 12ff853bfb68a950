/**
 * Stores backtraces as the recorder writes them: as a tree of addresses. The module and names of an address
 * are looked up when a block is allocated there.
 * @module
 */

import { highHalf, joinHalves, lowHalf } from "../../base/u64.ts";
import type { CodeRange } from "../../events/unnamed_frames.ts";
import type { Frame } from "../../events/stack_pool.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import { AddressTree } from "../address_tree.ts";
import { AllocatorCodes } from "../allocator_names.ts";
import { type FunctionAt, nameFrames } from "../../events/code_place.ts";
import type { Exports as Kernels } from "./decoder.wasm.ts";
import type { NamedFrame, NamedTraces } from "./named_traces.ts";
import type { ShownPlace } from "./line_decoder.ts";
import type { Module, Modules } from "./modules.ts";

/** This many frames per backtrace are always kept; the recorder writes no more addresses than this. */
const FRAMES_PER_STACK = 64;

const NO_NAME: NamedFrame = { func: 0, file: 0, line: 0, module: 0 };

/** Sources of names for addresses. */
interface Naming {
  readonly modules: Modules;
  /** Backtraces in the interpreted data of this recording, if there is any. */
  readonly named: NamedTraces | undefined;
  /** Looks up addresses in the programs that are available. */
  readonly functionAt: FunctionAt | undefined;
  /** Whether addresses are inside the call instruction; in old files they are after it. */
  readonly inCall: boolean;
}

/** The tree of addresses, with the stack and frame that is shown for each path. */
export class CodePaths {
  readonly #sink: TraceSink;
  readonly #naming: Naming;
  /** The tree; the kernel adds traces to it as well. */
  readonly tree: AddressTree;
  readonly #allocators: AllocatorCodes;
  /** Number of traces already compared with the interpreted data. */
  #compared = 0;

  /** Creates an empty tree. */
  constructor(sink: TraceSink, kernel: Kernels, naming: Naming) {
    this.#sink = sink;
    this.#naming = naming;
    this.#allocators = new AllocatorCodes(sink.strings);
    this.tree = new AddressTree(
      sink,
      kernel,
      FRAMES_PER_STACK,
      (address, trace) => this.#framesAt(address, trace),
    );
  }

  /** Number of traces. */
  get count(): number {
    return this.tree.count;
  }

  /** Adds a trace: an address, and the number of its caller's trace. */
  add(low: number, high: number, parent: number): void {
    this.tree.add(joinHalves(low, high), parent);
    this.compare();
  }

  /** Compares new traces with those of the interpreted data. */
  compare(): void {
    const { named } = this.#naming;
    if (!named) return;
    const { count } = this.tree;
    for (; this.#compared < count && named.difference === ""; this.#compared++) {
      const trace = this.#compared + 1, address = this.tree.addressOf(trace);
      named.check(trace, lowHalf(address), highHalf(address), this.tree.parentOf(trace));
    }
  }

  /**
   * Returns what is shown for a trace, numbered from 1: its stack, and the innermost frame that is not an
   * allocator.
   */
  placeOf(trace: number): ShownPlace {
    const stack = this.tree.stack(trace);
    const { func, file, line, module } = this.#sink.stacks.describeFrame(this.tree.shown);
    return { stack, func, file, line, module };
  }

  #framesAt(address: bigint, trace: number): { id: number; isHidden: boolean }[] {
    const { modules, named } = this.#naming;
    const module = modules.find(address);
    const { stacks } = this.#sink;
    const known = named?.framesOf(trace, module?.name ?? 0);
    if (!known && module && this.#sink.unnamedFrame) {
      const frame = frameOf(NO_NAME, module, address);
      return [{ id: this.#sink.unnamedFrame(frame, this.#rangeOf(module)), isHidden: false }];
    }
    const names = known ?? this.#namesAt(module, address);
    return names.map((name) => ({
      id: stacks.frame(frameOf(name, module, address)),
      isHidden: this.#allocators.has(name.func),
    }));
  }

  #rangeOf({ name, base, end }: Module): CodeRange {
    return { module: name, from: base, to: end, isWhole: true, toReturn: this.#naming.inCall ? 1n : 0n };
  }

  /** Looks up an address in a program; inlined functions come first. */
  #namesAt(module: Module | undefined, address: bigint): NamedFrame[] {
    const { functionAt, inCall } = this.#naming;
    const { strings } = this.#sink;
    if (!functionAt || !module) return [NO_NAME];
    // `functionAt` expects the address of the instruction after the call.
    const after = inCall ? address + 1n : address;
    const place = functionAt(strings.text(module.name), module.base, module.end, after, true);
    if (!place) return [NO_NAME];
    return nameFrames(place, strings).map((names) => ({ ...names, module: module.name }));
  }
}

function frameOf(name: NamedFrame, module: Module | undefined, address: bigint): Frame {
  const offset = module ? address - module.base : 0n;
  return {
    addrLow: lowHalf(address),
    addrHigh: highHalf(address),
    hasAddr: true,
    func: name.func,
    file: name.file,
    line: name.line,
    module: module?.name ?? name.module,
    offsetLow: lowHalf(offset),
    offsetHigh: highHalf(offset),
    hasOffset: module !== undefined,
  };
}
