/** Random captures with known records, read by the kernel in windows of all sizes. */

import { assertEquals } from "@std/assert";
import { sourceOf } from "../../../src/bytes/byte_source.ts";
import { ByteWindow } from "../../../src/bytes/byte_window.ts";
import { ALLOCATORS } from "../../../src/formats/memray/allocators.ts";
import { memray } from "../../../src/formats/memray/mod.ts";
import { seeds } from "../../support/effort.ts";
import { MemorySink } from "../../support/memory_sink.ts";
import { Random } from "../../support/random.ts";
import { MemrayWriter } from "./generate.ts";

const MASK = (1n << 64n) - 1n;
/** Bits of the numbers, chosen so that all encoded lengths occur. */
const BITS = [0, 1, 6, 7, 13, 20, 28, 33, 48, 56, 63, 64];

const MAIN_THREAD = 2n;

/** An expected row. */
type Row = readonly [
  name: string,
  addr: bigint,
  size: bigint | null,
  thread: bigint,
  func: string | null,
  native: string,
  stack: string,
];

/** Writes records of one version, and the expected rows. */
class RandomCapture {
  readonly rows: Row[] = [];
  readonly #writer = new MemrayWriter();
  readonly #random: Random;
  readonly #isNew: boolean;
  readonly #native: boolean;
  /** Number of outermost frames of the main thread that are not shown. */
  readonly #skipped: number;
  /** Whether threads have deep stacks, whose frames are stored in runs. */
  readonly #isDeep: boolean;
  readonly #names: readonly string[];
  #data = 0n;
  #nativeNumber = 0n;
  #instruction = 0n;
  #frameId = 0n;
  #recent: bigint[] = new Array(15).fill(0n);
  #thread = 1n;
  /** How many threads there are at most. */
  readonly #threads: number;
  readonly #stacks = new Map<bigint, number[]>([[1n, []]]);
  #codes = 0;
  /** Native stacks by number, as lists of addresses. */
  readonly #natives: string[] = [""];

