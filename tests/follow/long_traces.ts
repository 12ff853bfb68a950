/** Long files of the formats whose readers continue where they ended. */
import { joinBytes } from "../../src/base/join_bytes.ts";
import { generateMtrc } from "../bench/generate_mtrc.ts";
import { unwrapped } from "../conformance/loading.ts";
import { bytesOf } from "../conformance/samples.ts";
import { randomTrace } from "../formats/gnatcov/random_trace.ts";
import { HEAD as HEAPTRACK_HEAD } from "../formats/heaptrack/generate.ts";
import { ALLOCATOR, MemrayWriter } from "../formats/memray/generate.ts";
import { spRtraceLog, spRtraceText } from "./long_calls.ts";
import { apitraceStream } from "./long_streams.ts";
import type { Random } from "../support/random.ts";

/** More than two blocks of rows. */
const EVENTS = 170_000;

/** Generates a long file of each format whose reader continues. */
export const MAKERS: Readonly<Record<string, (random: Random) => Uint8Array | Promise<Uint8Array>>> = {
  apitrace: (random) => apitraceStream(random),
  gnatcov: (random) =>
    randomTrace(random.below(1 << 20), { modules: random.oneIn(2), entries: random.pick([9_000, 80_000]) })
      .bytes,
  heaptrack: (random) => text(heaptrackLines(random)),
  "heaptrack-raw": (random) => heaptrackRaw(random),
  memray: (random) => memrayRecords(random),
  mtrace: (random) => text(mtraceLines(random)),
  "sp-rtrace": spRtraceText,
  "sp-rtrace-bin": spRtraceLog,
  mtrc: (random) =>
    joinBytes([
      ...generateMtrc({
        events: EVENTS,
        seed: random.below(1000),
        shape: random.pick(["le64", "be64", "le32", "be32"]),
        live: random.pick([100, 20_000]),
        isShortLived: random.oneIn(2),
      }),
    ]),
};

/** Addresses of blocks, most of which are freed. */
class Blocks {
  readonly #random: Random;
  readonly #live: string[] = [];
  #next = 0x1000;

  constructor(random: Random) {
    this.#random = random;
  }

