/** Pickled bytes are the same wherever the buffer has to grow. */
import { assertEquals } from "@std/assert";
import { PickleBytes } from "../../../src/compat/apitrace/pickle_bytes.ts";
import { atFullEffort } from "../../support/effort.ts";

/** Each kind of value that is written. */
const KINDS: Readonly<Record<string, (out: PickleBytes) => void>> = {
  raw: (out) => out.raw(1, 2, 3, 4, 5),
  put: (out) => out.put(),
  string: (out) => out.string(new Uint8Array(3).fill(7)),
  "long string": (out) => out.string(new Uint8Array(300).fill(7)),
  blob: (out) => out.blob(new Uint8Array(30).fill(8)),
  unicode: (out) => out.unicode("né"),
  double: (out) => out.doubleBits(0x1234_5678, 0x9abc_def0),
  byte: (out) => out.uint(9, 0),
  short: (out) => out.uint(0x1234, 0),
  int: (out) => out.uint(0x12_3456, 0),
  long: (out) => out.uint(0x1234_5678, 0x9abc),
  negative: (out) => out.int(-5n),
  pointer: (out) => {
    out.beginPointer();
    out.endPointer();
  },
};

Deno.test(atFullEffort("PickleBytes writes the same at the end of its buffer as at the start"), () => {
  const room = 1 << 20;
  for (const [name, write] of Object.entries(KINDS)) {
    const alone = new PickleBytes();
    write(alone);
    const expected = alone.take();
    for (let left = 0; left <= expected.length + 1; left++) {
      const out = new PickleBytes();
      const before = new Uint8Array(room - left - 7).fill(3);
      out.blob(before);
      assertEquals(out.length, room - left);
      write(out);
      assertEquals(out.take().subarray(room - left), expected, `${name}, ${left} bytes left`);
    }
  }
});
