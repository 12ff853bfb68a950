/** Pixels of textures, in the formats that drivers accept. */
import { assert, assertEquals } from "@std/assert";
import { type Picture, pictureOf } from "../../workbench/pixels.ts";

const BYTE = 0x1401;

function pixels(
  bytes: readonly number[],
  format: number,
  type: number,
  width = 1,
  height = 1,
): number[] | string {
  const picture = pictureOf(Uint8Array.from(bytes), { width, height, format, type });
  return typeof picture === "string" ? picture : [...picture.rgba];
}

Deno.test("pictureOf() orders channels as the format defines", () => {
  assertEquals(pixels([1, 2, 3, 4], 0x1908, BYTE), [1, 2, 3, 4]);
  assertEquals(pixels([1, 2, 3, 4], 0x80e1, BYTE), [3, 2, 1, 4]);
  assertEquals(pixels([1, 2, 3, 4], 0x8000, BYTE), [4, 3, 2, 1]);
  assertEquals(pixels([1, 2, 3], 0x1907, BYTE), [1, 2, 3, 255]);
  assertEquals(pixels([9], 0x1909, BYTE), [9, 9, 9, 255]);
  assertEquals(pixels([9, 8], 0x190a, BYTE), [9, 9, 9, 8]);
  assertEquals(pixels([9], 0x1906, BYTE), [0, 0, 0, 9]);
});

Deno.test("pictureOf() reads packed, short and floating pixels", () => {
  // 5 bits of red, 6 of green, 5 of blue, red highest.
  assertEquals(pixels([0x00, 0xf8], 0x1907, 0x8363), [255, 0, 0, 255]);
  assertEquals(pixels([0xe0, 0x07], 0x1907, 0x8363), [0, 255, 0, 255]);
  assertEquals(pixels([0x0f, 0xf0], 0x1908, 0x8033), [255, 0, 0, 255]);
  assertEquals(pixels([1, 2, 3, 4], 0x1908, 0x8367), [1, 2, 3, 4]);
  assertEquals(pixels([4, 3, 2, 1], 0x1908, 0x8035), [1, 2, 3, 4]);
  assertEquals(pixels([...new Uint8Array(Float32Array.of(1, 0.5, -3).buffer)], 0x1907, 0x1406), [
    255,
    128,
    0,
    255,
  ]);
  assertEquals(pixels([0x00, 0x3c, 0x00, 0x38, 0, 0], 0x1907, 0x140b), [255, 128, 0, 255]);
});

Deno.test("pictureOf() reads padded rows, and rejects rows that do not fit", () => {
  // Two rows of one pixel of three bytes, each row padded to four.
  assertEquals(pixels([1, 2, 3, 0, 4, 5, 6], 0x1907, BYTE, 1, 2), [1, 2, 3, 255, 4, 5, 6, 255]);
  assertEquals(pixels([1, 2, 3, 4, 5, 6], 0x1907, BYTE, 1, 2), [1, 2, 3, 255, 4, 5, 6, 255]);
  for (
    const [bytes, format, type, width] of [
      [[1, 2, 3], 0x1908, BYTE, 1],
      [[1, 2, 3, 4], 0x83f1, BYTE, 1],
      [[1, 2, 3, 4], 0x1908, 0x9999, 1],
      [[1, 2, 3, 4], 0x1908, BYTE, 0],
      [[1, 2, 3, 4], 0x1908, BYTE, 2 ** 31],
    ] as const
  ) assertEquals(typeof pixels(bytes, format, type, width), "string", `${bytes} ${format} ${type} ${width}`);
});

Deno.test("pictureOf() scales large pictures down by taking every other pixel", () => {
  const side = 1024;
  const bytes = new Uint8Array(side * side * 4).map((_, at) =>
    at % 4 === 3 ? 255 : (at >> 2) % side >= 512 ? 200 : 10
  );
  const picture = pictureOf(bytes, { width: side, height: side, format: 0x1908, type: BYTE }) as Picture;
  assertEquals([picture.width, picture.height], [512, 512]);
  assert(picture.rgba[0] === 10 && picture.rgba[511 * 4] === 200);
});
