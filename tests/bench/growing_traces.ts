/** Endless traces, piece by piece, which `follow_bench.ts` appends to a file. */

import { generateHeaptrack, HEAD } from "../formats/heaptrack/generate.ts";
import { backtrace, call, makeLog, type Packet } from "../formats/sp_rtrace_bin/make_log.ts";
import { writeTrace } from "../formats/gnatcov/write_trace.ts";
import { SECTION } from "../../src/formats/gnatcov/constants.ts";
import { Random } from "../support/random.ts";
import { SnappyWriter } from "../../src/containers/snappy_writer.ts";
import { streamPieces } from "./generate_apitrace.ts";
import { generateMtrc } from "./generate_mtrc.ts";

/** More events than any run needs. */
const MANY = 100_000_000;
const PIECE = 10_000;

/** A header, and a piece that may be repeated any number of times. */
function* again(head: Uint8Array, piece: Uint8Array): Generator<Uint8Array> {
  yield head;
  while (true) yield piece;
}

/** Blocks are freed within the piece, so that pieces can be repeated. */
function heaptrack(): Generator<Uint8Array> {
  const lines = new TextDecoder().decode(generateHeaptrack({ events: 200_000, seed: 1 })).slice(HEAD.length);
  const first = lines.search(/^c/m);
  const [kinds, events] = [lines.slice(0, first), lines.slice(first)];
  const encoder = new TextEncoder();
  return again(encoder.encode(HEAD + kinds), encoder.encode(events.replaceAll(/^c.*\n/gm, "")));
}

/** A thousand blocks are live: the next one is allocated in a free slot, or frees the block in its slot. */
class Places {
  readonly #random = new Random(1);
  readonly #live = new Uint8Array(2000);

  /** A slot, and whether its block is freed. */
  next(): readonly [place: number, ends: boolean] {
    const place = this.#random.below(this.#live.length);
    return [place, (this.#live[place]! ^= 1) === 0];
  }
}

function* spRtrace(): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  const places = new Places();
  yield encoder.encode("version=2.0, arch=x86_64, pid=7, process=./made, \n<1> : memory (memory)\n");
  for (let no = 1; no < MANY;) {
    let text = "";
    for (let each = 0; each < PIECE; each++, no++) {
      const second = Math.floor(no / 100_000) % 86_400;
      const clock = [second / 3600, second / 60 % 60, second % 60]
        .map((part) => String(Math.floor(part)).padStart(2, "0")).join(":");
      const time = `[${clock}.${String(Math.floor(no / 100) % 1000).padStart(3, "0")}]`;
      const [place, ends] = places.next();
      const id = `0x${(0x1000 + 16 * place).toString(16)}`;
      text += `${no}. ${time} ${ends ? `free(${id})` : `malloc(${place}) = ${id}`}\n`;
      text += `\t0x7f00${1000 + place} f${place}() at a.c:${place}\n\t0x7f00${2000 + place % 50} main()\n\n`;
    }
    yield encoder.encode(text);
  }
}

function spRtraceBin(): Generator<Uint8Array> {
  const shape = { pointerSize: 8, littleEndian: true } as const;
  const random = new Random(1);
  const packets: Packet[] = [];
  for (let each = 0; each < PIECE; each++) {
    // The second half frees what the first half allocates.
    const isFree = each >= PIECE / 2;
    const id = BigInt(0x1000 + 16 * (each % (PIECE / 2)));
    packets.push(isFree ? call(1, 1, "free", 0, id) : call(1, 2, "malloc", random.below(999), id));
    packets.push(backtrace(BigInt(0x4000 + random.below(500)), BigInt(0x9000 + random.below(50))));
  }
  const head = makeLog(shape, [["RESR", { u32: 1 }, { u32: 0 }, { text: "memory" }, { text: "memory" }]]);
  return again(head, makeLog(shape, packets).subarray(makeLog(shape, []).length));
}

/** A history of a program with 20,000 blocks. */
function gnatcov(): Generator<Uint8Array> {
  const shape = { kind: SECTION.history, pcSize: 8, bigEndian: false, machine: 62, infos: [] } as const;
  const random = new Random(1);
  const head = writeTrace(shape, () => {});
  const whole = writeTrace(shape, (writer) => {
    for (let each = 0; each < 6 * PIECE; each++) {
      writer.entry(0x40_0000 + 16 * random.below(20_000), 0, 12, 0x11 + random.below(2));
    }
  });
  return again(head, whole.subarray(head.length));
}

/** A file of calls as its writer produces it: whole chunks, each of one megabyte of the stream. */
function* apitrace(): Generator<Uint8Array> {
  const writer = new SnappyWriter();
  for (const piece of streamPieces(MANY)) yield* writer.write(piece);
}

/** Traces by format. */
export const GROWING: Readonly<Record<string, () => Generator<Uint8Array>>> = {
  apitrace,
  gnatcov,
  heaptrack,
  mtrc: () => generateMtrc({ events: MANY }),
  "sp-rtrace": spRtrace,
  "sp-rtrace-bin": spRtraceBin,
};
