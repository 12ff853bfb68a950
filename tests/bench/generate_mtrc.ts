/**
 * Writes valid tracing files of any size: threads, reused addresses, chains of reallocs, more names than fit into the
 * caches, and leaks. The same seed gives the same file.
 *
 *     deno run -A --config tests/deno.json tests/bench/generate_mtrc.ts FILE [EVENTS] [SEED] [SHAPE]
 *
 * SHAPE is le64 (standard), be64, le32 or be32.
 * @module
 */

import { randomFrom } from "../formats/mtrc/support.ts";
import { MtrcWriter, type Source } from "../formats/mtrc/mtrc_writer.ts";

/** Options of the generator. */
export interface GenerateOptions {
  /** Number of allocs, reallocs and frees. */
  readonly events: number;
  /** Seed of all choices. */
  readonly seed?: number;
  /** Word size and byte order. */
  readonly shape?: "le64" | "be64" | "le32" | "be32";
  /** Approximate number of blocks live at once. */
  readonly live?: number;
  /** Numbers of threads, and of calling functions. */
  readonly threads?: number;
  readonly functions?: number;
  /** Whether all functions call equally often, instead of a few of them nearly always. */
  readonly isEven?: boolean;
  /** Whether blocks are freed soon after their allocation, instead of at any time. */
  readonly isShortLived?: boolean;
}

const PIECE_BYTES = 1 << 18;
const SIZES = [
  8,
  16,
  24,
  32,
  40,
  64,
  100,
  128,
  256,
  1000,
  1024,
  4096,
  65536,
  1 << 20,
];

/** The file's bytes, piece by piece. */
export function* generateMtrc(options: GenerateOptions): Generator<Uint8Array> {
  const { events, seed = 1, shape = "le64", live = 20000, threads = 8, functions = 200 } = options;
  const { isEven = false, isShortLived = false } = options;
  const wide = shape.endsWith("64");
  const random = randomFrom(seed);
  const writer = new MtrcWriter({
    wordBytes: wide ? 8 : 4,
    little: shape.startsWith("le"),
  });
  const places = sourceFilePaths(random, wide, threads, functions, isEven);
  const heap = new Heap(random, wide ? 0x55d0_0000_0000 : 0x0800_0000, isShortLived);
  writer.head();
  let index = 6;
  for (let event = 0; event < events;) {
    if (heap.needsRoom) {
      const room = heap.grow();
      if (random() % 4 === 0) writer.internal(room.addr + room.size, 16384);
      writer.reserve(room.addr, room.size);
    }
    const source = places();
    const choice = random() % 100;
    const blocks = heap.count;
    if (choice < 12 && blocks > 0) {
      const block = heap.pick();
      heap.resize(block, sizeOf(random));
      writer.realloc(block.index, block.addr, block.size, source);
    } else if (blocks > 0 && choice < (blocks > live ? 60 : 52)) {
      const block = heap.take();
      // One block in a thousand leaks, as in real programs.
      if (random() % 1000 === 0) continue;
      writer.free(block.index, source);
    } else {
      index += random() % 50 === 0 ? 2 : 1;
      const block = heap.alloc(index, sizeOf(random));
      writer.alloc(block.index, block.addr, block.size, source);
    }
    event++;
    if (writer.length > PIECE_BYTES) yield writer.take();
  }
  yield writer.trailer().take();
}

function sizeOf(random: () => number): number {
  const size = SIZES[random() % 8 === 0 ? random() % SIZES.length : random() % 8]!;
  return random() % 500 === 0 ? 0 : size + (random() % 4 === 0 ? random() % 8 : 0);
}

