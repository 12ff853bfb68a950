/** A truncated header is distinguished from other files. */
import { assertEquals } from "@std/assert";
import { parseHeader } from "../../../src/formats/mtrc/header.ts";
import { FormatError } from "../../../src/base/errors.ts";
import { MtrcWriter } from "./mtrc_writer.ts";

/** The part of the message that says what was found after the letters. */
function found(bytes: Uint8Array): string {
  try {
    parseHeader(bytes, "MTRC", 0);
  } catch (error) {
    if (error instanceof FormatError) return /found (.*)$/.exec(error.message)?.[1] ?? error.message;
    throw error;
  }
  return "a head";
}

for (const wordBytes of [4, 8] as const) {
  for (const little of [true, false]) {
    Deno.test(`parseHeader() describes a truncated header of ${8 * wordBytes} bits, ${little ? "little" : "big"}-endian`, () => {
      const whole = new MtrcWriter({ wordBytes, little }).head().take();
      assertEquals(found(whole), "a head");
      for (let length = 4; length < whole.length; length++) {
        assertEquals(found(whole.subarray(0, length)), `only ${length} bytes`, `${length}`);
      }
    });
  }
}

Deno.test("parseHeader() rejects other bytes after the magic, however few", () => {
  const letters = [...new TextEncoder().encode("MTRC")];
  for (
    const four of [[0, 1, 0, 0], [0, 0, 1, 0], [2, 0, 0, 0], [0, 0, 0, 2], [1, 1, 0, 0], [1, 0, 0, 1], [
      32,
      99,
      99,
      99,
    ]]
  ) {
    for (const rest of [[], [0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]]) {
      assertEquals(found(Uint8Array.from([...letters, ...four, ...rest])), "other bytes", four.join());
    }
  }
});