  /** A new address, or sometimes one that is already live. */
  alloc(): string {
    if (this.#live.length > 0 && this.#random.oneIn(1000)) return this.#random.pick(this.#live);
    const addr = (this.#next += 16 * (1 + this.#random.below(4))).toString(16);
    this.#live.push(addr);
    return addr;
  }

  /** The address of a block that is freed, or of none. */
  free(): string {
    if (this.#live.length === 0 || this.#random.oneIn(1000)) return "ffff0";
    const at = this.#random.below(this.#live.length);
    const addr = this.#live[at]!;
    this.#live[at] = this.#live.at(-1)!;
    this.#live.pop();
    return addr;
  }

  get isEmpty(): boolean {
    return this.#live.length < 100;
  }
}

function text(lines: Iterable<string>): Uint8Array {
  return new TextEncoder().encode([...lines].join("\n") + "\n");
}

function* mtraceLines(random: Random): Generator<string> {
  const blocks = new Blocks(random);
  yield "= Start";
  for (let event = 0; event < EVENTS; event++) {
    const place = random.below(300);
    const caller = random.oneIn(50) ? "" : `@ ./p:(f${place}+0x${place.toString(16)})[0x4${place}] `;
    const choice = random.below(100);
    if (choice < 50 || blocks.isEmpty) {
      yield `${caller}+ 0x${blocks.alloc()} 0x${random.below(999).toString(16)}`;
    } else if (choice < 90) yield `${caller}- 0x${blocks.free()}`;
    else {
      yield `${caller}< 0x${blocks.free()}`;
      // Sometimes a second line is missing.
      if (!random.oneIn(100)) yield `${caller}> 0x${blocks.alloc()} 0x${random.below(999).toString(16)}`;
    }
    if (random.oneIn(5000)) yield "what is this?";
  }
}

/** Interpreted data: texts, instructions, backtraces and kinds of blocks between the events. */
function* heaptrackLines(random: Random): Generator<string> {
  yield HEAPTRACK_HEAD.trimEnd();
  const hex = (below: number): string => random.below(below).toString(16);
  let [texts, instructions, traces, kinds] = [4, 2, 2, 0];
  for (let event = 0; event < EVENTS; event++) {
    if (random.oneIn(500)) yield `s ${`f${++texts}`.length.toString(16)} f${texts}`;
    if (random.oneIn(300)) {
      yield `i 40${hex(9999)} 1 ${(1 + random.below(texts)).toString(16)} 3 ${hex(99)}`;
      instructions++;
    }
    if (random.oneIn(50)) {
      yield `t ${(1 + random.below(instructions)).toString(16)} ${hex(traces + 1)}`;
      traces++;
    }
    if (kinds === 0 || random.oneIn(30)) {
      yield `a ${hex(999)} ${hex(traces + 1)}`;
      kinds++;
    }
    yield `${random.below(100) < 55 ? "+" : "-"} ${hex(random.oneIn(9999) ? kinds + 5 : kinds)}`;
    if (random.oneIn(200)) yield `c ${(1000 + event).toString(16)}`;
    if (random.oneIn(500)) yield `R ${hex(9999)}`;
    if (random.oneIn(20_000)) yield random.pick(["? what is this", "S leak:f1", "a", "t 1 fffff"]);
  }
}

async function heaptrackRaw(random: Random): Promise<Uint8Array> {
  const start = await unwrapped(bytesOf("heaptrack-raw/pool.raw.zst"));
  const head = new TextDecoder("latin1").decode(start);
  let traces = head.split("\n").filter((line) => line.startsWith("t ")).length;
  const modules = head.split("\n").filter((line) => line.startsWith("m "));
  const blocks = new Blocks(random);
  const lines: string[] = [];
  for (let event = 0; event < EVENTS; event++) {
    if (random.oneIn(100)) {
      lines.push(`t ${(0x5000 + random.below(99999)).toString(16)} ${random.below(traces + 1).toString(16)}`);
      traces++;
    }
    const trace = random.below(traces + 1).toString(16);
    if (random.below(100) < 55 || blocks.isEmpty) {
      lines.push(`+ ${random.below(999).toString(16)} ${trace} ${blocks.alloc()}`);
    } else lines.push(`- ${blocks.free()}`);
    if (random.oneIn(200)) lines.push(`c ${(1000 + event).toString(16)}`);
    if (random.oneIn(500)) lines.push(`R ${random.below(9999).toString(16)}`);
    if (random.oneIn(20_000)) lines.push(...modules);
    if (random.oneIn(20_000)) lines.push("? what is this");
  }
  return joinBytes([start, new TextEncoder().encode(lines.join("\n") + "\n")]);
}

/** A capture whose program is still running. */
function memrayRecords(random: Random): Uint8Array {
  const hasNative = random.oneIn(2);
  const writer = new MemrayWriter().head({ native: hasNative ? 1 : 0 }).memory(1 << 20, 0).thread(1);
  let codes = 0;
  let natives = 0;
  const addCode = (): void => void writer.code(++codes, `f${codes}`, "/srv/job/made.py", 3);
  addCode();
  const live: number[] = [];
  const mapped: number[] = [];
  const step = (): number | undefined => hasNative ? random.below(3) - 1 : undefined;
  for (let at = 0; at < EVENTS; at++) {
    const addr = 0x7f00_0000_0000 + 4096 * at;
    if (random.oneIn(2000)) addCode();
    if (random.oneIn(500)) writer.memory(random.below(1 << 30), at);
    if (random.oneIn(5000)) writer.thread(1 + random.below(4)).push(1);
    if (hasNative && (natives === 0 || random.oneIn(1000))) {
      writer.raw(5).signed(16 * random.below(999)).signed(0);
      natives++;
    }
    const choice = random.below(100);
    if (choice < 45 && live.length > 0) {
      writer.event(ALLOCATOR.free, live.splice(random.below(Math.min(live.length, 300)), 1)[0]!);
    } else if (choice === 98) {
      writer.event(ALLOCATOR.mmap, addr, 4096, step());
      mapped.push(addr);
    } else if (choice === 99 && mapped.length > 0) {
      writer.event(ALLOCATOR.munmap, mapped.pop()!, random.oneIn(4) ? 1024 : 4096, step());
    } else {
      writer.push(1 + random.below(codes), 2 * random.below(3));
      writer.event(ALLOCATOR.malloc, addr, 1 + random.below(100_000), step()).raw(0x10);
      live.push(addr);
    }
  }
  return writer.bytes;
}