/** Source files as in real programs: a few hot ones, many rare ones, and some events without a name. */
function sourceFilePaths(
  random: () => number,
  wide: boolean,
  threadCount: number,
  functionCount: number,
  isEven: boolean,
): () => Source {
  const threads = Array.from(
    { length: threadCount },
    (_, at) => (wide ? 0x7f12_3456_7000 : 0x4000_0000) + at * 0x80_1000,
  );
  const funcs = Array.from(
    { length: functionCount },
    (_, at) => `handle_request_step_${at}`,
  );
  const files = Array.from(
    { length: 60 },
    (_, at) => `src/server/module_${at % 12}/part_${at}.c`,
  );
  const list: Source[] = [{ thread: threads[0]!, func: "", file: "", line: 0 }];
  for (let at = 1; at < 2 * functionCount; at++) {
    const func = random() % funcs.length;
    list.push({
      thread: threads[random() % threads.length]!,
      func: funcs[func]!,
      file: files[func % files.length]!,
      line: 10 + (random() % 2000),
    });
  }
  const hot = Math.min(24, list.length);
  return () => list[isEven || random() % 16 === 0 ? random() % list.length : random() % hot]!;
}

interface Block {
  index: number;
  addr: number;
  size: number;
}

/** A heap that reuses freed addresses. */
class Heap {
  readonly #random: () => number;
  readonly #takesNew: boolean;
  readonly #blocks: Block[] = [];
  readonly #free = new Map<number, number[]>();
  #next: number;
  #end: number;

  constructor(random: () => number, start: number, takesNew: boolean) {
    [this.#random, this.#takesNew] = [random, takesNew];
    this.#next = start;
    this.#end = start;
  }

  get count(): number {
    return this.#blocks.length;
  }

  get needsRoom(): boolean {
    return this.#end - this.#next < 1 << 22;
  }

  grow(): { addr: number; size: number } {
    const room = { addr: this.#end, size: 1 << 24 };
    this.#end += room.size;
    return room;
  }

  alloc(index: number, size: number): Block {
    const block = { index, addr: this.#place(size), size };
    this.#blocks.push(block);
    return block;
  }

  pick(): Block {
    return this.#blocks[this.#random() % this.#blocks.length]!;
  }

  take(): Block {
    const { length } = this.#blocks;
    const near = this.#takesNew ? Math.min(4, length) : length;
    const at = length - near + this.#random() % near;
    const block = this.#blocks[at]!;
    this.#blocks[at] = this.#blocks[this.#blocks.length - 1]!;
    this.#blocks.pop();
    this.#release(block);
    return block;
  }

  resize(block: Block, size: number): void {
    const wanted = Math.max(1, size);
    if (room(wanted) !== room(block.size)) {
      this.#release(block);
      block.addr = this.#place(wanted);
    }
    block.size = wanted;
  }

  #place(size: number): number {
    const again = this.#free.get(room(size))?.pop();
    if (again !== undefined) return again;
    const addr = this.#next;
    this.#next += room(size);
    return addr;
  }

  #release(block: Block): void {
    const list = this.#free.get(room(block.size));
    if (list) list.push(block.addr);
    else this.#free.set(room(block.size), [block.addr]);
  }
}

/** The size class of a block; blocks of one class reuse each other's addresses. */
function room(size: number): number {
  return size <= 256 ? Math.max(16, (size + 15) & ~15) : 2 ** Math.ceil(Math.log2(size));
}

if (import.meta.main) {
  const [path, events = "10000000", seed = "1", shape = "le64"] = Deno.args;
  if (!path) throw new Error("Cannot generate: expected the name of a file");
  using file = Deno.openSync(path, {
    write: true,
    create: true,
    truncate: true,
  });
  let bytes = 0;
  const options = {
    events: Number(events),
    seed: Number(seed),
    shape: shape as "le64",
  };
  for (const piece of generateMtrc(options)) {
    for (let at = 0; at < piece.length;) {
      at += file.writeSync(piece.subarray(at));
    }
    bytes += piece.length;
  }
  Deno.stdout.writeSync(
    new TextEncoder().encode(`${path}: ${bytes} bytes, ${events} events\n`),
  );
}
