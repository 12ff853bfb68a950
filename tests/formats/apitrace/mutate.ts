/** Damages streams: bytes, numbers, values, whole events, and the containers around them. */
import { brotliCompressSync, gzipSync, zstdCompressSync } from "node:zlib";
import { SnappyWriter } from "../../../src/containers/snappy_writer.ts";
import type { Random } from "../../support/random.ts";

/** Numbers at the edges of what lengths, ids and counts may be, as a stream writes them. */
const EDGES: readonly bigint[] = [
  ...[0n, 1n, 2n, 63n, 64n, 127n, 128n, 255n, 16383n, 16384n, 65535n, 65536n],
  ...[(1n << 31n) - 1n, 1n << 31n, (1n << 32n) - 1n, 1n << 32n, 1n << 40n, (1n << 53n) + 1n],
  ...[(1n << 62n) - 1n, 1n << 63n, (1n << 64n) - 1n, (1n << 70n) + 1n],
];

function uint(value: bigint): number[] {
  const bytes: number[] = [];
  for (; value >= 128n; value >>= 7n) bytes.push(Number(value & 127n) | 128);
  return [...bytes, Number(value)];
}

/** Bytes with `cut` of them at `at` exchanged for others. */
function splice(bytes: Uint8Array, at: number, cut: number, put: ArrayLike<number>): Uint8Array<ArrayBuffer> {
  const end = Math.min(bytes.length, at + cut);
  const out = new Uint8Array(at + put.length + bytes.length - end);
  out.set(bytes.subarray(0, at));
  out.set(put, at);
  out.set(bytes.subarray(end), at + put.length);
  return out;
}

/** A value of each kind, many of them with an edge inside. */
function anyValue(random: Random): number[] {
  const edge = (): number[] => uint(random.pick(EDGES));
  switch (random.below(16)) {
    case 0:
      return [random.below(3)];
    case 1:
      return [3, ...edge()];
    case 2:
      return [4, ...edge()];
    case 3:
      return [5, ...Array.from({ length: 4 }, () => random.below(256))];
    case 4:
      return [6, ...Array.from({ length: 8 }, () => random.below(256))];
    case 5:
      return [random.pick([7, 8]), 3, 65, 0, 255];
    case 6:
      return [9, random.below(3), random.pick([3, 4]), ...edge()];
    case 7:
      return [9, ...edge(), 1, 1, 65, 4, 1, 3, ...edge()];
    case 8:
      return [10, random.below(8), ...edge()];
    case 9:
      return [11, 2, ...anyValue(random), ...anyValue(random)];
    case 10:
      return [11, ...edge()];
    case 11:
      return [12, random.below(4), ...anyValue(random), ...anyValue(random)];
    case 12:
      return [13, ...edge()];
    case 13:
      return [14, ...anyValue(random), ...anyValue(random)];
    case 14:
      return [15, 2, ...edge(), ...edge()];
    default:
      return [random.below(256), ...edge()];
  }
}

/** A damaged copy of a stream; nothing of the original is changed. */
export function mutateStream(stream: Uint8Array, random: Random): Uint8Array {
  let bytes = new Uint8Array(stream);
  for (let changes = 1 + random.below(4); changes > 0 && bytes.length > 2; changes--) {
    const at = random.below(bytes.length);
    switch (random.below(9)) {
      case 0:
        bytes[at] = random.below(256);
        break;
      case 1:
        bytes[at]! ^= 1 << random.below(8);
        break;
      case 2:
        bytes = bytes.slice(0, at);
        break;
      case 3:
        bytes = splice(bytes, at, random.below(3), uint(random.pick(EDGES)));
        break;
      case 4:
        bytes = splice(bytes, at, random.below(4), anyValue(random));
        break;
      case 5: {
        const from = random.below(bytes.length);
        bytes = splice(bytes, at, 0, bytes.slice(from, from + 1 + random.below(200)));
        break;
      }
      case 6:
        bytes = splice(bytes, at, 1 + random.below(20), []);
        break;
      case 7:
        // A detail with an argument of any number, and the end of the event.
        bytes = splice(bytes, at, 0, [1, ...uint(random.pick(EDGES)), ...anyValue(random), 0]);
        break;
      default:
        // An event of its own: a leave of any call, or an enter of any function.
        bytes = splice(bytes, at, 0, random.oneIn(2) ? [1, random.below(40), 0] : [0, 0, random.below(9), 0]);
    }
  }
  return bytes;
}

async function snappy(stream: Uint8Array): Promise<Uint8Array> {
  const writer = new SnappyWriter();
  await writer.open();
  const pieces = [...writer.write(stream), ...writer.finish()];
  return new Uint8Array(await new Blob(pieces as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}

/** The stream in some container, sometimes a damaged one. */
export async function mutateFile(stream: Uint8Array, random: Random): Promise<Uint8Array> {
  const wraps = [
    (bytes: Uint8Array) => bytes,
    snappy,
    (bytes: Uint8Array) => new Uint8Array(gzipSync(bytes)),
    (bytes: Uint8Array) => new Uint8Array(zstdCompressSync(bytes)),
    (bytes: Uint8Array) => new Uint8Array(brotliCompressSync(bytes)),
  ];
  let file = await random.pick(wraps)(stream);
  if (!random.oneIn(3)) return file;
  file = file.slice(0, random.oneIn(2) ? random.below(file.length) : file.length);
  if (file.length > 0) file[random.below(file.length)] = random.below(256);
  return file;
}