  constructor(random: Random, version: number, native: boolean) {
    this.#random = random;
    this.#isNew = version >= 12;
    this.#native = native;
    this.#skipped = random.oneIn(2) ? 0 : random.below(20);
    this.#isDeep = random.oneIn(2);
    this.#threads = random.pick([3, 100]);
    this.#names = ALLOCATORS[this.#isNew ? "new" : "old"];
    const writer = this.#writer.text("memray").raw(version, 0, 0, 0);
    if (this.#isNew) writer.raw(0xf0, 7, 11, 3);
    writer.raw(native ? 1 : 0, 0).u64(0).u64(0).u64(1000).u64(1000).text("made").raw(1, 0, 0, 0);
    writer.u64(MAIN_THREAD).u64(this.#skipped);
    writer.raw(1, ...(version >= 11 ? [1] : []), ...(this.#isNew ? [0] : []));
    if (version >= 13) writer.text("").text("").text("");
    writer.raw(12).u64(1);
  }

  /** The capture with its trailer. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#writer.raw(this.#isNew ? 1 : 0x10).bytes;
  }

  /** Writes one more record. */
  next(): void {
    const choice = this.#random.below(20);
    if (choice < 11) this.#event();
    else if (choice < 14) {
      // Some threads enter several functions at once, others enter one again after leaving it.
      const count = this.#isDeep ? 1 + this.#random.below(12) : 1;
      for (let at = 0; at < count; at++) this.#push();
    } else if (choice < 17) this.#pop();
    else if (choice === 17) this.#switchTo(this.#anyThread());
    else if (choice === 18 && this.#native) this.#nativeFrame();
    else if (this.#isNew) this.#object();
  }

  #any(): bigint {
    const bits = BITS[this.#random.below(BITS.length)]!;
    const word = BigInt(this.#random.below(2 ** 32)) << 32n | BigInt(this.#random.below(2 ** 32));
    return bits === 0 ? 0n : word & MASK >> BigInt(64 - bits);
  }

  #delta(from: bigint, to: bigint): void {
    this.#writer.signed(BigInt.asIntN(64, to - from));
  }

  /** An address as new versions encode it: the value in the record, and an action after it. */
  #address(): { place: number; addr: bigint; follows: () => void } {
    const place = this.#random.below(16);
    if (place < 15) return { place, addr: this.#recent[place]!, follows: () => {} };
    const before = this.#data;
    this.#data = this.#any();
    const addr = this.#data << 3n & MASK;
    this.#recent = [addr, ...this.#recent.slice(0, 14)];
    return { place, addr, follows: () => this.#delta(before, this.#data) };
  }

  #frameOfEvent(): string {
    const before = this.#nativeNumber;
    // Some records name frames that are not in the file.
    this.#nativeNumber = this.#random.oneIn(10)
      ? this.#any()
      : BigInt(this.#random.below(this.#natives.length));
    this.#delta(before, this.#nativeNumber);
    return this.#natives[Number(this.#nativeNumber)] ?? "";
  }

  #event(): void {
    let allocator = 1 + this.#random.below(15);
    // Mappings have their own test.
    while (/map/.test(this.#names[allocator]!)) allocator = 1 + this.#random.below(15);
    const name = this.#names[allocator]!;
    const isFree = name.endsWith("free");
    const size = this.#any();
    const writer = this.#writer;
    let addr: bigint, native = "";
    if (this.#isNew) {
      const address = this.#address();
      writer.raw(0x80 | address.place << 3 | (allocator < 8 ? allocator : 0));
      address.follows();
      if (allocator >= 8) writer.raw(allocator);
      addr = address.addr;
      if (!isFree && this.#native) native = this.#frameOfEvent();
      if (!isFree) writer.varint(size);
    } else {
      const withFrame = this.#native && !isFree;
      writer.raw((withFrame ? 2 : 1) | allocator << 4);
      const before = this.#data;
      addr = this.#data = this.#any();
      this.#delta(before, addr);
      if (!isFree) writer.varint(size);
      if (withFrame) native = this.#frameOfEvent();
    }
    const stack = this.#stacks.get(this.#thread)!;
    const func = isFree || stack.length === 0 ? null : `f${stack.at(-1)}`;
    const shown = isFree ? [] : stack.slice(this.#thread === MAIN_THREAD ? this.#skipped : 0);
    const frames = shown.reverse().map((code) => `f${code}`).join(" ");
    this.rows.push([name, addr, isFree ? null : size, this.#thread, func, native, frames]);
  }

  #object(): void {
    const address = this.#address();
    const isMade = this.#random.below(2);
    this.#writer.raw(0x20 | address.place << 1 | isMade);
    address.follows();
    if (isMade && this.#native) this.#frameOfEvent();
  }

  #push(): void {
    if (this.#codes === 0 || this.#random.oneIn(this.#isDeep ? 1000 : 8)) this.#code();
    const code = 1 + this.#random.below(Math.min(this.#codes, this.#isDeep ? 3 : this.#codes));
    if (this.#isNew) {
      const offset = 2 * this.#random.below(this.#isDeep ? 2 : 100) - 20;
      this.#writer.raw(0x40 | this.#random.below(64)).varint(code).signed(offset);
    } else {
      this.#writer.raw(4);
      this.#delta(this.#frameId, BigInt(code) << 30n);
      this.#frameId = BigInt(code) << 30n;
    }
    this.#stacks.get(this.#thread)!.push(code);
  }

  #code(): void {
    const code = ++this.#codes;
    if (this.#isNew) {
      this.#writer.code(code, `f${code}`, "made.py", 1);
      return;
    }
    this.#writer.raw(3);
    this.#delta(this.#frameId, BigInt(code) << 30n);
    this.#frameId = BigInt(code) << 30n;
    this.#writer.text(`f${code}`).text("made.py").signed(1);
  }

  #pop(): void {
    const stack = this.#stacks.get(this.#thread)!;
    if (stack.length === 0) return;
    const count = 1 + this.#random.below(Math.min(stack.length, 16));
    stack.length -= count;
    this.#writer.raw(this.#isNew ? 0x10 | count - 1 : 9 | count - 1 << 4);
  }

  /** One of few small numbers, or of many large ones. */
  #anyThread(): bigint {
    const thread = BigInt(1 + this.#random.below(this.#threads));
    return thread <= 3n ? thread : MASK - (thread << 40n) - thread;
  }

  #switchTo(thread: bigint): void {
    this.#thread = thread;
    if (!this.#stacks.has(thread)) this.#stacks.set(thread, []);
    this.#writer.raw(12).u64(thread);
  }

  #nativeFrame(): void {
    const address = this.#any();
    this.#writer.raw(5);
    this.#delta(this.#instruction, address);
    this.#instruction = address;
    const before = this.#nativeNumber;
    this.#nativeNumber = BigInt(this.#random.below(this.#natives.length));
    this.#delta(before, this.#nativeNumber);
    this.#natives.push(`${address} ${this.#natives[Number(this.#nativeNumber)]!}`);
  }
}

/** The rows of a capture, read in windows with this initial capacity. */
async function rowsOf(bytes: Uint8Array, capacity: number): Promise<{ rows: Row[]; codes: string[] }> {
  const sink = new MemorySink();
  const window = new ByteWindow(sourceOf(bytes), sink.arena, capacity);
  try {
    await window.more();
    await memray.read(window, sink, {});
  } finally {
    window.close();
  }
  const [name, addr, size, thread, func, native, stack] = [
    "name",
    "addr",
    "size",
    "thread",
    "func",
    "native",
    "stack",
  ]
    .map((column) => sink.cells("events", column));
  const rows = name!.map((each, at): Row => {
    return [
      each as string,
      addr![at] as bigint,
      size![at] as bigint | null,
      thread![at] as bigint,
      func![at] as string | null,
      `${native![at] || ""}`,
      framesOf(sink, Number(stack![at] ?? 0)),
    ];
  });
  return { rows, codes: sink.problems.map(({ code }) => code) };
}

/** Functions of a stack, innermost first. */
function framesOf({ stacks, strings }: MemorySink, stack: number): string {
  const levels = Array.from({ length: stacks.depth(stack) }, (_, level) => level);
  return levels.map((level) => strings.text(stacks.describeFrame(stacks.frameAt(stack, level)).func)).join(
    " ",
  );
}

/** Native stacks are numbered in order of appearance. */
function renumbered(rows: readonly Row[]): Row[] {
  const numbers = new Map([["", ""]]);
  return rows.map(([name, addr, size, thread, func, native, stack]) => {
    if (!numbers.has(native)) numbers.set(native, `${numbers.size}`);
    return [name, addr, size, thread, func, numbers.get(native)!, stack];
  });
}

for (const version of [10, 11, 12, 13]) {
  Deno.test(`random records of version ${version} are read in windows of any size`, async () => {
    const first = Math.floor(Math.random() * 1e6);
    for (let seed = first; seed < first + seeds(40); seed++) {
      const random = new Random(seed * version);
      const capture = new RandomCapture(random, version, random.oneIn(2));
      const count = random.oneIn(20) ? 70_000 : 300;
      while (capture.rows.length < count) capture.next();
      const { bytes } = capture;
      const expected = renumbered(capture.rows);
      for (const capacity of [1 << 20, 200 + random.below(300)]) {
        const { rows, codes } = await rowsOf(bytes, capacity);
        assertEquals(codes.filter((code) => code !== "other-count"), [], `seed ${seed}, ${capacity}`);
        assertEquals(renumbered(rows), expected, `seed ${seed}, windows of ${capacity}`);
      }
    }
  });
}
