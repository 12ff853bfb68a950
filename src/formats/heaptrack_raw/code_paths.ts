/**
 * Backtraces as the recorder has them: a tree of addresses, which modules and names are looked up for when a block is
 * allocated there.
 * @module
 */

import { grown } from "../../base/grown.ts";
import { TRACE_LIMITS } from "../../base/limits/trace_limits.ts";
import { highHalf, joinHalves, lowHalf } from "../../base/u64.ts";
import type { Frame } from "../../events/stack_pool.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import { isAllocator } from "../allocator_names.ts";
import type { FunctionAt } from "../format.ts";
import { namedFrames } from "../named_frames.ts";
import { WordsList } from "../words_list.ts";
import type { NamedFrame, NamedTraces } from "./named_traces.ts";
import type { ShownPlace } from "./line_decoder.ts";
import type { Module, Modules } from "./modules.ts";

/** Frames per backtrace that are always kept; the recorder has no more addresses than that. */
const FRAMES_PER_STACK = 64;
const SPARE_FRAMES = TRACE_LIMITS.profileFrames.most;
/** Not looked up yet. */
const UNKNOWN = 0xffff_ffff;

const NO_NAME: NamedFrame = { func: 0, file: 0, line: 0, module: 0 };

/** Who says what is at an address. */
interface Naming {
  readonly modules: Modules;
  /** The traces of interpreted data of the same recording. */
  readonly named: NamedTraces | undefined;
  /** Programs that are at hand. */
  readonly functionAt: FunctionAt | undefined;
  /** Whether addresses lie in the call: those of old files are after it. */
  readonly inCall: boolean;
}

/** The tree, and what its paths are shown as. */
export class CodePaths {
  readonly #sink: TraceSink;
  readonly #naming: Naming;
  readonly #lows = new WordsList();
  readonly #highs = new WordsList();
  readonly #parents = new WordsList();
  /** Where the frames of each trace's own address begin; `UNKNOWN` until they are wanted. */
  readonly #runs = new WordsList();
  /** Where those of an address begin. */
  readonly #runOf = new Map<bigint, number>();
  /** Runs of frames, each behind its length. */
  readonly #frames = new WordsList();
  readonly #hidden = new WordsList();
  #list = new Uint32Array(256);
  #budget = SPARE_FRAMES;
  /** Whether frames of a backtrace had to be left out. */
  cut = false;

  /** Empty. */
  constructor(sink: TraceSink, naming: Naming) {
    this.#sink = sink;
    this.#naming = naming;
  }

  /** Number of traces. */
  get count(): number {
    return this.#parents.length;
  }

  /** Takes the next trace: an address, and the number of the trace that led there. */
  add(low: number, high: number, parent: number): void {
    this.#lows.push(low);
    this.#highs.push(high);
    this.#parents.push(parent);
    this.#runs.push(UNKNOWN);
    this.#naming.named?.check(this.count, low, high, parent);
  }

  /** Modules have changed places: what is shown from here on is looked up anew. */
  forget(): void {
    this.#runOf.clear();
    for (let at = 0; at < this.#runs.length; at++) this.#runs.set(at, UNKNOWN);
  }

  /** What a trace, numbered from 1, is shown as: its stack, and the innermost frame that is no allocator. */
  placeOf(number: number): ShownPlace {
    this.#budget += FRAMES_PER_STACK;
    let depth = 0, shown = -1;
    for (let each = number; each > 0; each = this.#parents.at(each - 1)) {
      const run = this.#runAt(each);
      const count = this.#frames.at(run);
      if (this.#budget < depth + count && depth >= FRAMES_PER_STACK) {
        this.cut = true;
        break;
      }
      for (let at = run + 1; at <= run + count; at++) {
        if (depth === this.#list.length) this.#list = grown(this.#list, 2 * depth);
        if (shown < 0 && this.#hidden.at(at) === 0) shown = depth;
        this.#list[depth++] = this.#frames.at(at);
      }
    }
    this.#budget -= depth;
    const { stacks } = this.#sink;
    const stack = stacks.stack(this.#list, 0, depth);
    const { func, file, line, module } = stacks.describeFrame(this.#list[Math.max(shown, 0)]!);
    return { stack, func, file, line, module };
  }

  #runAt(number: number): number {
    const known = this.#runs.at(number - 1);
    if (known !== UNKNOWN) return known;
    const low = this.#lows.at(number - 1), high = this.#highs.at(number - 1);
    const address = joinHalves(low, high);
    let run = this.#runOf.get(address);
    if (run === undefined) {
      run = this.#addRun(number, address);
      this.#runOf.set(address, run);
    }
    this.#runs.set(number - 1, run);
    return run;
  }

  #addRun(number: number, address: bigint): number {
    const { modules, named } = this.#naming;
    const module = modules.find(address);
    const names = named?.framesOf(number, module?.name ?? 0) ?? this.#namesAt(module, address);
    const run = this.#frames.length;
    this.#frames.push(names.length);
    this.#hidden.push(0);
    for (const name of names) {
      this.#frames.push(this.#sink.stacks.frame(frameOf(name, module, address)));
      this.#hidden.push(name.func !== 0 && isAllocator(this.#sink.strings.text(name.func)) ? 1 : 0);
    }
    return run;
  }

  /** What a program that is at hand says of an address: functions that were inlined there first. */
  #namesAt(module: Module | undefined, address: bigint): NamedFrame[] {
    const { functionAt, inCall } = this.#naming;
    const { strings } = this.#sink;
    if (!functionAt || !module) return [NO_NAME];
    // It takes the address of the instruction after the call.
    const behind = inCall ? address + 1n : address;
    const place = functionAt(strings.text(module.name), module.base, module.end, behind, true);
    if (!place) return [NO_NAME];
    return namedFrames(place, strings).map((names) => ({ ...names, module: module.name }));
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
