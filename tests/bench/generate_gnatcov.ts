/**
 * Makes large GNATcoverage history traces: a walk through the blocks of an invented program with nested loops, so that
 * few distinct entries repeat as in real traces.
 *
 *     deno run -A tests/bench/generate_gnatcov.ts OUT [ENTRIES] [32|64] [little|big]
 */

import { writePieces } from "./write_pieces.ts";

/** The shape of the trace to generate. */
export interface TraceShape {
  /** Number of entries. */
  readonly entries: number;
  /** Size of a program counter in bytes. */
  readonly pcSize: 4 | 8;
  /** Byte order of both sections. */
  readonly bigEndian: boolean;
  /** Blocks of the program. */
  readonly blocks?: number;
  /** Seed of the walk. */
  readonly seed?: number;
}

/** The trace in pieces, from its first byte to its last. */
export function* generateTrace(shape: TraceShape): Generator<Uint8Array> {
  const blocks = shape.blocks ?? 607;
  let state = (shape.seed ?? 1) | 1;
  const random = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
  const little = !shape.bigEndian;
  const head = new Uint8Array(64);
  const view = new DataView(head.buffer);
  const section = (at: number, kind: number) => {
    head.set(new TextEncoder().encode("#QEMU-Traces"), at);
    head.set([1, kind, shape.pcSize, shape.bigEndian ? 1 : 0, 0, shape.pcSize === 8 ? 183 : 40], at + 12);
  };
  section(0, 2);
  view.setUint32(20, 1, little);
  view.setUint32(24, 5, little);
  head.set(new TextEncoder().encode("bench"), 28);
  section(44, 1);
  yield head;

  const bytes = shape.pcSize === 8 ? 16 : 8;
  const starts = new Uint32Array(blocks), sizes = new Uint16Array(blocks), targets = new Uint32Array(blocks);
  let pc = 0x10000;
  for (let block = 0; block < blocks; block++) {
    starts[block] = pc;
    sizes[block] = 4 * (1 + random() % 12);
    pc += sizes[block]!;
    // Mostly short backward branches: loops. Some far jumps: calls.
    targets[block] = random() % 8 === 0 ? random() % blocks : Math.max(0, block - random() % 6);
  }
  let block = 0;
  let left = shape.entries;
  while (left > 0) {
    const count = Math.min(left, 1 << 16);
    const piece = new Uint8Array(count * bytes);
    const entries = new DataView(piece.buffer);
    for (let each = 0; each < count; each++) {
      const at = each * bytes;
      const taken = (random() & 7) > 2;
      if (shape.pcSize === 8) entries.setBigUint64(at, BigInt(starts[block]!), little);
      else entries.setUint32(at, starts[block]!, little);
      entries.setUint16(at + shape.pcSize, sizes[block]!, little);
      piece[at + shape.pcSize + 2] = taken ? 0x11 : 0x12;
      block = taken ? targets[block]! : (block + 1) % blocks;
    }
    yield piece;
    left -= count;
  }
}

if (import.meta.main) {
  const [out, entries = "40000000", width = "32", order = "little"] = Deno.args;
  if (!out) throw new Error("Name the file to write");
  const shape: TraceShape = {
    entries: Number(entries),
    pcSize: width === "64" ? 8 : 4,
    bigEndian: order === "big",
  };
  writePieces(out, generateTrace(shape));
}
