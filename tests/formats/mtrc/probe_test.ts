import { assertEquals } from "@std/assert";
import { hasSourceFields } from "../../../src/formats/mtrc/probe.ts";

Deno.test("hasSourceFields() does not take a name of 4096 bytes or more for one that is cut off by the end of the bytes", () => {
  // Frees with source fields: index, thread, slots of two names, line. Without these fields only the first
  // record would be valid.
  const frees = Array(5).fill([0x46, 5, 0, 1, 1, 0]).flat();
  const endingIn = (nameBytes: number): Uint8Array =>
    Uint8Array.from([...frees, 0x46, 5, 0, 0x81, ...Array(nameBytes - 1).fill(0x61)]);
  for (const [bytes, expected] of [[2, true], [4095, true], [4096, false], [5000, false]] as const) {
    const trace = endingIn(bytes);
    assertEquals(hasSourceFields(trace, 0, trace.length), expected, `${bytes} bytes`);
  }
});
