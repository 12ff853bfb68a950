/**
 * Pictures of a screen, small enough to store: a PNG of a browser is reduced to a fourth of its width, and two of those
 * are compared with a tolerance for other versions of fonts.
 */
import { crc32, deflateSync, inflateSync } from "node:zlib";

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const CHANNELS = 3;
/** Screen pixels per small pixel, in both directions. */
const SHRINK = 4;
/** Side of the squares that are compared, in small pixels. */
const TILE = 8;
/** Maximum difference of the mean colours of two squares, of 255. */
const TOLERANCE = 10;

/** Red, green and blue of every pixel, row by row. */
export interface SmallPicture {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

/** The pixels of a PNG: 8 bits per channel, with or without alpha, not interlaced, as browsers write them. */
export function readPng(png: Uint8Array): SmallPicture {
  if (SIGNATURE.some((byte, at) => png[at] !== byte)) throw new Error("Not a PNG");
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const [width, height, depth, kind, interlaced] = [
    view.getUint32(16),
    view.getUint32(20),
    png[24],
    png[25],
    png[28],
  ];
  const channels = kind === 2 ? 3 : kind === 6 ? 4 : 0;
  if (depth !== 8 || channels === 0 || interlaced !== 0) {
    throw new Error(`PNG of kind ${kind}, ${depth} bits`);
  }
  const parts: Uint8Array[] = [];
  for (let at = SIGNATURE.length; at < png.length;) {
    const length = view.getUint32(at);
    if (new TextDecoder().decode(png.subarray(at + 4, at + 8)) === "IDAT") {
      parts.push(png.subarray(at + 8, at + 8 + length));
    }
    at += length + 12;
  }
  const packed = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => (packed.set(part, at), at + part.length), 0);
  const bytes = unfiltered(new Uint8Array(inflateSync(packed)), width * channels, height, channels);
  const rgb = new Uint8Array(width * height * CHANNELS);
  for (let pixel = 0; pixel < width * height; pixel++) {
    for (let channel = 0; channel < CHANNELS; channel++) {
      rgb[pixel * CHANNELS + channel] = bytes[pixel * channels + channel]!;
    }
  }
  return { width, height, rgb };
}

/** The bytes of a PNG after undoing the filter of each row. */
function unfiltered(lines: Uint8Array, stride: number, height: number, channels: number): Uint8Array {
  const bytes = new Uint8Array(stride * height);
  for (let row = 0; row < height; row++) {
    const filter = lines[row * (stride + 1)]!;
    for (let at = 0; at < stride; at++) {
      const place = row * stride + at;
      const left = at < channels ? 0 : bytes[place - channels]!;
      const up = row === 0 ? 0 : bytes[place - stride]!;
      const corner = row === 0 || at < channels ? 0 : bytes[place - stride - channels]!;
      bytes[place] = lines[row * (stride + 1) + 1 + at]! + predicted(filter, left, up, corner);
    }
  }
  return bytes;
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4: {
      const guess = left + up - corner;
      const [a, b, c] = [left, up, corner].map((each) => Math.abs(guess - each)) as [number, number, number];
      return a <= b && a <= c ? left : b <= c ? up : corner;
    }
    default:
      return 0;
  }
}

/** A PNG of the picture, for viewing. */
export function writePng({ width, height, rgb }: SmallPicture): Uint8Array {
  const stride = width * CHANNELS;
  const lines = new Uint8Array((stride + 1) * height);
  for (let row = 0; row < height; row++) {
    const line = lines.subarray(row * (stride + 1), (row + 1) * (stride + 1));
    // As differences from the row above, since most rows of a page repeat.
    line[0] = 2;
    for (let at = 0; at < stride; at++) {
      line[1 + at] = rgb[row * stride + at]! - (row === 0 ? 0 : rgb[(row - 1) * stride + at]!);
    }
  }
  const head = new Uint8Array(13);
  const view = new DataView(head.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  head.set([8, 2, 0, 0, 0], 8);
  const chunks = [
    chunk("IHDR", head),
    chunk("IDAT", new Uint8Array(deflateSync(lines, { level: 9 }))),
    chunk("IEND", new Uint8Array(0)),
  ];
  return new Uint8Array([...SIGNATURE, ...chunks.flatMap((part) => [...part])]);
}

function chunk(name: string, body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(body.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, body.length);
  bytes.set(new TextEncoder().encode(name), 4);
  bytes.set(body, 8);
  view.setUint32(bytes.length - 4, crc32(bytes.subarray(4, bytes.length - 4)));
  return bytes;
}

/** Every pixel is the mean of a square of the large picture; colours in 32 steps, which compress better. */
export function shrunk({ width, height, rgb }: SmallPicture): SmallPicture {
  const [wide, high] = [Math.floor(width / SHRINK), Math.floor(height / SHRINK)];
  const small = new Uint8Array(wide * high * CHANNELS);
  for (let row = 0; row < high; row++) {
    for (let at = 0; at < wide * CHANNELS; at++) {
      const [column, channel] = [Math.floor(at / CHANNELS), at % CHANNELS];
      let sum = 0;
      for (let y = 0; y < SHRINK; y++) {
        const line = ((row * SHRINK + y) * width + column * SHRINK) * CHANNELS + channel;
        for (let x = 0; x < SHRINK; x++) sum += rgb[line + x * CHANNELS]!;
      }
      small[row * wide * CHANNELS + at] = Math.min(255, Math.round(sum / SHRINK / SHRINK / 8) * 8);
    }
  }
  return { width: wide, height: high, rgb: small };
}

/** The fraction of the squares of two pictures that differ: 0 to 1. */
export function differingPart(one: SmallPicture, other: SmallPicture): number {
  if (one.width !== other.width || one.height !== other.height) return 1;
  let [tiles, different] = [0, 0];
  for (let top = 0; top < one.height; top += TILE) {
    for (let left = 0; left < one.width; left += TILE) {
      tiles++;
      const [a, b] = [tileMean(one, top, left), tileMean(other, top, left)];
      if (a.some((value, at) => Math.abs(value - b[at]!) > TOLERANCE)) different++;
    }
  }
  return different / tiles;
}

function tileMean({ width, height, rgb }: SmallPicture, top: number, left: number): number[] {
  const sums = [0, 0, 0];
  const [bottom, right] = [Math.min(height, top + TILE), Math.min(width, left + TILE)];
  for (let row = top; row < bottom; row++) {
    for (let column = left; column < right; column++) {
      for (let channel = 0; channel < CHANNELS; channel++) {
        sums[channel] = sums[channel]! + rgb[(row * width + column) * CHANNELS + channel]!;
      }
    }
  }
  return sums.map((sum) => sum / ((bottom - top) * (right - left)));
}
