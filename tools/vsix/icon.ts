/**
 * Draws the icon of the extension: the terraces of a quarry, and the block that was taken out.
 * @module
 */

import { crc32, deflateSync } from "node:zlib";

/** Width and height in pixels, as required by the marketplace. */
const SIDE = 128;
type Color = readonly [red: number, green: number, blue: number];
const GROUND: Color = [0x1f, 0x2a, 0x38];
/** Left, top, width, height and color; later ones cover earlier ones. */
const RECTANGLES: readonly (readonly [number, number, number, number, Color])[] = [
  [16, 88, 96, 24, [0x8a, 0x6d, 0x3b]],
  [16, 64, 72, 24, [0xb8, 0x92, 0x50]],
  [16, 40, 48, 24, [0xdc, 0xb8, 0x74]],
  [16, 16, 24, 24, [0xf2, 0xdc, 0xac]],
  [92, 36, 20, 20, [0x6c, 0xc5, 0xb0]],
];

/** A PNG of 128 by 128 pixels. */
export function iconPng(): Uint8Array {
  // Each row begins with the number of its filter, 0 for none.
  const rows = new Uint8Array(SIDE * (1 + 3 * SIDE));
  const fill = (left: number, top: number, width: number, height: number, color: Color): void => {
    for (let y = top; y < top + height; y++) {
      for (let x = left; x < left + width; x++) rows.set(color, y * (1 + 3 * SIDE) + 1 + 3 * x);
    }
  };
  fill(0, 0, SIDE, SIDE, GROUND);
  for (const [left, top, width, height, color] of RECTANGLES) fill(left, top, width, height, color);
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, SIDE);
  header.setUint32(4, SIDE);
  // Eight bits for each of red, green and blue.
  header.setUint8(8, 8);
  header.setUint8(9, 2);
  const signature = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [
    signature,
    chunk("IHDR", new Uint8Array(header.buffer)),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", new Uint8Array()),
  ];
  return new Uint8Array(parts.flatMap((part) => [...part]));
}

function chunk(name: string, body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + body.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, body.length);
  bytes.set(new TextEncoder().encode(name), 4);
  bytes.set(body, 8);
  view.setUint32(8 + body.length, crc32(bytes.subarray(4, 8 + body.length)));
  return bytes;
}
